import PushWardAPI
import Testing
import Values

@Suite("Requests and slugs")
struct RequestTests {
    @Test("A patch is a merge patch, with or without upsert")
    func patch() throws {
        let slug = try Slug(validating: "washer")
        let request = PushWardRequest.patchActivity(slug, body: ["state": "ended"], upsert: true)
        let http = request.httpRequest(host: "https://api.example.org", token: Secret("hlk_x"))
        #expect(http.method == "PATCH")
        #expect(http.target == "https://api.example.org/activities/washer")
        #expect(http.query == [HTTPRequest.Pair("upsert", "true")])
        #expect(http.header("Content-Type") == "application/merge-patch+json")
        #expect(http.header("authorization") == "Bearer hlk_x")
        #expect(String(decoding: http.body, as: UTF8.self) == #"{"state":"ended"}"#)
        #expect(request.quota == .liveActivityUpdates)
        #expect(PushWardRequest.patchActivity(slug, body: [:], upsert: false).query.isEmpty)
    }

    @Test("A post carries the name and settings within their limits")
    func post() throws {
        let slug = try Slug(validating: "w")
        let request = PushWardRequest.postActivity(
            slug,
            name: String(repeating: "n", count: 257),
            priority: 11,
            staleTTL: 0,
            endedTTL: 2_592_001,
            dismissalTTL: 14_401
        )
        #expect(request.body?["name"]?.stringValue?.count == 256)
        #expect(request.body?["priority"] == 10)
        #expect(request.body?["stale_ttl"] == 1)
        #expect(request.body?["ended_ttl"] == 2_592_000)
        #expect(request.body?["dismissal_ttl"] == 14_400)
        #expect(request.contentType == "application/json")
        #expect(PushWardRequest.postActivity(slug, name: " ").body == ["slug": "w", "name": "w"])
    }

    @Test("Reads cost nothing and have no body")
    func reads() throws {
        let slug = try Slug(validating: "w")
        let requests = [
            PushWardRequest.me, .getActivity(slug, wait: 99), .listActivities(after: "a/b"),
            .deleteActivity(slug),
            .getAnswer(notification: 7),
        ]
        for request in requests {
            #expect(request.body == nil)
            #expect(request.quota == nil)
            #expect(request.contentType == nil)
        }
        #expect(requests[1].query == [HTTPRequest.Pair("wait", "25")])
        #expect(requests[2].query == [HTTPRequest.Pair("limit", "100"), HTTPRequest.Pair("after", "a/b")])
    }

    @Test("A widget is posted whole, without cost; a patch of it costs one update")
    func widgets() throws {
        let slug = try Slug(validating: "tank")
        let content: JSONObject = ["template": "value", "value": 3]
        let post = PushWardRequest.postWidget(
            slug,
            name: "",
            content: content,
            pushThrottle: 4000,
            staleAfter: 10
        )
        #expect(post.method == "POST" && post.path == "/widgets" && post.quota == nil)
        #expect(
            post.body == [
                "slug": "tank", "name": "tank", "push_throttle": 3600, "stale_after": 60,
                "content": .object(content),
            ]
        )
        let patch = PushWardRequest.patchWidget(slug, content: ["value": 4], settings: ["stale_after": nil])
        #expect(patch.path == "/widgets/tank" && patch.quota == .widgetUpdates)
        #expect(patch.body == ["stale_after": nil, "content": ["value": 4]])
        #expect(patch.contentType == "application/merge-patch+json")
        #expect(PushWardRequest.deleteWidget(slug).path == "/widgets/tank")
        #expect(PushWardRequest.listWidgets.path == "/widgets" && PushWardRequest.listWidgets.query.isEmpty)
    }

    @Test("A notification may be repeated only when a repeat replaces it")
    func notification() {
        #expect(!PushWardRequest.postNotification(["title": "a", "body": "b"]).isIdempotent)
        #expect(
            PushWardRequest.postNotification(["title": "a", "body": "b", "collapse_id": "c"]).isIdempotent
        )
        #expect(PushWardRequest.postNotification([:]).quota == .notifications)
    }

    @Test(
        "A slug has letters, digits, `-` and `_`, and starts with one of the former",
        arguments: [
            ("a", nil), ("A-b_1", nil), ("1", nil), (String(repeating: "a", count: 128), nil),
            (String(repeating: "a", count: 129), .tooLong), ("", .empty), ("-a", .badStart),
            ("_a", .badStart),
            ("a b", .badCharacter), ("ä", .badStart), ("a/b", .badCharacter), ("aé", .badCharacter),
        ] as [(String, SlugError?)]
    )
    func slugs(text: String, error: SlugError?) {
        do {
            let slug = try Slug(validating: text)
            #expect(slug.text == text)
            #expect(error == nil)
        } catch {
            #expect(error as SlugError? == self.expected(text))
        }
    }

    private func expected(_ text: String) -> SlugError? {
        if text.isEmpty { return .empty }
        if text.utf8.count > 128 { return .tooLong }
        return "-_ä".contains(text.prefix(1)) ? .badStart : .badCharacter
    }

    @Test(
        "Any text makes a legal slug, a slug itself",
        arguments: [
            "washer", "Küche", "living room", "", "-", "日本", "👩‍👩‍👧", "a/b", "a\u{0}b", "ß",
            String(repeating: "ü", count: 300), String(repeating: "x", count: 129),
        ]
    )
    func anyText(text: String) throws {
        let slug = Slug.from(text: text)
        #expect(try Slug(validating: slug.text) == slug)
        #expect(Slug.from(text: text) == slug)
        #expect(Slug.from(text: slug.text) == slug)
    }

    @Test("Distinct texts make distinct slugs")
    func distinct() {
        let texts = [
            "Küche", "Kueche", "Küche ", "kitchen", "kitchen ", "kitch en", "kitch-en", "kitch_en",
            "kitch/en", "日本",
            "中国", "", "-", "_", String(repeating: "x", count: 129), String(repeating: "x", count: 130),
        ]
        #expect(Set(texts.map { Slug.from(text: $0) }).count == texts.count)
        #expect(Slug.from(text: "Küche").text.hasPrefix("Kueche-"))
        #expect(Slug.from(text: "kitchen").text == "kitchen")
    }

    @Test("A long identifier keeps its meaning when it is shortened")
    func shortened() {
        let long = String(repeating: "a", count: 64)
        #expect(Checksum.shortened(long, max: 64) == long)
        #expect(Checksum.shortened(long + "b", max: 64) != Checksum.shortened(long + "c", max: 64))
        #expect(Checksum.shortened(long + "b", max: 64).count == 64)
    }
}
