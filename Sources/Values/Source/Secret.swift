/// A text that must not be shown: it prints as `<secret>` wherever it is described.
package struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text itself, for the one place that sends it.
    package let revealed: String

    package init(_ text: String) {
        self.revealed = text
    }

    package var description: String { "<secret>" }
    package var debugDescription: String { "<secret>" }
}
