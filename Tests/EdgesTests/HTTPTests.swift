import Foundation
import HTTPListener
import HTTPTransport
import Host
import Synchronization
import TestSupport
import Testing
import Threads
import Values

private func transport(
    connections: Int = 5,
    maxBodyBytes: Int = 1 << 20,
    connectTimeout: Duration = .seconds(5)
) throws -> HTTPTransport {
    try HTTPTransport(
        settings: HTTPTransport.Settings(
            userAgent: "pushward-mqtt/test",
            maxConnectionsPerHost: connections,
            maxBodyBytes: maxBodyBytes,
            connectTimeout: connectTimeout
        )
    )
}

private func send(
    _ request: HTTPRequest,
    over transport: HTTPTransport,
    timeout: Duration = .seconds(20)
) async -> Result<HTTPResponse, HTTPTransportError> {
    await withCheckedContinuation { continuation in
        transport.send(request, timeout: timeout) { continuation.resume(returning: $0) }
    }
}

private func failure(_ result: Result<HTTPResponse, HTTPTransportError>) -> HTTPTransportError? {
    if case .failure(let error) = result { error } else { nil }
}

/// Answers with what was asked.
private func echo(_ exchange: HTTPExchange) {
    let request = exchange.request
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    let text = "\(request.method) \(request.target) \(query) \(String(decoding: request.body, as: UTF8.self))"
    exchange.respond(
        HTTPResponse(status: 200, headers: [.init("X-Peer", exchange.peer)], body: Array(text.utf8))
    )
}

