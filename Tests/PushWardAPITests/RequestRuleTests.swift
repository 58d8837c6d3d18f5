import PushWardAPI
import Simulator
import TestSupport
import Testing
import Values

/// Every request that can be made, with numbers and texts out of their ranges (pushward-api.md sections 1, 2, 5.4, 6, 12.1).
@Suite("No request is wrong in its form")
struct RequestRuleTests {
    private static let number = [Int.min, -1, 0, 1, 25, 26, Int.max]

    static let waits: [PushWardRequest] = number.flatMap { wait in
        number.flatMap { id in
            [
                .getAnswer(notification: id, wait: wait), .getReceipt(notification: id, wait: wait),
                .cancelReceipt(notification: id), .getSchedule(id), .deleteSchedule(id),
            ]
        }
    }

    /// What is not there is no fault of the request.
    private func isWellFormed(_ response: HTTPResponse) -> Bool {
        response.status < 300 || response.status == 404
    }

    private func respond(_ server: inout Simulator, _ request: PushWardRequest) -> HTTPResponse {
        let http = request.httpRequest(host: "", token: Secret(Configuration.defaultToken))
        let body = JSON.object(request.body ?? [:])
        let parser = JSONParser { (_: [UInt8]) throws(JSONSyntaxError) -> JSON in body }
        return server.respond(to: http, at: Timestamp(microseconds: 1_795_023_000_000_000), parseJSON: parser)
    }

    private var server: Simulator {
        Simulator(configuration: Configuration(plan: .unlimited, requestsPerMinute: nil))
    }

    @Test("Reads and takings back", arguments: waits)
    func reads(_ request: PushWardRequest) {
        var server = server
        #expect(isWellFormed(respond(&server, request)), "\(request.path)")
    }

    @Test("Cards, their names, their settings and their lists")
    func cards() throws {
        var server = server
        for text in ["", " ", "\u{0}", "a", String(repeating: "é", count: 300), "👩‍👩‍👧‍👦", "-_.", "Büro / 2"] {
            let slug = Slug.from(text: text)
            for number in Self.number {
                let request = PushWardRequest.postActivity(
                    slug,
                    name: text,
                    priority: number,
                    staleTTL: number,
                    endedTTL: number,
                    dismissalTTL: number
                )
                #expect(respond(&server, request).status == 201, "\(text) \(number)")
                #expect(isWellFormed(respond(&server, .getActivity(slug, wait: number))))
            }
            #expect(isWellFormed(respond(&server, .deleteActivity(slug))))
            #expect(isWellFormed(respond(&server, .deleteWidget(slug))))
        }
        #expect(respond(&server, .listActivities()).status == 200)
        #expect(respond(&server, .listWidgets).status == 200)
        #expect(respond(&server, .me).status == 200)
    }

    @Test("Widgets, their names and their settings")
    func widgets() {
        var server = server
        for text in ["", "\u{0}", String(repeating: "é", count: 300)] {
            for number in Self.number {
                let request = PushWardRequest.postWidget(
                    Slug.from(text: "w"),
                    name: text,
                    content: ["template": "value"],
                    pushThrottle: number,
                    staleAfter: number
                )
                #expect(respond(&server, request).status == 201, "\(text) \(number)")
            }
        }
        #expect(respond(&server, .patchWidget(Slug.from(text: "w"), content: ["label": "a"])).status == 200)
    }
}
