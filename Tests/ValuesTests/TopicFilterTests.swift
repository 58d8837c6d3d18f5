import Testing
import Values

@Suite("Topic filters")
struct TopicFilterTests {
    @Test(
        "match as MQTT says",
        arguments: [
            ("a/b", "a/b", true), ("a/b", "a/b/c", false), ("a/+", "a/b", true), ("a/+", "a", false),
            ("a/+", "a/", true), ("+", "a", true), ("+", "a/b", false), ("#", "a/b/c", true),
            ("a/#", "a", true),
            ("a/#", "a/b/c", true), ("a/#", "b", false), ("#", "$SYS/x", false), ("+/x", "$SYS/x", false),
            ("$SYS/#", "$SYS/x", true), ("a/+/c", "a/$x/c", true), ("/a", "a", false), ("/a", "/a", true),
            ("+/a", "/a", true), ("{zone}/a", "hall door/a", true), ("a b/ü", "a b/ü", true),
        ]
    )
    func match(filter: String, topic: String, matches: Bool) throws {
        #expect((try TopicFilter(filter).match(topic) != nil) == matches)
    }

    @Test("capture one level by its name")
    func captures() throws {
        let filter = try TopicFilter("sonos/{zone}/{what}/+")
        #expect(filter.match("sonos/living room/state/x") == ["zone": "living room", "what": "state"])
        #expect(filter.subscription == "sonos/+/+/+")
        #expect(filter.filling(["zone": "hall"]).subscription == "sonos/hall/+/+")
        #expect(!filter.isTopic)
        #expect(try TopicFilter("a/b").isTopic)
    }

    @Test(
        "refuse what is no filter",
        arguments: [
            ("", TopicFilterError.empty), ("a/#/b", .hashNotLast), ("a+/b", .partialWildcard("a+")),
            ("a/b#", .partialWildcard("b#")), ("a/x{b}", .partialCapture("x{b}")), ("a/\0", .nul),
            ("{a}/{a}", .repeatedCapture("a")), ("{1a}", .badCapture("1a")), ("a/{", .partialCapture("{")),
        ]
    )
    func refuse(text: String, error: TopicFilterError) {
        #expect(throws: error) { try TopicFilter(text) }
    }

    @Test(
        "cover what matches nothing else",
        arguments: [
            ("a/#", "a/+/b", true), ("a/#", "a", true), ("a/+", "a/b", true), ("a/b", "a/+", false),
            ("#", "$SYS/a", false),
            ("+/b", "a/+", false), ("#", "a/#", true), ("a/+", "a/#", false), ("a/+/#", "a/#", false),
        ]
    )
    func covers(filter: String, other: String, isCovered: Bool) throws {
        #expect(try TopicFilter(filter).covers(try TopicFilter(other)) == isCovered)
    }
}
