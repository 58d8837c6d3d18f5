import PushWardAPI
import Testing
import Values

@Suite("Colors and URLs")
struct ColorAndURLTests {
    @Test(
        "Every form of a color that Home Assistant uses becomes one that PushWard takes",
        arguments: [
            ("red", "red"), ("Red", "red"), ("#FF3B30", "#FF3B30"), ("ff3b30", "#FF3B30"),
            ("#8e8e93ff", "#8E8E93FF"),
            ("#abc", "#AABBCC"), ("white", "#FFFFFF"), ("gray", "#808080"), ("grey", "#808080"),
            ("black", "#000000"),
            ("Dark Slate Gray", "#2F4F4F"), ("light_blue", "#ADD8E6"), ("homeassistant", "#18BCF2"),
            ([255, 0, 128], "#FF0080"), ([255, 0, 128, 20], "#FF1389"), ("255, 0, 128", "#FF0080"),
            ("[255, 0, 128]", "#FF0080"), ("rgb(255, 0, 128)", "#FF0080"),
            ("rgba(255,0,128,0.5)", "#FF008080"),
            (["hs": [0, 100]], "#FF0000"), (["hs_color": [120, 100]], "#00FF00"), ("hs(240, 100)", "#0000FF"),
            (["hue": 60, "saturation": 100], "#FFFF00"), (["r": 1, "g": 2, "b": 3], "#010203"),
            (["rgb_color": [1, 2, 3]], "#010203"), (112_233, "#112233"), (6500, "#FFFEFA"),
            ("1000K", "#FF4400"),
            ("40000 K", "#98BAFF"), ([0, 0, 0, 255], "#FFFFFF"), ([0, 0, 0, 0, 200], "#C8C8C8"),
            (["rgbww_color": [255, 0, 0, 0, 0]], "#FF0000"), ([0.701, 0.299], "#FF0000"),
            ("xy(0.136, 0.04)", "#0B00FF"),
            (["color_mode": "xy", "x": 0.172, "y": 0.747], "#00FF01"),
            (["xy_color": [0.3127, 0.329]], "#F5FEFF"),
            ([120, 100], "#00FF00"), ("[240.0, 100.0]", "#0000FF"), (370, "#FFA656"),
            ("370 mired", "#FFA656"),
            (["color_temp": 370], "#FFA656"), (["color_temp_kelvin": 1000], "#FF4400"),
            ("0x12ab34", "#12AB34"), ("magenta", "#FF00FF"),
        ] as [(JSON, String)]
    )
    func colors(source: JSON, expected: String) {
        #expect(FieldSpec.Kind.color.coerce(source) == .value(.string(expected)))
    }

    @Test(
        "The whole object of a light is the color that its mode says",
        arguments: [
            (["color": ["x": 0.172, "y": 0.747], "color_mode": "xy", "color_temp": 370], "#00FF01"),
            (["color": ["hue": 120, "saturation": 100], "color_mode": "hs", "brightness": 20], "#00FF00"),
            (
                [
                    "color": ["hue": 120, "saturation": 100, "x": 0.136, "y": 0.04], "color_mode": "hs",
                    "color_temp": 370,
                ],
                "#00FF00"
            ),
            (["color": ["x": 0.172, "y": 0.747], "color_mode": "color_temp", "color_temp": 370], "#FFA656"),
            (["color": ["r": 0, "g": 255, "b": 0, "c": 0], "color_mode": "rgb", "state": "ON"], "#00FF00"),
            (["color": ["h": 120, "s": 100]], "#00FF00"), (["color": "#00ff00"], "#00FF00"),
            (["color": [0, 255, 0]], "#00FF00"), (["color": ["x": 0.172, "y": 0.747]], "#00FF01"),
            (["HSBColor": "120,100,50", "Color": "007F00"], "#00FF00"),
            (["rgb_color": [0, 255, 0], "color_mode": "color_temp", "color_temp_kelvin": 1000], "#FF4400"),
            (["rgb_color": [0, 255, 0], "color_mode": "color_temp", "color_temp_kelvin": nil], "#00FF00"),
        ] as [(JSON, String)]
    )
    func lights(source: JSON, expected: String) {
        #expect(FieldSpec.Kind.color.coerce(source) == .value(.string(expected)))
    }

