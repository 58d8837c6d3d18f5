import Testing

/// The traffic of the media recordings: the card says what the source says, at every moment and at the least cost.
@Suite("A media card is true at every moment")
struct MediaTruthTests {
    @Test(
        "title, state and playhead are the source's, at no more requests than it takes",
        arguments: MediaCase.homeAssistant + MediaCase.streams + MediaCase.positions
    )
    func truth(_ test: MediaCase) throws {
        let run = try TruthRun(test)
        #expect(run.lies.isEmpty, "\(run.lies.joined(separator: "\n"))")
        #expect(run.refusals.isEmpty, "\(run.refusals)")
        #expect(run.comparisons > 10)
        #expect(run.requests <= test.mostRequests, "\(run.requests) requests")
    }
}
