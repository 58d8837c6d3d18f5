package import Values

/// What the language needs of libraries at the edge and of the system, handed in so that it stays pure.
package struct TemplateServices: Sendable {
    package var parseJSON: JSONParser
    /// Regular expressions.
    package var patterns: PatternCompiler
    /// Hashes of bytes.
    package var digests: TemplateDigests
    /// The zone of `now()`, `as_local` and of times without a zone.
    package var localZone: Zone
    /// The bytes of a zone's file (TZif) by the zone's name.
    package var zoneFile: @Sendable (String) -> [UInt8]?
    /// Decodes a picture, small enough for a ThumbHash; nil where the bytes are none.
    package var decodePicture: @Sendable ([UInt8]) -> Pixels?

    /// - Parameters:
    ///   - parseJSON: reads JSON for `from_json`.
    ///   - patterns: compiles regular expressions; without it they fail.
    ///   - digests: hash functions; without them `md5` and its kin fail.
    ///   - localZone: the zone of the house.
    ///   - zoneFile: finds zone files by name, such as `Europe/Warsaw`.
    ///   - decodePicture: decodes JPEG and the like; without it no bytes are a picture.
    package init(
        parseJSON: JSONParser,
        patterns: PatternCompiler = .unavailable,
        digests: TemplateDigests = .unavailable,
        localZone: Zone = .utc,
        zoneFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
        decodePicture: @escaping @Sendable ([UInt8]) -> Pixels? = { _ in nil }
    ) {
        self.decodePicture = decodePicture
        self.parseJSON = parseJSON
        self.patterns = patterns
        self.digests = digests
        self.localZone = localZone
        self.zoneFile = zoneFile
    }

    /// The zone of a name such as `Europe/Warsaw`, or of a POSIX rule; nil where there is none.
    package func zone(named name: String) -> Zone? {
        if name == "UTC" { return .utc }
        if let bytes = zoneFile(name), let rules = ZoneRules(name: name, tzif: bytes) { return .rules(rules) }
        return ZoneRules(posix: name).map { .rules($0) }
    }
}

/// Hash functions, each from bytes to bytes.
package struct TemplateDigests: Sendable {
    package typealias Digest = @Sendable ([UInt8]) -> [UInt8]

    package var md5: Digest?
    package var sha1: Digest?
    package var sha256: Digest?
    package var sha512: Digest?

    package init(md5: Digest?, sha1: Digest?, sha256: Digest?, sha512: Digest?) {
        self.md5 = md5
        self.sha1 = sha1
        self.sha256 = sha256
        self.sha512 = sha512
    }

    /// No hash functions.
    package static let unavailable = TemplateDigests(md5: nil, sha1: nil, sha256: nil, sha512: nil)
}

/// Compiles regular expressions with the meaning of Python's `re`.
package struct PatternCompiler: Sendable {
    private let body: @Sendable (String, Bool) throws(PatternError) -> Pattern

    /// - Parameter body: compiles an expression, without regard to case where the flag says so.
    package init(_ body: @escaping @Sendable (String, Bool) throws(PatternError) -> Pattern) {
        self.body = body
    }

    package func callAsFunction(_ expression: String, ignoresCase: Bool) throws(PatternError) -> Pattern {
        try body(expression, ignoresCase)
    }

    /// No regular expressions.
    package static let unavailable = PatternCompiler { (_, _) throws(PatternError) in
        throw PatternError("regular expressions are not available here")
    }
}

/// A compiled regular expression.
package struct Pattern: Sendable {
    /// One match: the bytes of the whole and of each group, nil for a group that took no part.
    package typealias Match = [Range<Int>?]

    /// How a match is looked for.
    package struct Options: Sendable {
        /// Whether it must begin where the search begins.
        package var isAnchored: Bool
        /// Whether it must not be empty where the search begins.
        package var advances: Bool

        package init(isAnchored: Bool, advances: Bool) {
            self.isAnchored = isAnchored
            self.advances = advances
        }
    }

    /// The number of groups, without the whole.
    package let groupCount: Int
    package let groupNames: [String: Int]
    private let body: @Sendable ([UInt8], Int, Options) throws(PatternError) -> Match?

    /// - Parameters:
    ///   - groupCount: the number of groups, without the whole.
    ///   - groupNames: the groups that have a name.
    ///   - body: looks for a match in UTF-8 from a byte on.
    package init(
        groupCount: Int,
        groupNames: [String: Int],
        _ body: @escaping @Sendable ([UInt8], Int, Options) throws(PatternError) -> Match?
    ) {
        self.groupCount = groupCount
        self.groupNames = groupNames
        self.body = body
    }

    package func find(in text: [UInt8], from start: Int, _ options: Options) throws(PatternError) -> Match? {
        try body(text, start, options)
    }
}

/// Why a regular expression does not compile or ran too long.
package struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    /// Whether a limit on work was reached.
    package let isLimit: Bool

    package init(_ message: String, isLimit: Bool = false) {
        self.message = message
        self.isLimit = isLimit
    }

    package var description: String { message }
}
