/// Requests and their answers, a row for each rule of activities and of what all requests share.
enum RequestTable {
    static let start =
        #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic"}}"#
    static let post = #"POST /activities {"slug":"a","name":"A"}"#

    static let shared: [Row] = [
        Row("health needs no key", ["GET /health"], 200),
        Row("ready needs no key", ["GET /ready"], 200),
        Row("the account", ["GET /auth/me"], 200),
        Row("the account is only read", ["POST /auth/me {}"], 405),
        Row("an unknown path", ["GET /nothing"], 404),
        Row("an unknown path below activities", ["GET /activities/a/b"], 404),
        Row("PUT is not offered", ["PUT /activities/a {}"], 405),
        Row("DELETE of the list is not offered", ["DELETE /activities"], 405),
        Row("DELETE of notifications is not offered", ["DELETE /notifications"], 405),
        Row("PUT of a widget is not offered", ["PUT /widgets/a {}"], 405),
        Row("an unknown path below notifications", ["GET /notifications/a/b/c"], 404),
    ]

    static let posts: [Row] = [
        Row("a new row", [post], 201),
        Row("again is 201 too", [post, post], 201),
        Row("a body is required", ["POST /activities"], 400),
        Row("malformed JSON", ["POST /activities {"], 400),
        Row("the body is an object", ["POST /activities []"], 422),
        Row("slug is required", [#"POST /activities {"name":"A"}"#], 422),
        Row("name is required", [#"POST /activities {"slug":"a"}"#], 422),
        Row("name is not empty", [#"POST /activities {"slug":"a","name":""}"#], 422),
        Row(
            "name has at most 256",
            [#"POST /activities {"slug":"a","name":"\#(ContentTable.run("x", 257))"}"#],
            422
        ),
        Row("name has 256", [#"POST /activities {"slug":"a","name":"\#(ContentTable.run("x", 256))"}"#], 201),
        Row("name is a text", [#"POST /activities {"slug":"a","name":5}"#], 422),
        Row("slug begins with a letter or digit", [#"POST /activities {"slug":"-a","name":"A"}"#], 422),
        Row("slug has no space", [#"POST /activities {"slug":"a b","name":"A"}"#], 422),
        Row("slug has no dot", [#"POST /activities {"slug":"a.b","name":"A"}"#], 422),
        Row("slug is ASCII", [#"POST /activities {"slug":"é","name":"A"}"#], 422),
        Row("slug has 128", [#"POST /activities {"slug":"\#(ContentTable.run("x", 128))","name":"A"}"#], 201),
        Row(
            "slug has at most 128",
            [#"POST /activities {"slug":"\#(ContentTable.run("x", 129))","name":"A"}"#],
            422
        ),
        Row("priority is at most 10", [#"POST /activities {"slug":"a","name":"A","priority":11}"#], 422),
        Row("priority is at least 0", [#"POST /activities {"slug":"a","name":"A","priority":-1}"#], 422),
        Row("priority is whole", [#"POST /activities {"slug":"a","name":"A","priority":1.5}"#], 422),
        Row("priority 10", [#"POST /activities {"slug":"a","name":"A","priority":10}"#], 201),
        Row("no unknown members", [#"POST /activities {"slug":"a","name":"A","colour":"red"}"#], 422),
        Row(
            "no content",
            [#"POST /activities {"slug":"a","name":"A","content":{"template":"generic"}}"#],
            422
        ),
        Row("no state", [#"POST /activities {"slug":"a","name":"A","state":"ongoing"}"#], 422),
        Row("no target with a personal key", [#"POST /activities {"slug":"a","name":"A","target":{}}"#], 422),
        Row("ended_ttl is not 0", [#"POST /activities {"slug":"a","name":"A","ended_ttl":0}"#], 422),
        Row(
            "ended_ttl is at most 30 days",
            [#"POST /activities {"slug":"a","name":"A","ended_ttl":2592001}"#],
            422
        ),
        Row("stale_ttl is not 0", [#"POST /activities {"slug":"a","name":"A","stale_ttl":0}"#], 422),
        Row(
            "dismissal_ttl is at most 4 h",
            [#"POST /activities {"slug":"a","name":"A","dismissal_ttl":14401}"#],
            422
        ),
        Row(
            "dismissal_ttl is not negative",
            [#"POST /activities {"slug":"a","name":"A","dismissal_ttl":-1}"#],
            422
        ),
        Row(
            "TTLs at their limits",
            [
                #"POST /activities {"slug":"a","name":"A","ended_ttl":2592000,"stale_ttl":1,"dismissal_ttl":0}"#
            ],
            201
        ),
        Row(
            "TTLs may be null",
            [#"POST /activities {"slug":"a","name":"A","ended_ttl":null,"stale_ttl":null}"#],
            201
        ),
    ]

    static let patches: [Row] = [
        Row("upsert creates", [start], 201),
        Row("upsert of an existing row", [post, start], 200),
        Row("upsert=false", [#"PATCH /activities/a?upsert=false {}"#], 404, "activity.not_found"),
        Row("upsert is a boolean", [#"PATCH /activities/a?upsert=1 {}"#], 422),
        Row("a missing row", [#"PATCH /activities/a {"state":"ended"}"#], 404, "activity.not_found"),
        Row("a bad slug", [#"PATCH /activities/-a {"state":"ended"}"#], 400, "slug.invalid"),
        Row(
            "a slug that is percent-encoded",
            [#"PATCH /activities/a%20b {"state":"ended"}"#],
            400,
            "slug.invalid"
        ),
        Row("a body is required", [post, "PATCH /activities/a"], 400, "request.body_required"),
        Row("malformed JSON", [post, "PATCH /activities/a {"], 400, "request.body_invalid"),
        Row("NaN is no JSON", [post, #"PATCH /activities/a {"priority":NaN}"#], 400, "request.body_invalid"),
        Row("an array is no patch", [post, "PATCH /activities/a []"], 400, "request.body_invalid"),
        Row("an empty patch", [post, "PATCH /activities/a {}"], 200),
        Row("no unknown members", [start, #"PATCH /activities/a {"content":{},"colour":"red"}"#], 422),
        Row("name is not patched", [start, #"PATCH /activities/a {"name":"B"}"#], 422),
        Row("slug is not patched", [start, #"PATCH /activities/a {"slug":"b"}"#], 422),
        Row("content is an object", [start, #"PATCH /activities/a {"content":"x"}"#], 422),
        Row("content is not null", [start, #"PATCH /activities/a {"content":null}"#], 422),
        Row("sound in its enum", [start, #"PATCH /activities/a {"sound":"buzz"}"#], 200),
        Row("sound outside its enum", [start, #"PATCH /activities/a {"sound":"boom"}"#], 422),
        Row("sound is a text", [start, #"PATCH /activities/a {"sound":1}"#], 422),
        Row(
            "priority is at most 10",
            [start, #"PATCH /activities/a {"priority":11}"#],
            400,
            "activity.priority_invalid"
        ),
        Row(
            "priority is at least 0",
            [start, #"PATCH /activities/a {"priority":-1}"#],
            400,
            "activity.priority_invalid"
        ),
        Row("priority is a number", [start, #"PATCH /activities/a {"priority":"5"}"#], 422),
        Row("state in any case", [start, #"PATCH /activities/a {"state":"ENDED"}"#], 200),
        Row(
            "state preempted is the server's",
            [start, #"PATCH /activities/a {"state":"preempted"}"#],
            400,
            "activity.state_invalid"
        ),
        Row(
            "state is a known word",
            [start, #"PATCH /activities/a {"state":"running"}"#],
            400,
            "activity.state_invalid"
        ),
        Row("state is a text", [start, #"PATCH /activities/a {"state":1}"#], 422),
        Row("target needs an organization", [start, #"PATCH /activities/a {"target":null}"#], 422),
        Row("ended_ttl is not 0", [start, #"PATCH /activities/a {"ended_ttl":0}"#], 422),
        Row("stale_ttl is a number", [start, #"PATCH /activities/a {"stale_ttl":"60"}"#], 422),
        Row("dismissal_ttl is whole", [start, #"PATCH /activities/a {"dismissal_ttl":1.5}"#], 422),
        Row("a TTL may be cleared", [start, #"PATCH /activities/a {"dismissal_ttl":null}"#], 200),
        Row(
            "the first content has a template",
            [post, #"PATCH /activities/a {"content":{"state":"x"}}"#],
            422,
            "activity.content_invalid"
        ),
        Row(
            "a start has content",
            [post, #"PATCH /activities/a {"state":"ongoing"}"#],
            422,
            "activity.content_invalid"
        ),
        Row("an end needs none", [post, #"PATCH /activities/a {"state":"ended"}"#], 200),
        Row(
            "later patches leave the template out",
            [start, #"PATCH /activities/a {"content":{"state":"x"}}"#],
            200
        ),
        Row(
            "the template cannot be removed",
            [start, #"PATCH /activities/a {"content":{"template":null}}"#],
            422,
            "activity.content_invalid"
        ),
        Row(
            "a switch brings all the new template needs",
            [start, #"PATCH /activities/a {"content":{"template":"gauge","value":5}}"#],
            422,
            "activity.content_invalid"
        ),
        Row(
            "a switch with all of it",
            [
                start,
                #"PATCH /activities/a {"content":{"template":"gauge","value":5,"min_value":0,"max_value":9}}"#,
            ],
            200
        ),
        Row(
            "an alarm needs an end that stays",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","alarm":true,"end_date":$now+60}}"#,
                #"PATCH /activities/a {"content":{"end_date":null}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "an action keeps its url",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","url_action":{"url":"https://x.example"}}}"#,
                #"PATCH /activities/a {"content":{"url_action":{"url":null}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "headers that merge over 1024 bytes",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","url_action":{"url":"https://x.example","headers":{"A":"\#(ContentTable.run("x", 600))"}}}}"#,
                #"PATCH /activities/a {"content":{"url_action":{"headers":{"B":"\#(ContentTable.run("x", 600))"}}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "a method that merges with a custom scheme",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","url_action":{"url":"https://x.example","method":"POST"}}}"#,
                #"PATCH /activities/a {"content":{"url_action":{"url":"homeassistant://a"}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "a series' unit outlives its series",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"timeline","value":{"A":1,"B":2},"units":{"B":"x"}}}"#,
                #"PATCH /activities/a {"content":{"value":{"B":null}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "step arrays follow the number of steps",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"steps","total_steps":2,"current_step":1,"step_rows":[1,2]}}"#,
                #"PATCH /activities/a {"content":{"total_steps":3,"step_rows":[1,2]}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "stored step arrays go with the number of steps",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"steps","total_steps":2,"current_step":1,"step_rows":[1,2]}}"#,
                #"PATCH /activities/a {"content":{"total_steps":3}}"#,
            ],
            200
        ),
        Row(
            "an old anchor makes an unrelated patch fail",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"media","position_seconds":5,"playback_state":"paused"}}"#,
                "+28000", #"PATCH /activities/a {"priority":1}"#, "+20000",
                #"PATCH /activities/a {"state":"ongoing","content":{"volume":0.5}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "a fresh position cures it",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"media","position_seconds":5}}"#,
                "+48000",
                #"PATCH /activities/a {"state":"ongoing","content":{"volume":0.5,"position_seconds":6}}"#,
            ],
            200
        ),
        Row(
            "a finished countdown is not paused",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"countdown","duration":60}}"#,
                "+61", #"PATCH /activities/a {"content":{"paused":true}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "back to counting down needs a window",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"countdown","direction":"up","goal":60}}"#,
                #"PATCH /activities/a {"content":{"direction":"down"}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "on_expire needs the option that goes",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"approval","end_date":$now+60,"on_expire":"a","options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}}"#,
                #"PATCH /activities/a {"content":{"options":[{"id":"c","title":"A"},{"id":"b","title":"B"}]}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
    ]

    static let reads: [Row] = [
        Row("read one", [post, "GET /activities/a"], 200),
        Row("read a missing one", ["GET /activities/a"], 404, "activity.not_found"),
        Row("read a bad slug", ["GET /activities/a.b"], 400, "slug.invalid"),
        Row("include is an enum", [post, "GET /activities/a?include=all"], 422),
        Row("include the backlog", [post, "GET /activities/a?include=log_backlog"], 200),
        Row("wait is at most 25", [post, "GET /activities/a?wait=26"], 422),
        Row("wait is a number", [post, "GET /activities/a?wait=x"], 422),
        Row("the list", ["GET /activities"], 200),
        Row("limit is at most 100", ["GET /activities?limit=101"], 422),
        Row("limit is at least 1", ["GET /activities?limit=0"], 422),
        Row("limit is a number", ["GET /activities?limit=ten"], 422),
        Row("state is a known word", ["GET /activities?state=running"], 400, "activity.state_invalid"),
        Row("state filter", ["GET /activities?state=preempted"], 200),
        Row("a bad cursor", ["GET /activities?after=zzz"], 400, "cursor.invalid"),
        Row("delete", [post, "DELETE /activities/a"], 204),
        Row("delete a missing one", ["DELETE /activities/a"], 404, "activity.not_found"),
        Row(
            "delete twice",
            [post, "DELETE /activities/a", "DELETE /activities/a"],
            404,
            "activity.not_found"
        ),
        Row("delete a bad slug", ["DELETE /activities/_a"], 400, "slug.invalid"),
    ]
}
