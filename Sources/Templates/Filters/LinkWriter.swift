/// Turns addresses in a text into links, as Jinja's `urlize` does.
struct LinkWriter {
    let limit: Int?
    let relations: String
    let target: String?
    let schemes: [String]

    /// `escaped` is the text, escaped for HTML.
    func text(_ escaped: String) -> String {
        var output = ""
        var word = ""
        for scalar in escaped.unicodeScalars {
            if TextClass.isSpace(scalar) {
                output += link(word)
                word = ""
                output.unicodeScalars.append(scalar)
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return output + link(word)
    }

    private func link(_ word: String) -> String {
        var (head, middle, tail) = ("", word, "")
        while let lead = ["(", "<", "&lt;"].first(where: { middle.hasPrefix($0) }) {
            head += lead
            middle = String(middle.dropFirst(lead.count))
        }
        while let end = [")", ">", ".", ",", "&gt;"].first(where: { middle.hasSuffix($0) }) {
            tail = end + tail
            middle = String(middle.dropLast(end.count))
        }
        for (open, close) in [("(", ")"), ("<", ">"), ("&lt;", "&gt;")] {
            let opened = count(open, middle)
            guard opened > count(close, middle) else { continue }
            for _ in 0..<min(opened, count(close, tail)) {
                guard let range = find(close, tail) else { break }
                middle += tail[..<range]
                tail = String(tail[range...])
            }
        }
        return head + address(middle) + tail
    }

    private func count(_ part: String, _ text: String) -> Int {
        TextMethods.count(Array(part.utf8), in: Array(text.utf8))
    }

    /// The index behind the first occurrence.
    private func find(_ part: String, _ text: String) -> String.Index? {
        TextSearch.find(Array(part.utf8), in: Array(text.utf8), from: 0).map {
            text.utf8.index(text.utf8.startIndex, offsetBy: $0 + part.utf8.count)
        }
    }

    private func address(_ text: String) -> String {
        if text.hasPrefix("https://") || text.hasPrefix("http://") {
            return isHost(text) ? anchor(text, text) : text
        }
        if isHost(text) { return anchor("https://" + text, text) }
        if text.hasPrefix("mailto:"), isMail(String(text.dropFirst(7))) {
            return anchor(text, String(text.dropFirst(7)), plain: true)
        }
        if text.contains("@"), !text.hasPrefix("www."), !text.contains(":"), isMail(text) {
            return anchor("mailto:" + text, text, plain: true)
        }
        for scheme in schemes where text != scheme && text.hasPrefix(scheme) { return anchor(text, text) }
        return text
    }

    private func anchor(_ url: String, _ label: String, plain: Bool = false) -> String {
        let relation = plain || relations.isEmpty ? "" : " rel=\"\(MarkupText.escape(relations))\""
        let frame = plain ? "" : target.map { " target=\"\(MarkupText.escape($0))\"" } ?? ""
        var shown = label
        if !plain, let limit, label.unicodeScalars.count > limit {
            // A negative limit counts from the end, as Python's slices do.
            let scalars = label.unicodeScalars
            let shownCount = limit < 0 ? max(0, scalars.count + max(limit, -scalars.count)) : limit
            shown = String(String.UnicodeScalarView(scalars.prefix(shownCount))) + "..."
        }
        return "<a href=\"\(url)\"\(relation)\(frame)>\(shown)</a>"
    }

    private func isMail(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return false }
        let host = text[text.index(after: at)...]
        guard let dot = host.lastIndex(of: "."), dot > host.startIndex else { return false }
        let last = host[host.index(after: dot)...].unicodeScalars
        return !last.isEmpty && last.allSatisfy(TextClass.isWord)
            && host.unicodeScalars.allSatisfy { TextClass.isWord($0) || $0 == "." || $0 == "-" }
            && host.unicodeScalars.first.map(TextClass.isWord) == true
    }

    /// A host with a known form, with or without a scheme, port and path.
    private func isHost(_ text: String) -> Bool {
        var rest = text[...]
        var hasScheme = false
        for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            hasScheme = true
        }
        let isWeb = hasScheme || rest.hasPrefix("www.")
        if !hasScheme, rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        let host = rest.prefix { !":/?#".contains($0) }
        guard !host.isEmpty, isPortAndPath(rest.dropFirst(host.count)) else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard
            labels.allSatisfy({
                !$0.isEmpty && $0.unicodeScalars.allSatisfy { TextClass.isWord($0) || $0 == "%" || $0 == "-" }
            }),
            let top = labels.last?.lowercased()
        else { return false }
        if hasScheme, labels.count == 4, labels.allSatisfy({ Int($0) != nil && $0.count <= 3 }) {
            return true
        }
        if isWeb {
            let isLetters = (2...63).contains(top.count) && top.allSatisfy { $0.isASCII && $0.isLetter }
            return isLetters || top.hasPrefix("xn--")
        }
        return labels.count >= 2 && ["com", "net", "int", "edu", "gov", "org", "info", "mil"].contains(top)
    }

    private func isPortAndPath(_ text: Substring) -> Bool {
        var rest = text
        if rest.hasPrefix(":") {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard (1...5).contains(digits.count) else { return false }
            rest = rest.dropFirst(1 + digits.count)
        }
        return rest.isEmpty || "/?#".contains(rest.first ?? " ")
    }
}
