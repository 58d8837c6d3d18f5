/// Texts as names for machines, as Home Assistant's `slugify` makes them.
enum Slug {
    /// The text in lower case with everything but ASCII letters and digits as separators.
    ///
    /// Letters of the Latin, Greek and Cyrillic scripts become their Latin base letters; others become separators.
    static func make(_ text: String, separator: String) -> String {
        let letters = latin(Entities.decode(text).lowercased())
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
            "ª": "a", "¢": "c", "¥": "y", "№": "no", "℃": "degc", "℉": "degf", "⅓": "1-3", "⅔": "2-3",
            "⅛": "1-8", "ℓ": "l", "º": "o", "ŉ": "n", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ĳ": "ij", "ǆ": "dz",
            "ǉ": "lj",
            "ǌ": "nj",
        ]
        for (latin, letters) in groups {
            for letter in letters.unicodeScalars { result[letter] = latin }
        }
        return result
    }()

    private static let groups: [(latin: String, letters: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặаαά"),
        ("ae", "æǣǽ"),
        ("b", "ḃḅḇƀбβϐ"),
        ("c", "çćĉċčḉ"),
        ("ch", "ч"),
        ("d", "ďḋḍḏḑḓđðдδ"),
        ("dj", "ђ"),
        ("dz", "ǆǳѕ"),
        ("dzh", "џ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệеэεηёѐєέήϵ"),
        ("f", "ḟфƒ"),
        ("g", "ĝğġģǧǵḡǥґгγѓ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịıийιіїѝΐίϊ"),
        ("ia", "я"),
        ("ij", "ĳ"),
        ("iu", "ю"),
        ("j", "ĵǰј"),
        ("k", "ķǩḱḳḵкκќϰ"),
        ("kh", "хχ"),
        ("ks", "ξ"),
        ("l", "ĺļľḷḹḻḽłƚлλ"),
        ("lj", "ǉљ"),
        ("m", "ḿṁṃмμµ"),
        ("n", "ñńņňǹṅṇṉṋнν"),
        ("ng", "ŋ"),
        ("nj", "ǌњ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøоοωǿόώ"),
        ("oe", "œ"),
        ("p", "ṕṗпπϖ"),
        ("ph", "φϕ"),
        ("ps", "ψ"),
        ("r", "ŕŗřȑȓṙṛṝṟрρϱ"),
        ("s", "śŝşšſșṡṣṥṧṩẛсσςϲ"),
        ("sh", "ш"),
        ("shch", "щ"),
        ("ss", "ß§"),
        ("t", "ţťțṫṭṯṱẗŧтτ"),
        ("th", "þθϑ"),
        ("ts", "ц"),
        ("tsh", "ћ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉуυўΰϋύ"),
        ("v", "ṽṿв"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍ×"),
        ("y", "ýÿŷȳẏẙỳỵỷỹы"),
        ("z", "źżžẑẓẕƶзζʒ"),
        ("zh", "ж"),
    ]
}
