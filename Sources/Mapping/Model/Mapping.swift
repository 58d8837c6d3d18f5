import Values

/// A whole mapping file, decoded: what the daemon connects to and what it makes of each topic.
///
/// Source: design section 4. Everything in it has been checked; nothing in it is validated again.
package struct Mapping: Sendable {
    package var mqtt: MQTTSettings
    /// The account of rules that name none, the first of the file.
    package var pushward: PushWardSettings
    /// The accounts after it; rules count all of them from 0, see ``accounts``.
    package var moreAccounts: [PushWardSettings]
    package var taps: TapSettings?
    /// The address of the status and metrics pages, such as `127.0.0.1:8790`; nil means none.
    package var http: ListenAddress?
    package var log: LogSettings
    /// The folder of durable state, where the file names one.
    package var stateDirectory: String?
    package var activities: [ActivityRule]
    package var notifications: [NotificationRule]
    package var widgets: [WidgetRule]

    package init(
        mqtt: MQTTSettings,
        pushward: PushWardSettings,
        moreAccounts: [PushWardSettings] = [],
        taps: TapSettings? = nil,
        http: ListenAddress? = nil,
        log: LogSettings = LogSettings(),
        stateDirectory: String? = nil,
        activities: [ActivityRule] = [],
        notifications: [NotificationRule] = [],
        widgets: [WidgetRule] = []
    ) {
        self.mqtt = mqtt
        self.pushward = pushward
        self.moreAccounts = moreAccounts
        self.taps = taps
        self.http = http
        self.log = log
        self.stateDirectory = stateDirectory
        self.activities = activities
        self.notifications = notifications
        self.widgets = widgets
    }

    /// All accounts, in the order of the file; a rule's `accounts` are places in it.
    package var accounts: [PushWardSettings] { [pushward] + moreAccounts }
}