@Suite("HTTP over both ends", .timeLimit(.minutes(2)))
struct HTTPBothEndsTests {
    @Test(
        "Method, path, query and body arrive as they were sent",
        arguments: ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]
    )
    func roundTrip(method: String) async throws {
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, handler: echo)
        let transport = try transport()
        let request = HTTPRequest(
            method: method,
            target: "http://127.0.0.1:\(listener.port)/activities/w%C3%A4sche",
            query: [.init("upsert", "true"), .init("a b", "x&y=ä+")],
            headers: [.init("Content-Type", "application/json"), .init("X-Empty", "")],
            body: method == "GET" ? [] : Array("{\"a\":1}".utf8)
        )
        let response = try await send(request, over: transport).get()
        let body = method == "GET" ? "" : "{\"a\":1}"
        #expect(response.status == 200)
        #expect(response.header("x-peer") == "127.0.0.1")
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == "\(method) /activities/wäsche upsert=true;a b=x&y=ä+ \(body)"
        )
    }

    @Test("Bodies of a megabyte go both ways")
    func large() async throws {
        var limits = HTTPListener.Limits()
        limits.bodyBytes = 2 << 20
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, limits: limits) { exchange in
            exchange.respond(HTTPResponse(status: 200, body: exchange.request.body))
        }
        let transport = try transport()
        let body = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for method in ["POST", "PATCH"] {
            let target = "http://127.0.0.1:\(listener.port)/"
            let response = try await send(
                HTTPRequest(method: method, target: target, body: body),
                over: transport
            ).get()
            #expect(response.body == body)
        }
    }

    @Test("Answers may come late, from another thread, in any order")
    func late() async throws {
        let exchanges = Recorder<HTTPExchange>()
        let listener = try HTTPListener(address: "127.0.0.1", port: 0) { exchanges.append($0) }
        let transport = try transport()
        let base = "http://127.0.0.1:\(listener.port)"
        let results = Recorder<String>()
        for number in 0..<4 {
            transport.send(HTTPRequest(method: "GET", target: "\(base)/\(number)"), timeout: .seconds(20)) {
                result in
                if case .success(let response) = result {
                    results.append(String(decoding: response.body, as: UTF8.self))
                }
            }
        }
        #expect(await eventually { exchanges.count == 4 })
        for exchange in exchanges.all.reversed() {
            #expect(exchange.respond(HTTPResponse(status: 200, body: Array(exchange.request.target.utf8))))
            #expect(!exchange.respond(HTTPResponse(status: 500)))
        }
        #expect(await eventually { results.count == 4 })
        #expect(Set(results.all) == ["/0", "/1", "/2", "/3"])
    }

    @Test("No more connections to a host than allowed; the others wait their turn and their time")
    func connectionLimit() async throws {
        let exchanges = Recorder<HTTPExchange>()
        let listener = try HTTPListener(address: "127.0.0.1", port: 0) { exchanges.append($0) }
        let transport = try transport(connections: 2)
        let target = "http://127.0.0.1:\(listener.port)/"
        let statuses = Recorder<Int>()
        for _ in 0..<5 {
            transport.send(HTTPRequest(method: "GET", target: target), timeout: .seconds(20)) { result in
                if case .success(let response) = result { statuses.append(response.status) }
            }
        }
        #expect(await eventually { exchanges.count == 2 })
        let late = await send(
            HTTPRequest(method: "GET", target: target),
            over: transport,
            timeout: .milliseconds(200)
        )
        #expect(failure(late)?.code == .timedOut)
        #expect(failure(late)?.mayHaveReachedServer == false)
        #expect(exchanges.count == 2)
        #expect(
            await eventually {
                for exchange in exchanges.all { exchange.respond(HTTPResponse(status: 204)) }
                return statuses.count == 5
            }
        )
    }

    @Test("A listener that stops answers what waits with 503")
    func stopAnswers() async throws {
        let exchanges = Recorder<HTTPExchange>()
        let listener = try HTTPListener(address: "127.0.0.1", port: 0) { exchanges.append($0) }
        let transport = try transport()
        let result = Recorder<Int>()
        transport.send(
            HTTPRequest(method: "GET", target: "http://127.0.0.1:\(listener.port)/"),
            timeout: .seconds(20)
        ) { answer in
            if case .success(let response) = answer {
                result.append(response.status)
            } else {
                result.append(0)
            }
        }
        #expect(await eventually { exchanges.count == 1 })
        listener.stop()
        listener.stop()
        #expect(await eventually { result.all == [503] })
        #expect(exchanges.all.first?.respond(HTTPResponse(status: 200)) == false)
        #expect(!LoopbackPort.isListening(listener.port))
    }

    @Test("What nobody answers gets 503 after its time")
    func unanswered() async throws {
        var limits = HTTPListener.Limits()
        limits.answerTimeout = .milliseconds(100)
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, limits: limits) { _ in }
        let transport = try transport()
        for _ in 0..<3 {
            let target = "http://127.0.0.1:\(listener.port)/"
            let response = try await send(HTTPRequest(method: "GET", target: target), over: transport).get()
            #expect(response.status == 503)
        }
    }

    @Test("Many requests over few connections all get their own answer")
    func many() async throws {
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, handler: echo)
        let transport = try transport()
        let good = Mutex(0)
        let target = "http://127.0.0.1:\(listener.port)"
        for number in 0..<500 {
            let request = HTTPRequest(method: "PATCH", target: "\(target)/\(number)", body: [0x31])
            transport.send(request, timeout: .seconds(30)) { result in
                guard case .success(let response) = result else { return }
                if response.body == Array("PATCH /\(number)  1".utf8) { good.withLock { $0 += 1 } }
            }
        }
        #expect(await eventually(within: .seconds(30)) { good.withLock { $0 } == 500 })
    }
}

@Suite("HTTP transport", .timeLimit(.minutes(2)))
struct HTTPTransportTests {
    /// How a server that speaks badly is told apart.
    struct Misbehaviour: Sendable, CustomStringConvertible {
        let description: String
        let answer: String
        let code: HTTPTransportError.Code
    }

