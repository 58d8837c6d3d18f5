/// Texts as names for machines, as Home Assistant's `slugify` makes them.
enum Slug {
    /// The text in lower case with everything but ASCII letters and digits as separators.
    ///
    /// Letters of the Latin, Greek and Cyrillic scripts become their Latin base letters; others become separators.
    static func make(_ text: String, separator: String) -> String {
        let letters = latin(text.lowercased())
        var output: [UInt8] = []
        let dash = UInt8(ascii: "-")
        for (place, byte) in letters.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                output.append(byte)
            case UInt8(ascii: ",") where isDigit(letters, place - 1) && isDigit(letters, place + 1): break
            default: if output.last != dash, !output.isEmpty { output.append(dash) }
            }
        }
        if output.last == dash { output.removeLast() }
        let slug = String(decoding: output, as: UTF8.self)
        return separator == "-" ? slug : slug.split(separator: "-").joined(separator: separator)
    }

    private static func isDigit(_ bytes: [UInt8], _ place: Int) -> Bool {
        bytes.indices.contains(place) && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place])
    }

    private static func latin(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar == "'" {
                output.append(UInt8(ascii: "-"))
            } else if scalar.isASCII {
                output.append(UInt8(scalar.value))
            } else if let letters = table[scalar] {
                output.append(contentsOf: letters.utf8)
            } else if ignored(scalar) {
                continue
            } else if scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit,
                let value = scalar.properties.numericValue
            {
                output.append(contentsOf: String(Int(value)).utf8)
            } else {
                output.append(UInt8(ascii: "-"))
            }
        }
        return output
    }

    /// Accents that stand alone, curly quotes and signs that only soften a letter.
    private static func ignored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return true
        default: return ["\u{2018}", "\u{2019}", "\u{201B}", "ь", "ъ"].contains(scalar)
        }
    }

    private static let table: [Unicode.Scalar: String] = {
        var result: [Unicode.Scalar: String] = [
            "°": "deg", "€": "eur", "£": "ps", "©": "(c)", "®": "(r)", "™": "tm", "½": "1-2", "¼": "1-4",
            "¾": "3-4",
            "ª": "a", "º": "o", "ŉ": "n", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ĳ": "ij", "ǆ": "dz", "ǉ": "lj",
            "ǌ": "nj",
        ]
        for (latin, letters) in groups {
            for letter in letters.unicodeScalars { result[letter] = latin }
        }
        return result
    }()

    private static let groups: [(latin: String, letters: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặаα"),
        ("ae", "æ"),
        ("b", "ḃḅḇƀбβ"),
        ("c", "çćĉċčḉ"),
        ("ch", "ч"),
        ("d", "ďḋḍḏḑḓđðдδ"),
        ("dz", "ǆǳ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệеэεη"),
        ("f", "ḟф"),
        ("g", "ĝğġģǧǵḡǥґгγ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịıийιі"),
        ("ia", "я"),
        ("ie", "є"),
        ("ij", "ĳ"),
        ("io", "ё"),
        ("iu", "ю"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵкκ"),
        ("kh", "хχ"),
        ("l", "ĺļľḷḹḻḽłƚлλ"),
        ("lj", "ǉ"),
        ("m", "ḿṁṃмμ"),
        ("n", "ñńņňǹṅṇṉṋŋнν"),
        ("nj", "ǌ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøоοω"),
        ("oe", "œ"),
        ("p", "ṕṗпπ"),
        ("ph", "φ"),
        ("ps", "ψ"),
        ("r", "ŕŗřȑȓṙṛṝṟрρ"),
        ("s", "śŝşšſșṡṣṥṧṩẛсσς"),
        ("sh", "ш"),
        ("shch", "щ"),
        ("ss", "ß"),
        ("t", "ţťțṫṭṯṱẗŧтτ"),
        ("th", "þθ"),
        ("ts", "ц"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉуυµ"),
        ("v", "ṽṿв"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍξ×"),
        ("y", "ýÿŷȳẏẙỳỵỷỹы"),
        ("yi", "ї"),
        ("z", "źżžẑẓẕƶзζ"),
        ("zh", "ж"),
    ]
}
