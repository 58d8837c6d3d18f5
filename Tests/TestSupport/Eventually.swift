/// Whether `condition` comes to hold within `limit`; looks every few milliseconds.
package func eventually(within limit: Duration = .seconds(15), _ condition: () throws -> Bool) async rethrows
    -> Bool
{
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while try !condition() {
        if clock.now >= deadline { return try condition() }
        // Cancelled where the test's own limit is over; the loop then ends by its deadline.
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