    @Test(
        "A server that answers badly gives a typed error that may have reached it",
        arguments: [
            Misbehaviour(description: "closes", answer: "", code: .connectionLost),
            Misbehaviour(
                description: "stops in the body",
                answer: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
                code: .connectionLost
            ),
            Misbehaviour(
                description: "sends too much",
                answer: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000),
                code: .responseTooLarge
            ),
            Misbehaviour(
                description: "sends too many fields",
                answer: "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 500) + "\r\n",
                code: .responseTooLarge
            ),
            Misbehaviour(
                description: "breaks its chunks",
                answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                code: .connectionLost
            ),
        ]
    )
    func misbehaviour(_ what: Misbehaviour) async throws {
        let server = try #require(
            RawServer { socket in
                _ = socket.receive(until: "\r\n\r\n")
                socket.send(what.answer)
                socket.shutDown()
            }
        )
        let transport = try transport(maxBodyBytes: 50_000)
        let request = HTTPRequest(
            method: "POST",
            target: "http://127.0.0.1:\(server.port)/",
            body: [1, 2, 3]
        )
        let error = failure(await send(request, over: transport))
        #expect(error?.code == what.code || (what.code == .connectionLost && error?.code == .other))
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test("Garbage instead of HTTP is an error, not an answer")
    func garbage() async throws {
        let server = try #require(
            RawServer { socket in
                _ = socket.receive(until: "\r\n\r\n")
                socket.send([0, 1, 2, 255, 254, 10, 13, 10])
                socket.shutDown()
            }
        )
        let transport = try transport()
        let request = HTTPRequest(method: "GET", target: "http://127.0.0.1:\(server.port)/")
        #expect(failure(await send(request, over: transport)) != nil)
    }

    @Test("Chunked answers and interim answers are read")
    func chunked() async throws {
        let server = try #require(
            RawServer { socket in
                _ = socket.receive(until: "\r\n\r\n")
                socket.send("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Late: 2\r\n")
                socket.send("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                socket.shutDown()
            }
        )
        let transport = try transport()
        let request = HTTPRequest(method: "GET", target: "http://127.0.0.1:\(server.port)/")
        let response = try await send(request, over: transport).get()
        #expect(response.body == Array("abcde".utf8))
        #expect(response.header("x-late") == "2")
        #expect(response.header("x-early") == nil)
    }

    @Test("A redirect is an answer like any other")
    func redirect() async throws {
        let count = Mutex(0)
        let server = try #require(
            RawServer { socket in
                count.withLock { $0 += 1 }
                _ = socket.receive(until: "\r\n\r\n")
                socket.send("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
                socket.shutDown()
            }
        )
        let transport = try transport()
        let request = HTTPRequest(method: "GET", target: "http://127.0.0.1:\(server.port)/")
        #expect(try await send(request, over: transport).get().status == 302)
        #expect(count.withLock { $0 } == 1)
    }

    @Test("Nobody listening: refused, and surely not reached")
    func refused() async throws {
        let port = try #require(LoopbackPort.free())
        let transport = try transport()
        let error = failure(
            await send(HTTPRequest(method: "GET", target: "http://127.0.0.1:\(port)/"), over: transport)
        )
        #expect(error?.code == .couldNotConnect)
        #expect(error?.mayHaveReachedServer == false)
    }

    @Test("A name that nobody knows")
    func unresolved() async throws {
        let transport = try transport()
        let request = HTTPRequest(method: "GET", target: "http://nowhere.invalid/")
        let error = failure(await send(request, over: transport))
        #expect(error?.code == .couldNotResolve)
        #expect(error?.mayHaveReachedServer == false)
    }

    @Test("TLS where there is none")
    func tls() async throws {
        let server = try #require(
            RawServer { socket in
                _ = socket.receive()
                socket.send("HTTP/1.1 400 Bad Request\r\n\r\n")
                socket.shutDown()
            }
        )
        let transport = try transport()
        let error = failure(
            await send(
                HTTPRequest(method: "GET", target: "https://127.0.0.1:\(server.port)/"),
                over: transport
            )
        )
        #expect(error?.code == .tls)
        #expect(error?.mayHaveReachedServer == false)
    }

    @Test("A server that never answers: out of time, and it may have acted")
    func timeout() async throws {
        let held = Recorder<RawSocket>()
        let server = try #require(RawServer { held.append($0) })
        let transport = try transport()
        let request = HTTPRequest(method: "POST", target: "http://127.0.0.1:\(server.port)/", body: [1])
        let error = failure(await send(request, over: transport, timeout: .milliseconds(300)))
        #expect(error?.code == .timedOut)
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test(
        "A POST on a kept connection that dies is not sent again, a PATCH is",
        arguments: ["POST", "PATCH"]
    )
    func keptConnection(method: String) async throws {
        let requests = Recorder<String>()
        let server = try #require(
            RawServer { socket in
                let first = socket.receive(until: "}") ?? ""
                requests.append(first)
                guard first.contains("first") else {
                    socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    return
                }
                socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                // Takes the second request and dies without an answer.
                requests.append(socket.receive(until: "}") ?? "")
                socket.shutDown()
            }
        )
        let transport = try transport()
        let target = "http://127.0.0.1:\(server.port)/"
        let first = HTTPRequest(method: method, target: target, body: Array("{first}".utf8))
        _ = try await send(first, over: transport).get()
        let second = HTTPRequest(method: method, target: target, body: Array("{second}".utf8))
        let result = await send(second, over: transport)
        let count = requests.all.count { $0.contains("{second}") }
        if method == "POST" {
            #expect(failure(result)?.mayHaveReachedServer == true)
            #expect(count == 1)
        } else {
            #expect(try result.get().status == 200)
            #expect(count == 2)
        }
    }

    @Test(
        "What cannot be sent is refused before it is sent",
        arguments: [
            HTTPRequest(method: "GET", target: "ftp://127.0.0.1/"),
            HTTPRequest(method: "GET", target: "file:///etc/passwd"),
            HTTPRequest(method: "GET", target: "/path"),
            HTTPRequest(method: "GET", target: "http://127.0.0.1/a b"),
            HTTPRequest(method: "GET", target: "http://127.0.0.1/\r\nX: y"),
            HTTPRequest(method: "G T", target: "http://127.0.0.1/"),
            HTTPRequest(method: "", target: "http://127.0.0.1/"),
            HTTPRequest(method: "GET", target: "http://127.0.0.1/", headers: [.init("A", "b\r\nC: d")]),
            HTTPRequest(method: "GET", target: "http://127.0.0.1/", headers: [.init("A: b", "c")]),
        ]
    )
    func invalid(request: HTTPRequest) async throws {
        let transport = try transport()
        #expect(failure(await send(request, over: transport))?.code == .invalidRequest)
    }

    @Test("Closing fails what does not end in time and everything later")
    func close() async throws {
        let held = Recorder<RawSocket>()
        let server = try #require(RawServer { held.append($0) })
        let transport = try transport()
        let request = HTTPRequest(method: "GET", target: "http://127.0.0.1:\(server.port)/")
        let results = Recorder<HTTPTransportError>()
        transport.send(request, timeout: .seconds(20)) { result in
            if case .failure(let error) = result { results.append(error) }
        }
        #expect(await eventually { held.count == 1 })
        #expect(transport.close(deadline: .milliseconds(100)))
        #expect(results.all.map(\.code) == [.closed])
        #expect(failure(await send(request, over: transport))?.code == .closed)
    }

    @Test("A query is percent-encoded")
    func query() {
        let request = HTTPRequest(
            method: "GET",
            target: "https://h/p",
            query: [.init("a b", "ä&=+/?"), .init("c", "")]
        )
        #expect(RequestURL.text(of: request) == "https://h/p?a%20b=%C3%A4%26%3D%2B%2F%3F&c=")
        #expect(RequestURL.text(of: HTTPRequest(method: "GET", target: "https://h/p")) == "https://h/p")
    }
}

