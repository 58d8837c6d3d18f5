import HTTPListener
import TestSupport
import Testing
import Values

/// Requests of which it is not certain where they end (RFC 9112 sections 5.1, 6.1 and 6.3).
@Suite("HTTP listener: where a request ends", .timeLimit(.minutes(2)))
struct HTTPFramingTests {
    /// What is answered to a text, and the bodies of the requests that were handed over.
    private func exchange(_ text: String) throws -> (answer: String, bodies: [String]) {
        let exchanges = Recorder<HTTPExchange>()
        let listener = try HTTPListener(address: "127.0.0.1", port: 0) { exchange in
            exchanges.append(exchange)
            exchange.respond(HTTPResponse(status: 200))
        }
        let socket = try #require(RawSocket(port: listener.port))
        socket.send(text)
        let answer = socket.receiveAll(within: .seconds(1))
        return (answer, exchanges.all.map { String(decoding: $0.request.body, as: UTF8.self) })
    }

    private static let smuggled = "POST /t/inner HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"

    @Test(
        "A head that can be read in two ways is refused before anything is done, and the connection closed",
        arguments: [
            "Content-Length: 0\r\nContent-Length: 60",
            "Content-Length: 60\r\nContent-Length: 0",
            "Content-Length: 5\r\ncontent-length: 05",
            "Content-Length: 5, 7",
            "Content-Length: 4\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 4",
            "Content-Length: 0\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding : chunked",
            "Transfer-Encoding\t: chunked\r\nContent-Length: 4",
            "Content-Length : 4",
            "Content-Length: +4",
            "Content-Length: -1",
            "Content-Length: 0x4",
            "Content-Length:",
        ]
    )
    func doubtful(fields: String) throws {
        let head = "POST /t/outer HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n"
        let found = try exchange(head + "0\r\n\r\n" + Self.smuggled)
        #expect(found.answer.hasPrefix("HTTP/1.1 400"), "\(found.answer)")
        #expect(found.bodies.isEmpty)
        // What follows is not looked at.
        #expect(!found.answer.contains("HTTP/1.1 200"))
    }

    @Test("HTTP/1.0 knows no chunks")
    func oldVersion() throws {
        let found = try exchange(
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
        )
        #expect(found.answer.contains(" 400 "))
        #expect(found.bodies.isEmpty)
    }

    @Test("A length that no number holds is too large, not unknown")
    func endless() throws {
        let found = try exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999999\r\n\r\n"
        )
        #expect(found.answer.hasPrefix("HTTP/1.1 413"), "\(found.answer)")
        #expect(found.bodies.isEmpty)
    }

    @Test(
        "What says one length is taken",
        arguments: [
            "Content-Length: 4\r\n\r\nabcd", "CONTENT-LENGTH: 4\r\n\r\nabcd",
            "Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd",
            "Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
            "Transfer-Encoding: Chunked\r\n\r\n1\r\na\r\n3\r\nbcd\r\n0\r\n\r\n",
        ]
    )
    func certain(rest: String) throws {
        let found = try exchange("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + rest)
        #expect(found.answer.hasPrefix("HTTP/1.1 200"), "\(found.answer)")
        #expect(found.bodies == ["abcd"])
    }
}
