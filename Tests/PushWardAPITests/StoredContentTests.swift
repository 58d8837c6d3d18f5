import PushWardAPI
import Testing
import Values

@Suite("What the server stores")
struct StoredContentTests {
    static let now = Timestamp(microseconds: 1_780_000_000 * 1_000_000)

    @Test("A card that was sent and the same card read back are equal")
    func countdown() {
        let sent = StoredContent.normalising(
            ["template": "timer", "duration": "35m", "state": "Oven", "progress": 0, "paused": false],
            at: Self.now
        )
        let read: JSONObject = [
            "template": "countdown", "start_date": 1_780_000_000, "end_date": 1_780_002_100, "state": "Oven",
            "progress": .double(0), "direction": "down", "show_ruler": true, "warning_pushed": false,
        ]
        #expect(StoredContent.comparable(sent) == StoredContent.comparable(read))
    }

    @Test("A count-up's goal is read back in seconds")
    func countUp() {
        let sent = StoredContent.normalising(
            ["template": "countdown", "direction": "up", "goal": "90m"],
            at: Self.now
        )
        let read: JSONObject = [
            "template": "countdown", "direction": "up", "goal": 5400, "start_date": 1_780_000_000,
            "paused_seconds": 12, "paused_at": 1_780_000_100,
        ]
        #expect(StoredContent.comparable(sent) == StoredContent.comparable(read))
    }

    @Test("A player's playhead gets its time, and its buttons their method")
    func media() {
        let sent = StoredContent.normalising(
            [
                "template": "media", "position_seconds": 5,
                "controls": ["next": ["url": "https://a.b", "method": "POST"]],
            ],
            at: Self.now
        )
        let read: JSONObject = [
            "template": "media", "position_seconds": .double(5), "position_at": 1_780_000_000,
            "progress": 0.1,
            "controls": ["next": ["url": "https://a.b"]], "playback_state": "paused",
        ]
        #expect(StoredContent.comparable(sent) == StoredContent.comparable(read))
    }

    @Test("What differs stays different")
    func differences() {
        let one = StoredContent.comparable(["template": "generic", "state": "a", "progress": 0.5])
        #expect(one != StoredContent.comparable(["template": "generic", "state": "b", "progress": 0.5]))
        #expect(one != StoredContent.comparable(["template": "generic", "state": "a", "progress": 0.6]))
        #expect(
            one
                == StoredContent.comparable([
                    "template": "generic", "state": "a", "progress": 0.5, "answer": [:],
                ])
        )
    }
}