    @Test(
        "What is no color is refused",
        arguments: [
            "nocolor", "#12", "#12345", "#GG0000", [1], [256, 0, 0], [-1, 0, 0], [400, 5],
            [0.9, 0.9, 0.9, 0, 0, 0], true, 12,
            "rgb(1,2)",
            ["x": 1], ["x": 0.9, "y": 0.9], ["color_mode": "onoff"],
            ["color": ["color": ["r": 1, "g": 2, "b": 3]]],
            ["color": 5], ["color_mode": "brightness", "brightness": 100], ["HSBColor": "a,b,c"],
            .double(.nan), "123456789", "#1234567",
        ] as [JSON]
    )
    func noColors(source: JSON) {
        guard case .invalid = FieldSpec.Kind.color.coerce(source) else {
            Issue.record("\(source) was taken")
            return
        }
    }

    @Test("A slip in a color's name is recognised")
    func nearestColor() {
        guard case .invalid(let reason) = FieldSpec.Kind.color.coerce("oragne") else {
            Issue.record("was taken")
            return
        }
        #expect(reason.contains("orange"))
    }

    @Test(
        "URLs are taken as they are, or with what may not stand in one written out",
        arguments: [
            ("https://example.org/a?b=c#d", .https, "https://example.org/a?b=c#d"),
            (" https://example.org ", .https, "https://example.org"),
            ("https://example.org/a b", .https, "https://example.org/a%20b"),
            ("https://example.org/ä", .https, "https://example.org/%C3%A4"),
            ("https://example.org/100%", .https, "https://example.org/100%25"),
            ("https://example.org/%C3%A4", .https, "https://example.org/%C3%A4"),
            ("https://[::1]:8080/x", .https, "https://[::1]:8080/x"),
            ("http://example.org", .web, "http://example.org"),
            ("homeassistant://navigate/x", .any, "homeassistant://navigate/x"), ("tel:+49", .any, "tel:+49"),
            ("https://u:p@example.org", .any, "https://u:p@example.org"),
        ] as [(String, FieldSpec.URLSchemes, String)]
    )
    func urls(source: String, schemes: FieldSpec.URLSchemes, expected: String) {
        #expect(
            FieldSpec.Kind.url(max: 2048, schemes: schemes).coerce(.string(source))
                == .value(.string(expected))
        )
    }

    @Test(
        "URLs that PushWard or the phone would refuse are refused",
        arguments: [
            ("http://example.org", .https), ("https://u:p@example.org", .https), ("ftp://example.org", .web),
            ("javascript:alert(1)", .any), ("JAVASCRIPT:x", .any), ("data:x", .any), ("file:///x", .any),
            ("vbscript:x", .any), ("https://", .any), ("https:example.org", .any), ("https:///x", .any),
            ("/relative", .any), ("example.org", .any), ("https://exa mple.org", .any),
            ("https://a:99999", .any),
            ("https://a:b/", .any), ("https://münchen.example", .any), ("://x", .any), ("1x://a", .any),
            ("x:", .any),
        ] as [(String, FieldSpec.URLSchemes)]
    )
    func noURLs(source: String, schemes: FieldSpec.URLSchemes) {
        guard case .invalid = FieldSpec.Kind.url(max: 2048, schemes: schemes).coerce(.string(source)) else {
            Issue.record("\(source) was taken")
            return
        }
    }

    @Test("A URL is not cut", arguments: [(2047, true), (2048, true), (2049, false)])
    func urlLength(length: Int, isTaken: Bool) {
        let text = "https://example.org/" + String(repeating: "p", count: length - 20)
        let isValue =
            FieldSpec.Kind.url(max: 2048, schemes: .any).coerce(.string(text)) == .value(.string(text))
        #expect(isValue == isTaken)
    }

    @Test(
        "A picture at a private address is told",
        arguments: ["192.168.1.2", "10.0.0.1", "100.64.1.1", "172.16.0.1"]
    )
    func privateAddresses(host: String) {
        let report = FieldSpec.Kind.url(max: 2048, schemes: .https).coerceReporting(
            .string("https://\(host)/x")
        )
        #expect(report.remarks.count == 1)
    }
}
