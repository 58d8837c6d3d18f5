import PushWardAPI
import Values

/// Tells what is known of a value without running: a literal that PushWard would refuse or that would be cut.
struct LiteralCheck {
    let findings: Findings

    /// Whether the field can take the literal; what is changed about it is warned of.
    func check(_ scalar: MarkedScalar, _ kind: FieldSpec.Kind, _ name: String) -> Bool {
        let report = kind.coerceReporting(.string(scalar.text))
        if case .invalid(let reason) = report.coercion {
            guard !scalar.isSecret else {
                findings.error(scalar.mark, "`\(name)` cannot take this secret")
                return false
            }
            let (message, hint) = Self.split(reason)
            findings.error(scalar.mark, "`\(name)`: \(message)", hint: hint)
            return false
        }
        for remark in report.remarks {
            findings.warning(
                scalar.mark,
                "`\(name)`: \(scalar.isSecret ? "the secret is cut or clamped" : remark)"
            )
        }
        return true
    }

    /// A reason whose last part says what to do: `…; did you mean red?`.
    private static func split(_ reason: String) -> (message: String, hint: String?) {
        var place = reason.endIndex
        while place > reason.startIndex {
            place = reason.index(before: place)
            if reason[place...].hasPrefix("; did you mean") {
                return (String(reason[..<place]), String(reason[place...].dropFirst(2)))
            }
        }
        return (reason, nil)
    }
}
