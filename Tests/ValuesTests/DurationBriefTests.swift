import Testing
import Values

@Suite("Durations for people")
struct DurationBriefTests {
    @Test(
        "a duration is as exact as a person reads it",
        arguments: [
            (0.333481, "0.3 s"), (0, "0 s"), (-4, "0 s"), (1, "1 s"), (9.96, "10 s"), (20, "20 s"),
            (119.6, "2 min"),
            (150, "2 min 30 s"), (600, "10 min"), (1_799, "30 min"), (7_200, "2 h"), (9_000, "2 h 30 min"),
            (1e17, "for ever"),
        ]
    )
    func brief(seconds: Double, text: String) {
        #expect(Duration.seconds(seconds).brief == text)
    }
}
