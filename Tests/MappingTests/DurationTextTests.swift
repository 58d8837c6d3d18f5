import Testing

@testable import Mapping

@Suite("Durations")
struct DurationTextTests {
    @Test(
        "durations are read as people write them",
        arguments: [
            ("30s", 30_000), ("5m", 300_000), ("2h", 7_200_000), ("1d", 86_400_000), ("100ms", 100),
            ("1h30m", 5_400_000),
            ("1d2h3m4s5ms", 93_784_005), ("90", 90_000), ("1.5", 1_500), ("0.5h", 1_800_000), ("0", 0),
            ("10M", 600_000),
        ]
    )
    func reads(text: String, milliseconds: Int) {
        #expect(DurationText.read(text) == .duration(.milliseconds(milliseconds)))
    }

    @Test(
        "what is no duration is told how to be written",
        arguments: [
            ("0:30", "write `30s` or `30m`"), ("1:30", "write `1m30s` or `1h30m`"),
            ("0:01:30", "write `0h1m30s`"),
            ("5 min", "write `5m`"), ("5min", "write `5m`"), ("10 seconds", "write `10s`"),
            ("1 Hour", "write `1h`"),
            ("", DurationText.forms), ("soon", DurationText.forms), ("-5s", DurationText.forms),
            ("1h30", DurationText.forms),
            ("5x", DurationText.forms), ("1.2.3s", DurationText.forms), (".", DurationText.forms),
            ("١s", DurationText.forms),
            (":", DurationText.forms), ("1:2:3:4", DurationText.forms),
        ]
    )
    func refuses(text: String, hint: String) {
        #expect(DurationText.read(text) == .wrong(hint: hint))
    }

    @Test(
        "a duration beyond a hundred years is refused",
        arguments: ["40000d", "99999999999999999999999s", "30000d30000d"]
    )
    func limits(text: String) {
        #expect(DurationText.read(text) == .wrong(hint: "a hundred years at most; " + DurationText.forms))
    }

    @Test(
        "durations are shown as they are written",
        arguments: [(0, "0s"), (90_000, "1m30s"), (86_400_000, "1d"), (100, "100ms"), (1_500, "1s500ms")]
    )
    func shows(milliseconds: Int, text: String) {
        #expect(DurationText.text(.milliseconds(milliseconds)) == text)
    }
}