@Suite("HTTP listener", .timeLimit(.minutes(2)))
struct HTTPListenerTests {
    private func answer(_ text: String, limits: HTTPListener.Limits = HTTPListener.Limits()) throws -> String
    {
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, limits: limits, handler: echo)
        let socket = try #require(RawSocket(port: listener.port))
        socket.send(text)
        return socket.receiveAll(within: .seconds(1))
    }

    @Test("A body beyond the limit gets 413, announced or not")
    func tooLarge() throws {
        let announced = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000\r\n\r\n"
        #expect(try answer(announced).hasPrefix("HTTP/1.1 413"))
        let chunk = "2000\r\n" + String(repeating: "x", count: 8_192) + "\r\n"
        let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try answer(chunked + chunk + chunk + "0\r\n\r\n").hasPrefix("HTTP/1.1 413"))
        #expect(try answer(chunked + chunk + "0\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        let endless = try answer(chunked + String(repeating: chunk, count: 64))
        #expect(endless.isEmpty || endless.hasPrefix("HTTP/1.1 413"))
    }

    @Test("Too many or too large header fields are refused")
    func headers() throws {
        let many = (0..<150).map { "X-\($0): y\r\n" }.joined()
        #expect(try answer("GET / HTTP/1.1\r\nHost: h\r\n\(many)\r\n").hasPrefix("HTTP/1.1 431"))
        let long = String(repeating: "y", count: 100_000)
        let status = try answer("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n\r\n")
        #expect(status.isEmpty || status.hasPrefix("HTTP/1.1 4"))
        let target = try answer("GET /\(long) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(target.isEmpty || target.hasPrefix("HTTP/1.1 4"))
    }

    @Test(
        "Paths that decode to nonsense are refused",
        arguments: ["/a%00b", "/a%zz", "/a%", "/%FF", "/?a=%00", "/?a=%F"]
    )
    func badPaths(path: String) throws {
        #expect(try answer("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n").hasPrefix("HTTP/1.1 400"))
    }

    @Test("Several requests sent at once are answered one after another")
    func pipelined() throws {
        let text = (0..<3).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
        let answers = try answer(text)
        for number in 0..<3 { #expect(answers.contains("GET /\(number) ")) }
    }

    @Test("HEAD gets the head only")
    func head() throws {
        let text = try answer("HEAD /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(!text.contains("HEAD /x"))
    }

    @Test("Garbage neither crashes nor stops it")
    func garbage() async throws {
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, handler: echo)
        var generator = SystemRandomNumberGenerator()
        let starts = [
            "", "GET ", "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nabcdefg",
        ]
        for round in 0..<150 {
            guard let socket = RawSocket(port: listener.port) else { continue }
            socket.send(starts[round % starts.count])
            socket.send(
                (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                    .random(in: 0...255, using: &generator)
                }
            )
            if round % 3 == 0 { socket.shutDown() }
        }
        let transport = try transport()
        let target = "http://127.0.0.1:\(listener.port)/alive"
        let response = try await send(HTTPRequest(method: "GET", target: target), over: transport).get()
        #expect(response.status == 200)
    }

    @Test("A peer that dawdles is cut off, others are served meanwhile")
    func dawdling() async throws {
        var limits = HTTPListener.Limits()
        limits.readTimeout = .milliseconds(300)
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, limits: limits, handler: echo)
        let slow = try (0..<10).map { _ in try #require(RawSocket(port: listener.port)) }
        for socket in slow { socket.send("GET / HTTP/1.1\r\nX: ") }
        let transport = try transport()
        let target = "http://127.0.0.1:\(listener.port)/"
        #expect(
            try await send(HTTPRequest(method: "GET", target: target), over: transport).get().status == 200
        )
        let closed = Mutex(0)
        let isCut = await eventually {
            for socket in slow where !socket.send("y") || socket.receive(within: .zero)?.isEmpty == true {
                closed.withLock { $0 += 1 }
            }
            return closed.withLock { $0 } >= 10
        }
        #expect(isCut)
    }

    @Test("A peer that goes away while its request waits does no harm")
    func gone() async throws {
        let exchanges = Recorder<HTTPExchange>()
        let listener = try HTTPListener(address: "127.0.0.1", port: 0) { exchanges.append($0) }
        for _ in 0..<20 {
            let socket = try #require(RawSocket(port: listener.port))
            socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        #expect(await eventually { exchanges.count == 20 })
        for exchange in exchanges.all { exchange.respond(HTTPResponse(status: 200, body: [1])) }
        let socket = try #require(RawSocket(port: listener.port))
        socket.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(await eventually { exchanges.count == 21 })
        exchanges.all.last?.respond(HTTPResponse(status: 200, body: [1]))
        #expect(socket.receiveAll().hasPrefix("HTTP/1.1 200"))
    }

    @Test("An address that is taken, foreign or none is told")
    func addresses() throws {
        let listener = try HTTPListener(address: "127.0.0.1", port: 0, handler: echo)
        func code(_ address: String, _ port: Int) -> HTTPListenerError.Code? {
            do {
                _ = try HTTPListener(address: address, port: port, handler: echo)
                return nil
            } catch {
                return (error as? HTTPListenerError)?.code
            }
        }
        #expect(code("127.0.0.1", listener.port) == .addressInUse)
        #expect(code("192.0.2.1", 0) == .badAddress)
        #expect(code("no such host.", 0) == .badAddress)
        #expect(code("127.0.0.1", 70_000) == .badAddress)
        #expect(code("0.0.0.0", 0) == nil)
    }

    @Test("A status that cannot be sent becomes 500 and broken fields are left off")
    func badAnswers() throws {
        let listener = try HTTPListener(address: "127.0.0.1", port: 0) { exchange in
            exchange.respond(HTTPResponse(status: 7, headers: [.init("X", "a\r\nY: z"), .init("Ok", "1")]))
        }
        let socket = try #require(RawSocket(port: listener.port))
        socket.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let text = socket.receiveAll()
        #expect(text.hasPrefix("HTTP/1.1 500"))
        #expect(text.contains("Ok: 1"))
        #expect(!text.contains("Y: z"))
    }
}
