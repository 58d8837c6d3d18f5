import Synchronization

/// Collects what comes from another thread.
package final class Recorder<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])

    package init() {}

    package func append(_ element: Element) {
        list.withLock { $0.append(element) }
    }

    package var all: [Element] { list.withLock { $0 } }
    package var count: Int { list.withLock { $0.count } }

    package func removeAll() {
        list.withLock { $0 = [] }
    }

    /// The first element for which `body` gives something, within `limit`.
    package func first<Result>(
        within limit: Duration = .seconds(15),
        _ body: (Element) -> Result?
    ) async -> Result? {
        var found: Result?
        _ = await eventually(within: limit) {
            found = all.lazy.compactMap(body).first
            return found != nil
        }
        return found
    }
}
