internal import Values

/// The tags that a mapping file may use.
enum Tags {
    struct Context {
        let session: ReadingSession
        let file: String
        /// Whether files and variables may be read; not inside a secrets file.
        let isActive: Bool
    }

    private static let names = ["!secret", "!env", "!file", "!include"]
    private static let corePrefix = "tag:yaml.org,2002:"

    static func isCoreCollection(_ tag: String) -> Bool {
        tag == "!" || tag == corePrefix + "map" || tag == corePrefix + "seq"
    }

    /// What a failed tag leaves behind.
    static func unresolved(at mark: SourceMark) -> MarkedScalar {
        MarkedScalar(text: "", isPlain: true, isUnresolved: true, mark: mark)
    }

    /// The node that a scalar with a tag stands for.
    static func resolving(_ scalar: MarkedScalar, _ tag: String?, in context: Context) -> MarkedNode {
        guard let tag else { return .scalar(scalar) }
        if tag == "!" || tag.hasPrefix(corePrefix) {
            var text = scalar
            if tag == "!" || tag == corePrefix + "str" { text.isPlain = false }
            return .scalar(text)
        }
        guard context.isActive, names.contains(tag) else {
            report(unknown: tag, scalar, context)
            return .scalar(unresolved(at: scalar.mark))
        }
        guard !scalar.text.isEmpty else {
            let hint = tag == "!secret" || tag == "!env" ? "a name" : "a path"
            context.session.report("`\(tag)` lacks \(hint)", hint: nil, at: scalar.mark)
            return .scalar(unresolved(at: scalar.mark))
        }
        return value(of: tag, scalar, context) ?? .scalar(unresolved(at: scalar.mark))
    }

    private static func report(unknown tag: String, _ scalar: MarkedScalar, _ context: Context) {
        guard context.isActive else {
            context.session.report("`\(tag)` cannot be used in a secrets file", at: scalar.mark)
            return
        }
        let nearest = NearestName.find(tag, in: names).map { "did you mean `\($0)`?" }
        let hint = nearest ?? "known are \(names.map { "`\($0)`" }.joined(separator: ", "))"
        context.session.report("unknown tag `\(tag)`", hint: hint, at: scalar.mark)
    }

    private static func value(of tag: String, _ scalar: MarkedScalar, _ context: Context) -> MarkedNode? {
        let session = context.session
        var result = scalar
        result.isSecret = true
        result.isPlain = false
        result.stretches = []
        switch tag {
        case "!include": return session.include(scalar.text, from: context.file, at: scalar.mark)
        case "!secret":
            guard let secret = session.secret(scalar.text, from: context.file, at: scalar.mark) else {
                return nil
            }
            result.text = secret.text
            result.isPlain = secret.isPlain
        case "!env":
            guard let text = session.environmentText(scalar.text, at: scalar.mark) else { return nil }
            result.text = text
        default:
            guard let text = session.fileText(scalar.text, from: context.file, at: scalar.mark) else {
                return nil
            }
            result.text = text
        }
        return .scalar(result)
    }
}
