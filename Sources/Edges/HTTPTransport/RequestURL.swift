package import Values

/// The URL of a request, with its query.
package enum RequestURL {
    /// The target with the query appended, or nil where it is no `http` or `https` URL or holds spaces or controls.
    package static func text(of request: HTTPRequest) -> String? {
        let target = request.target
        let scheme = target.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", target.dropFirst(scheme.count).hasPrefix("://") else {
            return nil
        }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        guard !request.query.isEmpty else { return target }
        let separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return target + separator + query(request.query)
    }

    /// Scheme, host and port of the target: what shares connections.
    static func host(of request: HTTPRequest) -> String {
        let parts = request.target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/").lowercased()
    }

    /// The pairs as a query: `a=1&b=x%20y`.
    package static func query(_ pairs: [HTTPRequest.Pair]) -> String {
        pairs.map { "\(PercentEncoding.encoding($0.name))=\(PercentEncoding.encoding($0.value))" }.joined(
            separator: "&"
        )
    }
}
