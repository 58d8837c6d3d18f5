/// Whether `condition` comes to hold within `limit`, where looking takes a request.
func soon(within limit: Duration = .seconds(15), _ condition: () async throws -> Bool) async rethrows -> Bool
{
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while try await !condition() {
        if clock.now >= deadline { return false }
        // Cancelled where the test's own limit is over; the loop then ends by its deadline.
        try? await Task.sleep(for: .milliseconds(20))
    }
    return true
}
