internal import Glibc

/// What the terminal behind a file descriptor can do.
package enum Terminal {
    /// Whether somebody looks at it.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether colours may be written to it: a terminal that is not dumb, and `NO_COLOR` is not set.
    package static func hasColour(_ descriptor: Int32) -> Bool {
        isTerminal(descriptor) && (Environment.value("NO_COLOR") ?? "").isEmpty
            && Environment.value("TERM") != "dumb"
    }

    /// Its width in columns, or nil where it is no terminal or does not say.
    package static func width(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
