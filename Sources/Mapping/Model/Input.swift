package import Templates
package import Values

/// A named value that a rule reads from a topic.
package struct Input: Sendable {
    package var name: String
    /// Its captures are the rule's.
    package var topic: TopicFilter
    /// nil: the payload as JSON where it is JSON, else as text.
    package var value: Template?
    package var unit: Unit?
    /// The IANA name of the zone in which a time without an offset is meant; nil: the machine's.
    package var timeZone: String?
    /// 0, 1 or 2.
    package var qos = 0
    package var encoding: Encoding = .utf8
    package var retained: RetainedPolicy = .seed
    /// The value is unknown when no message came for so long.
    package var expireAfter: Duration?
    package var availability: Availability?
    /// Where it does not hold (`value` is the new value), the message is dropped as implausible.
    package var valid: Template?
    /// Whether an empty payload says that there is none, instead of saying nothing.
    package var emptyIsNone = false
    package var mark: SourceMark

    package init(name: String, topic: TopicFilter, value: Template? = nil, mark: SourceMark) {
        self.name = name
        self.topic = topic
        self.value = value
        self.mark = mark
    }

    /// What a number or text of an input means; all become seconds, but for `iso` of a date, which becomes a time.
    package enum Unit: String, Sendable, Hashable, CaseIterable {
        case seconds = "s"
        case minutes = "min"
        case hours = "h"
        case milliseconds = "ms"
        /// An ISO 8601 date and time, or an ISO 8601 duration.
        case iso
        /// `H:MM:SS` or `H:MM`, a duration.
        case clock
        /// `H:MM:SS` or `M:SS`, a duration as players write it.
        case minutesAndSeconds = "mm:ss"
        /// `H:MM`, `H:MM:SS` or `H:MM PM`, a time of day: the next such instant.
        case timeOfDay = "time"
    }

    package enum Encoding: String, Sendable, Hashable, CaseIterable {
        case utf8 = "utf-8"
        case binary
    }

    /// What a message that the broker had stored means to the rule.
    package enum RetainedPolicy: String, Sendable, Hashable, CaseIterable {
        /// It sets the state and fires nothing.
        case seed
        /// It is dropped.
        case ignore
        /// It counts like a new one.
        case event
    }

    /// A topic that says whether the source is there.
    package struct Availability: Sendable {
        package var topic: TopicFilter
        package var value: Template?
        package var online: [String]
        package var offline: [String]

        package init(topic: TopicFilter, value: Template? = nil, online: [String], offline: [String]) {
            self.topic = topic
            self.value = value
            self.online = online
            self.offline = offline
        }
    }
}
