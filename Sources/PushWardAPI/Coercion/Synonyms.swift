/// Words that sources use for PushWard's choices.
enum Synonyms {
    /// For a word in lower case, with `-` for `_` and spaces, the choices that it may mean, the nearest first.
    static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for (meanings, words) in rows {
            for word in words { table[word, default: []].append(contentsOf: meanings) }
        }
        return table
    }()

    private static let rows: [(meanings: [String], words: [String])] = [
        // Severities, and the levels of log lines.
        (["warn", "warning"], ["warn", "warning", "wrn", "w", "medium", "moderate", "minor", "caution"]),
        (
            ["error", "critical"],
            [
                "error", "err", "e", "critical", "crit", "fatal", "emergency", "emerg", "alert", "alarm",
                "severe",
                "high", "major", "danger", "extreme",
            ]
        ),
        (
            ["info"],
            [
                "information", "informational", "i", "notice", "debug", "trace", "ok", "okay", "normal",
                "success",
                "low", "none", "good", "clear", "resolved",
            ]
        ),
        // What players say: Home Assistant, sonos2mqtt (UPnP), MPD, Kodi, Squeezebox.
        (["playing"], ["play", "resumed", "resume", "started"]),
        // `on` of a player says that nothing more is known: PushWard's own default.
        (["paused"], ["pause", "paused-playback", "on"]),
        (
            ["stopped"],
            [
                "stop", "idle", "off", "standby", "stand-by", "ended", "finished", "none", "no-media",
                "no-media-present", "inactive", "disconnected",
            ]
        ),
        (["buffering"], ["buffer", "loading", "transitioning", "connecting", "seeking", "opening"]),
        // Directions.
        (
            ["up"],
            [
                "rising", "rise", "increasing", "increase", "upward", "upwards", "count-up", "countup",
                "higher", "↑", "+",
            ]
        ),
        (
            ["down"],
            [
                "falling", "fall", "decreasing", "decrease", "downward", "downwards", "count-down",
                "countdown",
                "lower", "↓",
            ]
        ),
        (["flat"], ["stable", "steady", "unchanged", "constant", "same", "level", "→", "="]),
        // Prices.
        (["low"], ["cheap", "very-cheap"]),
        (["medium"], ["normal", "average"]),
        (["high"], ["expensive", "very-expensive"]),
        // The rest.
        (["logarithmic"], ["log", "log10"]),
        (["linear"], ["lin"]),
        (["circle"], ["round", "circular"]),
        (["square"], ["rectangle", "album"]),
        (["poster"], ["portrait"]),
        (["destructive"], ["danger", "dangerous", "delete"]),
        (["primary"], ["default", "main"]),
        (["time-sensitive"], ["timesensitive", "urgent"]),
        (["active"], ["default", "normal"]),
        (["passive"], ["silent", "quiet"]),
        (["image"], ["picture", "photo", "gif", "jpeg", "jpg", "png"]),
        (["video"], ["movie", "mp4"]),
        (["audio"], ["sound", "music", "mp3"]),
    ]
}
