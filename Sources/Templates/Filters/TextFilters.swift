/// Filters on texts.
enum TextFilters {
    static let all: [Builtin] = [
        upper, lower, capitalize, title, trim, replace, truncate, wordwrap, wordcount, indent, center, string,
        format,
        slugify, ord,
    ]

    private static func simple(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Builtin {
        Builtin(name, "s") { a, run throws(TemplateError) in
            let text = try run.text(a.value(0))
            try run.make(text.utf8.count)
            // Jinja's `title` puts its text together anew, without the mark.
            return name == "title"
                ? .string(change(text)) : MarkupText.marked(.string(change(text)), like: a.value(0))
        }
    }

    static let upper = simple("upper") { $0.uppercased() }
    static let lower = simple("lower") { $0.lowercased() }
    static let capitalize = simple("capitalize", TextCase.capitalized)
    static let title = simple("title") { text in
        var output = ""
        var word = String.UnicodeScalarView()
        var wasSeparator: Bool?
        func flush() {
            guard let first = word.first else { return }
            output +=
                String(first).uppercased() + String(String.UnicodeScalarView(word.dropFirst())).lowercased()
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            let isSeparator = TextClass.isSpace(scalar) || "-({[<".unicodeScalars.contains(scalar)
            if let wasSeparator, wasSeparator != isSeparator { flush() }
            wasSeparator = isSeparator
            word.append(scalar)
        }
        flush()
        return output
    }

    static let trim = Builtin("trim", "value, chars=") { a, run throws(TemplateError) in
        let text = TextClass.strip(try run.text(a.value(0)), try a.optionalText(1))
        return MarkupText.marked(.string(text), like: a.value(0))
    }

    static let replace = Builtin("replace", "s, old, new, count=") { a, run throws(TemplateError) in
        let text = try run.text(a.value(0))
        let result = try TextMethods.replacing(
            text,
            try run.text(a.value(1)),
            try run.text(a.value(2)),
            try a.optionalInt(3) ?? -1,
            run
        )
        return .string(result)
    }

    static let truncate = Builtin("truncate", "s, length=, killwords=, end=, leeway=") {
        a,
        run throws(TemplateError) in
        let length = try a.int(1, or: 255)
        let end = try a.text(3, or: "...")
        let leeway = try a.optionalInt(4) ?? 5
        let endCount = end.unicodeScalars.count
        guard length >= endCount, leeway >= 0 else {
            throw .failed("'truncate' needs a length of at least \(endCount)")
        }
        // What is short enough is left as it is, whatever it is.
        if try run.length(a.value(0)) <= length + leeway { return a.value(0) }
        let text = try a.text(0, or: "")
        let scalars = Array(text.unicodeScalars)
        try run.make(scalars.count)
        var kept = scalars[..<(length - endCount)]
        if try !a.flag(2, run), let space = kept.lastIndex(of: " ") { kept = kept[..<space] }
        let head = String(String.UnicodeScalarView(kept))
        if case .markup = a.value(0) { return .markup(head + MarkupText.escape(end)) }
        return .string(head + end)
    }

    static let wordwrap = Builtin("wordwrap", "s, width=, break_long_words=, wrapstring=, break_on_hyphens=")
    {
        a,
        run throws(TemplateError) in
        let text = try a.text(0, or: "")
        let width = try a.int(1, or: 79)
        guard width > 0 else { throw .failed("'wordwrap' needs a width above 0") }
        let separator = try a.optionalText(3) ?? "\n"
        let wrapper = TextWrapper(
            width: width,
            breaksLongWords: try a.flag(2, run, or: true),
            breaksOnHyphens: try a.flag(4, run, or: true)
        )
        try run.make(text.utf8.count * 2)
        let lines = TextMethods.lines(text, keepsEnds: false)
        return .string(
            lines.map { wrapper.wrap($0).joined(separator: separator) }.joined(separator: separator)
        )
    }

    static let wordcount = Builtin("wordcount", "s") { a, run throws(TemplateError) in
        let text = try run.text(a.value(0))
        try run.make(text.utf8.count)
        var count = 0
        var isInside = false
        for scalar in text.unicodeScalars {
            let isWord = TextClass.isWord(scalar)
            if isWord, !isInside { count += 1 }
            isInside = isWord
        }
        return .int(count)
    }

    static let indent = Builtin("indent", "s, width=, first=, blank=") { a, run throws(TemplateError) in
        guard let text = a.value(0).text else {
            throw a.value(0).unusable ?? .failed("'indent' wants a text, not a \(a.value(0).typeName)")
        }
        let indention: String
        if let word = a[1]?.text {
            indention = word
        } else {
            let width = max(0, try a.int(1, or: 4))
            try run.make(width)
            indention = String(repeating: " ", count: width)
        }
        let indentsBlank = try a.flag(3, run)
        let lines = TextMethods.lines(text + "\n", keepsEnds: false)
        try run.make(text.utf8.count + lines.count * indention.utf8.count)
        var output = ""
        for (place, line) in lines.enumerated() {
            if place > 0 {
                output += "\n"
                if indentsBlank || !line.isEmpty { output += indention }
            }
            output += line
        }
        let result = try a.flag(2, run) ? indention + output : output
        return MarkupText.marked(.string(result), like: a.value(0))
    }

    static let center = Builtin("center", "value, width=") { a, run throws(TemplateError) in
        let text = try run.text(a.value(0))
        let centered = try TextMethods.centered(text, try a.int(1, or: 80), " ", run)
        return MarkupText.marked(.string(centered), like: a.value(0))
    }

    static let string = Builtin("string", "s") { a, run throws(TemplateError) in
        if case .markup = a.value(0) { return a.value(0) }
        return .string(try run.text(a.value(0)))
    }

    static let format = Builtin("format", "value, *args, **kwargs") { a, run throws(TemplateError) in
        guard a.rest.isEmpty || a.named.isEmpty else {
            throw .failed("'format' takes values by place or by name, not both")
        }
        let text = try run.text(a.value(0))
        let values: Value =
            a.named.isEmpty
            ? .tuple(a.rest) : .dict(ValueDictionary(a.named.map { (Value.string($0.name), $0.value) }))
        return try run.percentFormat(a.value(0), text, values)
    }

    static let slugify = Builtin("slugify", "value, separator=") { a, run throws(TemplateError) in
        if case .none = a.value(0) { return .string("") }
        let text = try run.text(a.value(0))
        try run.make(text.utf8.count)
        if text.isEmpty { return .string("") }
        let slug = Slug.make(text, separator: try a.text(1, or: "_"))
        return .string(slug.isEmpty ? "unknown" : slug)
    }

    static let ord = Builtin("ord", "c") { a, run throws(TemplateError) in
        if case .bytes(let bytes) = a.value(0), bytes.count == 1 { return .int(Int(bytes[0])) }
        guard let text = a.value(0).text, text.unicodeScalars.count == 1,
            let scalar = text.unicodeScalars.first
        else {
            throw a.value(0).unusable ?? .failed("'ord' wants one character")
        }
        return .int(Int(scalar.value))
    }
}

/// Upper and lower case as Python sets them.
enum TextCase {
    static func capitalized(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return text }
        return first.properties.titlecaseMapping
            + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst())).lowercased()
    }

    /// Each run of letters with a capital, as `str.title`.
    static func titled(_ text: String) -> String {
        var output = ""
        var wasCased = false
        for scalar in text.unicodeScalars {
            output += wasCased ? scalar.properties.lowercaseMapping : scalar.properties.titlecaseMapping
            wasCased = TextClass.isCased(scalar)
        }
        return output
    }

    static func swapped(_ text: String) -> String {
        text.unicodeScalars.map {
            TextClass.isUpper($0)
                ? $0.properties.lowercaseMapping
                : TextClass.isLower($0) ? $0.properties.uppercaseMapping : String($0)
        }.joined()
    }
}
