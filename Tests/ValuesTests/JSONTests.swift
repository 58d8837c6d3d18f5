import Testing
import Values

@Suite("JSON trees")
struct JSONTests {
    @Test(
        "are written as compact text",
        arguments: [
            (JSON.null, "null"), (1.0, "1"), (0.1, "0.1"), (.double(.nan), "null"),
            (.double(-.infinity), "null"),
            (.double(1e300), "1e+300"), (.int(.min), "-9223372036854775808"),
            ("\"\\\n\u{1}é😀", #""\"\\\n\u0001é😀""#),
            (["b": 1, "a": [true, nil]], #"{"b":1,"a":[true,null]}"#), ([], "[]"), ([:], "{}"),
        ] as [(JSON, String)]
    )
    func text(json: JSON, text: String) {
        #expect(json.text == text)
    }

    @Test(
        "keep the order of keys, and of equal keys the last value, however many there are",
        arguments: [3, 15, 16, 17, 500]
    )
    func objects(count: Int) {
        var object = JSONObject((0..<count).map { ("k\($0)", JSON.int($0)) })
        object["k1"] = "new"
        #expect(object.keys == (0..<count).map { "k\($0)" })
        #expect(object["k1"] == "new")
        object["k0"] = nil
        #expect(object["k0"] == nil)
        #expect(object["k2"] == 2)
        #expect(object.count == count - 1)
        #expect(object["missing"] == nil)
    }

    @Test("are equal whatever the order of members, and hash alike")
    func equality() {
        let left: JSON = ["a": 1, "b": ["c": 2]]
        let right: JSON = ["b": ["c": 2], "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["a": 1])
    }

    @Test(
        "compare numbers by their value",
        arguments: [(1, 1.0, true), (0, -0.0, true), (1, 1.5, false), (.int(.max), 9.3e18, false)]
            as [(JSON, JSON, Bool)]
    )
    func numbers(whole: JSON, number: JSON, areEqual: Bool) {
        #expect((whole == number) == areEqual)
        #expect((number == whole) == areEqual)
        if areEqual { #expect(whole.hashValue == number.hashValue) }
    }
}

@Suite("Nearest names")
struct NearestNameTests {
    @Test(
        "finds what was meant, and nothing where nothing is near",
        arguments: [
            ("sate", "state"), ("acent_color", "accent_color"), ("stat", "state"), ("Icon", "icon"),
            ("zzz", nil), ("", nil),
            ("dismis_after", "dismiss_after"), ("ocon", "icon"),
        ] as [(String, String?)]
    )
    func find(name: String, nearest: String?) {
        let names = ["state", "icon", "accent_color", "dismiss_after"]
        #expect(NearestName.find(name, in: names) == nearest)
    }
}
