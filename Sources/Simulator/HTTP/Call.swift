import Values

/// A request on its way through the simulator: split path, decoded query, and the means to read its body.
struct Call: Sendable {
    /// The largest body that is read.
    static let maxBodyBytes = 1 << 20

    let request: HTTPRequest
    let method: String
    /// The path as it was asked for, with its leading slash.
    let path: String
    /// The decoded segments of the path.
    let segments: [String]
    let query: [HTTPRequest.Pair]
    let parseJSON: JSONParser

    init(_ request: HTTPRequest, parseJSON: JSONParser) {
        self.request = request
        self.parseJSON = parseJSON
        method = request.method.uppercased()
        var target = request.target[...]
        if let scheme = target.firstRange(ofText: "://") {
            let afterScheme = target[scheme...].dropFirst(3)
            target = afterScheme.firstIndex(of: "/").map { afterScheme[$0...] } ?? "/"
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let bare = String(parts.first ?? "/")
        path = bare.isEmpty ? "/" : bare
        segments = path.split(separator: "/").map { PercentCoding.decode(String($0)) }
        let inline = parts.count > 1 ? PercentCoding.queryItems(String(parts[1])) : []
        query = request.query + inline
    }

    func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// A whole number of the query within a range, or the value for where it is absent.
    func queryInteger(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(Failure)
        -> Int
    {
        guard let text = queryValue(name) else { return fallback }
        guard let number = Int(text) else {
            throw .schema("query.\(name)", "expected an integer")
        }
        guard range.contains(number) else {
            throw .schema(
                "query.\(name)",
                "expected a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    func queryFlag(_ name: String) throws(Failure) -> Bool {
        switch queryValue(name) {
        case nil, "false": false
        case "true": true
        default: throw .schema("query.\(name)", "expected a boolean")
        }
    }

    /// The object in the body of a `POST`.
    func postBody() throws(Failure) -> JSONObject {
        guard !request.body.isEmpty else { throw Failure(400, nil, "request body is required") }
        try checkContentType(["application/json"])
        let value = try parsedBody(malformed: Failure(400, nil, "the body is not JSON"))
        guard let object = value.objectValue else { throw .schema("body", "expected an object") }
        return object
    }

    /// The object in the body of a merge patch; `code` is what malformed JSON is answered with.
    func patchBody(malformed code: String = "request.body_invalid") throws(Failure) -> JSONObject {
        guard !request.body.isEmpty else {
            throw Failure(400, "request.body_required", "request body is required")
        }
        try checkContentType(["application/merge-patch+json", "application/json"])
        let value = try parsedBody(malformed: Failure(400, code, "the body is not JSON"))
        guard let object = value.objectValue else {
            throw Failure(400, code, "the body must be a JSON object")
        }
        return object
    }

    private func parsedBody(malformed: Failure) throws(Failure) -> JSON {
        guard request.body.count <= Self.maxBodyBytes else {
            throw Failure(413, nil, "the body is larger than \(Self.maxBodyBytes) bytes")
        }
        do throws(JSONSyntaxError) {
            return try parseJSON(request.body)
        } catch {
            var failure = malformed
            failure.detail += ": \(error)"
            throw failure
        }
    }

    private func checkContentType(_ allowed: [String]) throws(Failure) {
        let written = request.header("Content-Type") ?? ""
        let mediaType = written.split(separator: ";").first.map(String.init) ?? ""
        guard allowed.contains(mediaType.trimmed.lowercased()) else {
            throw Failure(415, nil, "content type \"\(written)\" is not supported, use \(allowed[0])")
        }
    }
}
