/// Actions that break a rule, and some that break none, in each place where an action may stand (sections 7.2, 7.3).
package enum ActionTable {
    /// An action's members as JSON without braces, and what is wrong about them.
    package struct Members: Sendable {
        package let rule: String
        package let text: String
        /// Whether the schema says so, as opposed to the rules beyond it.
        package let isSchema: Bool

        init(_ rule: String, _ text: String, isSchema: Bool = false) {
            self.rule = rule
            self.text = text
            self.isSchema = isSchema
        }
    }

    private static let web = #""url":"https://x.example""#
    private static let app = #""url":"homeassistant://a""#

    /// Wrong in every place.
    package static let broken: [Members] = [
        .init("an empty url", #""url":"""#), .init("no scheme", #""url":"x.example/a""#),
        .init("a relative url", #""url":"/a""#), .init("a script", #""url":"javascript:alert(1)""#),
        .init("a script in any case", #""url":"JavaScript:alert(1)""#),
        .init("data", #""url":"data:text/plain,a""#), .init("a file", #""url":"file:///etc""#),
        .init("vbscript", #""url":"VBScript:a""#), .init("no host", #""url":"https://""#),
        .init("no host before the path", #""url":"https:///a""#),
        .init("no host before the query", #""url":"http://?a""#),
        .init("white space in a url", #""url":"https://x.example/a b""#),
        .init("a control character in a url", #""url":"https://x.example/\u0007""#),
        .init("a url of more than 2048", #""url":"https://x.example/\#(run("x", 2031))""#),
        .init("a url that is no text", #""url":5"#, isSchema: true),
        .init("foreground that is no boolean", web + #","foreground":"yes""#, isSchema: true),
        .init("an unknown method", web + #","method":"BREW""#, isSchema: true),
        .init("a method that is no text", web + #","method":1"#, isSchema: true),
        .init("headers that are a list", web + #","headers":["a"]"#, isSchema: true),
        .init("a header's name with a space", web + #","headers":{"A B":"c"}"#),
        .init("a header's name with a colon", web + #","headers":{"A:":"c"}"#),
        .init("a header's name that is not ASCII", web + #","headers":{"é":"c"}"#),
        .init("a header without a name", web + #","headers":{"":"c"}"#),
        .init("a header with CR", web + #","headers":{"A":"b\rc"}"#),
        .init("a header with LF", web + #","headers":{"A":"b\nc"}"#),
        .init("a header with NUL", web + #","headers":{"A":"b\u0000"}"#),
        .init("a header that is no text", web + #","headers":{"A":5}"#, isSchema: true),
        .init("headers of more than 1024 bytes", web + #","headers":{"A":"\#(run("x", 1024))"}"#),
        .init("headers of more bytes than characters", web + #","headers":{"A":"\#(run("é", 512))"}"#),
        .init(
            "two headers of more than 1024 bytes",
            web + #","headers":{"A":"\#(run("x", 600))","B":"\#(run("x", 600))"}"#
        ),
        .init("a body that is no text", web + #","body":{}"#, isSchema: true),
        .init("a method with an app's url", app + #","method":"POST""#),
        .init("headers with an app's url", app + #","headers":{"A":"b"}"#),
        .init("a body with an app's url", app + #","body":"x""#),
    ]

    /// Wrong on cards and widgets.
    package static let brokenOnCards: [Members] = [
        .init("no url", #""title":"A""#, isSchema: true),
        .init("a body of more than 1024", web + #","body":"\#(run("x", 1025))""#, isSchema: true),
        .init("foreground with an app's url", app + #","foreground":true"#),
        .init("an unknown member", web + #","label":"A""#, isSchema: true),
        .init("a title of more than 64", web + #","title":"\#(run("x", 65))""#, isSchema: true),
        .init("a title that is no text", web + #","title":5"#, isSchema: true),
        .init("an icon of more than 64", web + #","icon":"\#(run("x", 65))""#, isSchema: true),
        .init("an icon that is no text", web + #","icon":5"#, isSchema: true),
    ]

    /// Right in every place.
    package static let kept: [Members] = keptShapes + keptMethods

    private static let keptShapes: [Members] = [
        .init("an app's url", app), .init("mailto", #""url":"mailto:a@b.example""#),
        .init("cleartext", #""url":"http://x.example","method":"POST""#),
        .init("a url of 2048", #""url":"https://x.example/\#(run("x", 2030))","method":"GET""#),
        .init("headers of 1024 bytes", web + #","headers":{"A":"\#(run("x", 1023))"}"#),
        .init("a body of 1024", web + #","body":"\#(run("x", 1024))""#),
    ]

    private static let keptMethods: [Members] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map {
        .init("the method \($0)", web + #","method":"\#($0)""#)
    }

    /// Right on cards and widgets.
    package static let keptOnCards: [Members] = [
        .init("a title of 64", web + #","method":"POST","title":"\#(run("x", 64))""#),
        .init("an icon of 64", web + #","method":"POST","icon":"\#(run("x", 64))""#),
        .init("a body of 1024 characters", web + #","body":"\#(run("é", 1024))""#),
    ]

    /// Where actions stand on a card: the template and the patch around the members.
    private static let places: [(template: String, before: String, after: String, isFull: Bool)] = [
        ("generic", #"{"tap_action":{"#, "}}", true), ("steps", #"{"url_action":{"#, "}}", true),
        ("alert", #"{"secondary_url_action":{"#, "}}", true),
        ("media", #"{"controls":{"next":{"#, "}}}", true),
        ("media", #"{"controls":{"extra":[{"icon":"moon","#, "}]}}", false),
        ("board", #"{"tiles":[{"label":"A","value":"1","url_action":{"#, "}}]}", true),
        (
            "approval", #"{"options":[{"id":"a","title":"T"},{"id":"b","title":"T","#,
            "}]}", false
        ),
        ("approval", #"{"tap_action":{"#, "}}", true),
    ]

    package static let refused: [ContentCase] = refusedInPlaces + silentOnly

    private static let refusedInPlaces: [ContentCase] = places.flatMap { place in
        (place.isFull ? broken + brokenOnCards : broken).map {
            ContentCase("7.2", place.template, place.before + $0.text + place.after)
        }
    }

    package static let accepted: [ContentCase] = places.flatMap { place in
        (place.isFull ? kept + keptOnCards : kept).map {
            ContentCase("7.2", place.template, place.before + $0.text + place.after)
        }
    }

    /// Where a tap always is a silent call (section 7.3).
    private static let silentOnly: [ContentCase] = silentSlots + silentElements

    private static let silentSlots: [ContentCase] = [
        "previous", "play_pause", "play", "pause", "next", "stop", "favorite", "volume_down", "volume_up",
    ].map { .init("7.3", "media", #"{"controls":{"\#($0)":{\#(web),"foreground":true}}}"#) }

    private static let silentElements: [ContentCase] = [
        .init("7.3", "media", #"{"controls":{"extra":[{"icon":"moon",\#(web),"foreground":true}]}}"#),
        .init(
            "7.3",
            "approval",
            #"{"options":[{"id":"a","title":"T"},{"id":"b","title":"T",\#(web),"foreground":true}]}"#
        ),
    ]

    private static func run(_ letter: String, _ count: Int) -> String { ContentTable.run(letter, count) }
}
