/// The names inside a template's braces, with their places, as far as diagnostics need them.
///
/// The template language decides what is valid; this only looks for what stands where.
struct TemplateNames {
    struct Name {
        var text: String
        /// Counted from 1.
        var line: Int
        /// Counted from 1, in code points.
        var column: Int
        /// The name before it where this is an attribute (`activity` in `activity.elapsed`), or nil.
        var owner: String?
        /// Whether it stands behind a dot.
        var isAttribute: Bool
        /// The text between quotes that is its first argument, or nil.
        var firstText: String?
    }

    private(set) var names: [Name] = []

    init(_ source: String) {
        var scanner = Scanner(text: Array(source.unicodeScalars))
        names = scanner.names()
    }

    /// Where a name that is no attribute stands first.
    func first(_ text: String) -> Name? { names.first { $0.text == text && !$0.isAttribute } }

    private struct Scanner {
        let text: [Unicode.Scalar]
        var place = 0
        var line = 1
        var column = 1

        init(text: [Unicode.Scalar]) {
            self.text = text
        }

        private func peek(_ offset: Int = 0) -> Unicode.Scalar {
            let index = place + offset
            return index < text.count ? text[index] : "\0"
        }

        private mutating func advance() {
            if peek() == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
            place += 1
        }

        mutating func names() -> [Name] {
            var names: [Name] = []
            while place < text.count {
                guard peek() == "{", peek(1) == "{" || peek(1) == "%" || peek(1) == "#" else {
                    advance()
                    continue
                }
                let isComment = peek(1) == "#"
                advance()
                advance()
                if isComment { skipComment() } else { inside(&names) }
            }
            return names
        }

        private mutating func skipComment() {
            while place < text.count, !(peek() == "#" && peek(1) == "}") { advance() }
        }

        private mutating func inside(_ names: inout [Name]) {
            var owner: String?
            var isAttribute = false
            while place < text.count {
                let scalar = peek()
                if scalar == "}" || scalar == "%", peek(1) == "}" { return }
                if scalar == "'" || scalar == "\"" {
                    _ = quoted()
                } else if Self.isPart(scalar) {
                    var name = Name(
                        text: "",
                        line: line,
                        column: column,
                        owner: owner,
                        isAttribute: isAttribute
                    )
                    while Self.isPart(peek()) {
                        name.text.unicodeScalars.append(peek())
                        advance()
                    }
                    name.firstText = argument()
                    if NameScope.isName(name.text) { names.append(name) }
                    owner = isAttribute ? nil : name.text
                    isAttribute = false
                    continue
                } else if scalar == "." {
                    isAttribute = true
                    advance()
                    continue
                } else {
                    advance()
                }
                owner = nil
                isAttribute = false
            }
        }

        /// The text in `('text'`, without moving on.
        private func argument() -> String? {
            var copy = self
            guard copy.peek() == "(" else { return nil }
            copy.advance()
            while copy.peek() == " " { copy.advance() }
            guard copy.peek() == "'" || copy.peek() == "\"" else { return nil }
            return copy.quoted()
        }

        private mutating func quoted() -> String {
            let quote = peek()
            var inner = ""
            advance()
            while place < text.count, peek() != quote {
                if peek() == "\\" { advance() }
                inner.unicodeScalars.append(peek())
                advance()
            }
            advance()
            return inner
        }

        private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "_"
                || (scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
        }
    }
}
