import Host
import Service
import Testing
import Threads
import Values

@Suite("The clock at the start")
struct ClockCheckTests {
    /// A clock that starts in 1970 and is set after a while.
    private final class Clock {
        var passed = Duration.zero
        let setAfter: Duration
        init(setAfter: Duration) { self.setAfter = setAfter }

        var now: Moment {
            let wall: Int64 = passed >= setAfter ? 1_796_000_000 : 3
            return Moment(
                wall: Timestamp(microseconds: wall * 1_000_000) + passed,
                uptime: .seconds(3) + passed
            )
        }
    }

    private func wait(setAfter: Duration) -> (told: [String], passed: Duration) {
        let clock = Clock(setAfter: setAfter)
        var told: [String] = []
        ClockCheck(now: { clock.now }, pause: { clock.passed += $0 }).wait { told.append($0) }
        return (told, clock.passed)
    }

    @Test("a clock that is right is not waited for")
    func right() {
        let (told, passed) = wait(setAfter: .zero)
        #expect(told == [])
        #expect(passed == .zero)
    }

    @Test("a clock in 1970 is waited for until it is set, and both are told")
    func late() {
        let (told, passed) = wait(setAfter: .seconds(20))
        #expect(told.count == 2)
        #expect(told.first?.contains("1970-01-01T00:00:03Z") == true, "\(told)")
        #expect(told.last?.hasPrefix("the clock is set") == true, "\(told)")
        #expect(passed >= .seconds(20) && passed < .seconds(21))
    }

    @Test("a clock that is never set keeps it from working for two minutes, and no longer")
    func never() {
        let (told, passed) = wait(setAfter: .seconds(1_000_000))
        #expect(told.count == 2)
        #expect(told.last?.contains("still not set") == true, "\(told)")
        #expect(passed >= .seconds(120) && passed < .seconds(121))
    }

    @Test("the clock for timers goes on while the machine sleeps: it is never behind the one that does not")
    func sleep() {
        let awake = Uptime.awake()
        let now = SystemClock.now().uptime
        #expect(now >= awake)
        #expect(Uptime.now() >= now)
    }
}
