/// How a tap on a button that publishes comes back (design section 8).
package enum WayHome: Sendable, Hashable {
    /// The phone calls a URL that starts like this, without a slash at its end.
    case url(String)
    /// PushWard records the tap, and it is read there: no port, no name, no certificate.
    case recorded
}

extension Mapping {
    /// How taps come home: by `taps.public_url`, else recorded by PushWard.
    package var wayHome: WayHome { taps?.publicURL.map(WayHome.url) ?? .recorded }
}
