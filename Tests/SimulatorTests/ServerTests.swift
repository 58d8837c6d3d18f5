import HTTPListener
import HTTPTransport
import JSONReader
import Simulator
import SimulatorServer
import Synchronization
import Testing
import Threads
import Values

/// A server and a client of it, over real sockets.
private final class Wire: Sendable {
    let server: SimulatorServer
    let transport: HTTPTransport

    init(_ configuration: Configuration = Configuration()) throws {
        server = try SimulatorServer.start(simulator: Simulator(configuration: configuration))
        transport = try HTTPTransport(settings: .init(userAgent: "test"))
    }

    func start(
        _ method: String,
        _ path: String,
        _ body: String = "",
        query: [HTTPRequest.Pair] = []
    ) -> Pending {
        var headers = [HTTPRequest.Pair("Authorization", "Bearer \(Configuration.defaultToken)")]
        if !body.isEmpty { headers.append(.init("Content-Type", "application/json")) }
        let request = HTTPRequest(
            method: method,
            target: server.url + path,
            query: query,
            headers: headers,
            body: Array(body.utf8)
        )
        let pending = Pending()
        transport.send(request, timeout: .seconds(20)) { pending.finish($0) }
        return pending
    }

    func send(
        _ method: String,
        _ path: String,
        _ body: String = "",
        query: [HTTPRequest.Pair] = []
    ) throws -> (status: Int, body: JSON) {
        try start(method, path, body, query: query).json()
    }
}

/// An answer that is under way.
private final class Pending: Sendable {
    private let gate = Gate()
    private let result = Mutex<Result<HTTPResponse, HTTPTransportError>?>(nil)

    func finish(_ outcome: Result<HTTPResponse, HTTPTransportError>) {
        result.withLock { $0 = outcome }
        gate.open()
    }

    var isOver: Bool { result.withLock { $0 != nil } }

    func response() throws -> HTTPResponse {
        _ = gate.wait(for: .seconds(25))
        return try #require(result.withLock { $0 }).get()
    }

    func json() throws -> (status: Int, body: JSON) {
        let response = try response()
        return (response.status, response.body.isEmpty ? .null : try JSONReader.parser(response.body))
    }
}

@Suite("The simulator behind a socket", .timeLimit(.minutes(1)))
struct ServerTests {
    private static let card = #"{"state":"ongoing","content":{"template":"generic"}}"#
    private static let upsert = [HTTPRequest.Pair("upsert", "true")]

