import Values

/// The tags of the language, to find the one that a person may have meant.
enum NearestTag {
    private static let names = [
        "if", "elif", "else", "endif", "for", "endfor", "set", "endset", "with", "endwith", "macro",
        "endmacro",
        "call", "endcall", "filter", "endfilter", "raw", "endraw", "do", "break", "continue", "print",
        "block",
        "endblock", "include",
    ]

    static func find(_ name: String) -> String? {
        let nearest = NearestName.find(name, in: names)
        return nearest == name ? nil : nearest
    }
}
