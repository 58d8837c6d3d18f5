import Host

/// Short waits of the test's own thread, for answers that come within milliseconds.
enum Blocking {
    static func poll(within limit: Duration, _ condition: () -> Bool) -> Bool {
        Waiting.poll(within: limit, condition)
    }
}