    @Test("Requests are answered, with query and errors")
    func answers() throws {
        let wire = try Wire()
        #expect(try wire.send("GET", "/health").status == 200)
        #expect(try wire.send("PATCH", "/activities/a", Self.card, query: Self.upsert).status == 201)
        let refused = try wire.send("PATCH", "/activities/a", #"{"sound":"x"}"#)
        #expect(refused.status == 422)
        let state = try wire.send("GET", "/_sim/state").body
        #expect(state["cards"]?.arrayValue?.first?["slug"] == "a")
        #expect(try wire.send("GET", "/_sim/requests").body["last"] == 3)
        let page = try wire.start("GET", "/_sim/").response()
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!doctype html>"))
    }

    @Test("The clock moves on request, and what falls due happens")
    func clock() throws {
        let wire = try Wire()
        let body = #"{"state":"ongoing","content":{"template":"countdown","duration":3600}}"#
        _ = try wire.send("PATCH", "/activities/a", body, query: Self.upsert)
        let before = wire.server.now.wholeSeconds
        let moved = try wire.send("POST", "/_sim/clock", #"{"advance":3601}"#)
        #expect(try #require(moved.body["at"]?.doubleValue) >= Double(before + 3601))
        #expect(try wire.send("GET", "/activities/a").body["state"] == "ended")
        let set = try wire.send("POST", "/_sim/clock", #"{"set":"2030-01-01T00:00:00Z"}"#)
        #expect(set.body["now"]?.stringValue?.hasPrefix("2030-01-01T00:00:0") == true)
        #expect(try wire.send("POST", "/_sim/clock", #"{"set":"soon"}"#).status == 422)
    }

    @Test("A tap really sends its request, and tells the answer")
    func tap() throws {
        let received = Mutex<[HTTPRequest]>([])
        let home = try HTTPListener(address: "127.0.0.1", port: 0) { exchange in
            received.withLock { $0.append(exchange.request) }
            exchange.respond(HTTPResponse(status: 202, body: Array("ok".utf8)))
        }
        defer { home.stop() }
        let wire = try Wire()
        let url = "http://127.0.0.1:\(home.port)/t/washer?x=1"
        let body =
            #"{"state":"ongoing","content":{"template":"media","controls":{"next":{"url":"\#(url)","headers":{"Authorization":"Bearer s"},"body":"{}"}}}}"#
        _ = try wire.send("PATCH", "/activities/a", body, query: Self.upsert)
        let report = try wire.send("POST", "/_sim/tap", #"{"slug":"a","action":"controls.next"}"#).body
        #expect(report["result"] == "webhook")
        #expect(report["response"] == ["status": 202, "body": "ok"])
        let request = try #require(received.withLock { $0.first })
        #expect(request.method == "POST")
        #expect(request.target == "/t/washer")
        #expect(request.query == [.init("x", "1")])
        #expect(request.header("Authorization") == "Bearer s")
        #expect(request.header("Content-Type") == "application/json")
        #expect(request.body == Array("{}".utf8))
        #expect(try wire.send("POST", "/_sim/tap", #"{"slug":"a","action":"controls.stop"}"#).status == 404)
        #expect(try wire.send("POST", "/_sim/tap", "[]").status == 422)
    }

    @Test("A tap on what cannot be reached says so")
    func unreachable() throws {
        let wire = try Wire()
        let body =
            #"{"state":"ongoing","content":{"template":"generic","tap_action":{"url":"http://127.0.0.1:1/a","method":"POST"}}}"#
        _ = try wire.send("PATCH", "/activities/a", body, query: Self.upsert)
        let report = try wire.send("POST", "/_sim/tap", #"{"slug":"a","action":"tap_action"}"#).body
        #expect(report["error"]?.stringValue != nil)
    }

    @Test("A dropped answer closes the connection, before or after the request was carried out")
    func drops() throws {
        let wire = try Wire()
        for (drop, rows) in [("before", 0), ("after", 1)] {
            _ = try wire.send(
                "POST",
                "/_sim/faults",
                #"{"path":"/activities","drop":"\#(drop)","times":null}"#
            )
            let lost = wire.start("POST", "/activities", #"{"slug":"a","name":"A"}"#)
            #expect(throws: HTTPTransportError.self) { try lost.response() }
            _ = try wire.send("DELETE", "/_sim/faults")
            #expect(try wire.send("GET", "/activities").body["items"]?.arrayValue?.count == rows)
        }
    }

    @Test("A delayed answer comes late, others are not held up")
    func delay() throws {
        let wire = try Wire()
        _ = try wire.send("POST", "/_sim/faults", #"{"path":"/activities","delay":0.5}"#)
        let late = wire.start("GET", "/activities")
        #expect(try wire.send("GET", "/auth/me").status == 200)
        #expect(try late.json().status == 200)
    }

    @Test("A wait is held over the socket until a tap answers it")
    func wait() throws {
        let wire = try Wire()
        let sent = try wire.send(
            "POST",
            "/notifications",
            #"{"title":"T","body":"B","actions":[{"id":"yes","title":"Y"}]}"#
        )
        let id = try #require(sent.body["id"]?.intValue)
        let held = wire.start("GET", "/notifications/answers/\(id)", query: [.init("wait", "20")])
        while try wire.send("GET", "/_sim/state").body["held"] != 1 {}
        #expect(!held.isOver)
        _ = try wire.send("POST", "/_sim/tap", #"{"notification":\#(id),"action":"yes"}"#)
        #expect(try held.json().body["action_id"] == "yes")
    }

    @Test("A held approval is answered when the moved clock passes its deadline")
    func waitForDeadline() throws {
        let wire = try Wire()
        let end = wire.server.now.wholeSeconds + 600
        let body =
            #"{"state":"ongoing","content":{"template":"approval","end_date":\#(end),"options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}}"#
        _ = try wire.send("PATCH", "/activities/q", body, query: Self.upsert)
        let held = wire.start("GET", "/activities/q", query: [.init("wait", "25")])
        while try wire.send("GET", "/_sim/state").body["held"] != 1 {}
        wire.server.advance(by: .seconds(601))
        #expect(try held.json().body["content"]?["answer"]?["by"] == "expired")
    }

    @Test("A server that is started with another's simulator goes on from there")
    func restart() throws {
        let wire = try Wire()
        _ = try wire.send("PATCH", "/activities/a", Self.card, query: Self.upsert)
        wire.server.stop()
        let again = try SimulatorServer.start(port: wire.server.port, simulator: wire.server.simulator)
        defer { again.stop() }
        #expect(again.withSimulator { $0.visibleCard("a") }?["slug"] == "a")
    }
}
