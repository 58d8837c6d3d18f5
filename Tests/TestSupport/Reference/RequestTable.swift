/// Requests and their answers, a row for each rule of activities and of what all requests share.
package enum RequestTable {
    package static let start =
        #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic"}}"#
    package static let post = #"POST /activities {"slug":"a","name":"A"}"#

    package static let shared: [Row] = [
        Row("2", "health needs no key", ["GET /health"], 200),
        Row("2", "ready needs no key", ["GET /ready"], 200),
        Row("2", "the account", ["GET /auth/me"], 200),
        Row("2", "the account is only read", ["POST /auth/me {}"], 405),
        Row("2", "an unknown path", ["GET /nothing"], 404),
        Row("2", "an unknown path below activities", ["GET /activities/a/b"], 404),
        Row("2", "PUT is not offered", ["PUT /activities/a {}"], 405),
        Row("2", "DELETE of the list is not offered", ["DELETE /activities"], 405),
        Row("2", "DELETE of notifications is not offered", ["DELETE /notifications"], 405),
        Row("2", "PUT of a widget is not offered", ["PUT /widgets/a {}"], 405),
        Row("2", "an unknown path below notifications", ["GET /notifications/a/b/c"], 404),
    ]

    package static let posts: [Row] = [
        Row("6.2", "a new row", [post], 201),
        Row("6.2", "again is 201 too", [post, post], 201),
        Row("6.2", "a body is required", ["POST /activities"], 400),
        Row("6.2", "malformed JSON", ["POST /activities {"], 400),
        Row("6.2", "the body is an object", ["POST /activities []"], 422),
        Row("6.2", "slug is required", [#"POST /activities {"name":"A"}"#], 422),
        Row("6.1", "name is required", [#"POST /activities {"slug":"a"}"#], 422),
        Row("6.1", "name is not empty", [#"POST /activities {"slug":"a","name":""}"#], 422),
        Row(
            "6.1",
            "name has at most 256",
            [#"POST /activities {"slug":"a","name":"\#(ContentTable.run("x", 257))"}"#],
            422
        ),
        Row(
            "6.1",
            "name has 256",
            [#"POST /activities {"slug":"a","name":"\#(ContentTable.run("x", 256))"}"#],
            201
        ),
        Row("6.1", "name is a text", [#"POST /activities {"slug":"a","name":5}"#], 422),
        Row("1", "slug begins with a letter or digit", [#"POST /activities {"slug":"-a","name":"A"}"#], 422),
        Row("1", "slug has no space", [#"POST /activities {"slug":"a b","name":"A"}"#], 422),
        Row("1", "slug has no dot", [#"POST /activities {"slug":"a.b","name":"A"}"#], 422),
        Row("1", "slug is ASCII", [#"POST /activities {"slug":"é","name":"A"}"#], 422),
        Row(
            "1",
            "slug has 128",
            [#"POST /activities {"slug":"\#(ContentTable.run("x", 128))","name":"A"}"#],
            201
        ),
        Row(
            "1",
            "slug has at most 128",
            [#"POST /activities {"slug":"\#(ContentTable.run("x", 129))","name":"A"}"#],
            422
        ),
        Row(
            "6.1",
            "priority is at most 10",
            [#"POST /activities {"slug":"a","name":"A","priority":11}"#],
            422
        ),
        Row(
            "6.1",
            "priority is at least 0",
            [#"POST /activities {"slug":"a","name":"A","priority":-1}"#],
            422
        ),
        Row("6.1", "priority is whole", [#"POST /activities {"slug":"a","name":"A","priority":1.5}"#], 422),
        Row("6.1", "priority 10", [#"POST /activities {"slug":"a","name":"A","priority":10}"#], 201),
        Row("1", "no unknown members", [#"POST /activities {"slug":"a","name":"A","colour":"red"}"#], 422),
        Row(
            "6.2",
            "no content",
            [#"POST /activities {"slug":"a","name":"A","content":{"template":"generic"}}"#],
            422
        ),
        Row("6.2", "no state", [#"POST /activities {"slug":"a","name":"A","state":"ongoing"}"#], 422),
        Row(
            "6.7",
            "no target with a personal key",
            [#"POST /activities {"slug":"a","name":"A","target":{}}"#],
            422
        ),
        Row("6.4", "ended_ttl is not 0", [#"POST /activities {"slug":"a","name":"A","ended_ttl":0}"#], 422),
        Row(
            "6.4",
            "ended_ttl is at most 30 days",
            [#"POST /activities {"slug":"a","name":"A","ended_ttl":2592001}"#],
            422
        ),
        Row("6.4", "stale_ttl is not 0", [#"POST /activities {"slug":"a","name":"A","stale_ttl":0}"#], 422),
        Row(
            "6.4",
            "dismissal_ttl is at most 4 h",
            [#"POST /activities {"slug":"a","name":"A","dismissal_ttl":14401}"#],
            422
        ),
        Row(
            "6.4",
            "dismissal_ttl is not negative",
            [#"POST /activities {"slug":"a","name":"A","dismissal_ttl":-1}"#],
            422
        ),
        Row(
            "6.4",
            "TTLs at their limits",
            [
                #"POST /activities {"slug":"a","name":"A","ended_ttl":2592000,"stale_ttl":1,"dismissal_ttl":0}"#
            ],
            201
        ),
        Row(
            "6.4",
            "TTLs may be null",
            [#"POST /activities {"slug":"a","name":"A","ended_ttl":null,"stale_ttl":null}"#],
            201
        ),
    ]

    package static let patches: [Row] = [
        Row("6.2", "upsert creates", [start], 201),
        Row("6.2", "upsert of an existing row", [post, start], 200),
        Row("6.2", "upsert=false", [#"PATCH /activities/a?upsert=false {}"#], 404, "activity.not_found"),
        Row("6.2", "upsert is a boolean", [#"PATCH /activities/a?upsert=1 {}"#], 422),
        Row("6.2", "a missing row", [#"PATCH /activities/a {"state":"ended"}"#], 404, "activity.not_found"),
        Row("1", "a bad slug", [#"PATCH /activities/-a {"state":"ended"}"#], 400, "slug.invalid"),
        Row(
            "1",
            "a slug that is percent-encoded",
            [#"PATCH /activities/a%20b {"state":"ended"}"#],
            400,
            "slug.invalid"
        ),
        Row("6.2", "a body is required", [post, "PATCH /activities/a"], 400, "request.body_required"),
        Row("6.2", "malformed JSON", [post, "PATCH /activities/a {"], 400, "request.body_invalid"),
        Row(
            "1",
            "NaN is no JSON",
            [post, #"PATCH /activities/a {"priority":NaN}"#],
            400,
            "request.body_invalid"
        ),
        Row("6.2", "an array is no patch", [post, "PATCH /activities/a []"], 400, "request.body_invalid"),
        Row("6.6", "an empty patch", [post, "PATCH /activities/a {}"], 200),
        Row("1", "no unknown members", [start, #"PATCH /activities/a {"content":{},"colour":"red"}"#], 422),
        Row("6.2", "name is not patched", [start, #"PATCH /activities/a {"name":"B"}"#], 422),
        Row("6.2", "slug is not patched", [start, #"PATCH /activities/a {"slug":"b"}"#], 422),
        Row("6.2", "content is an object", [start, #"PATCH /activities/a {"content":"x"}"#], 422),
        Row("6.2", "content is not null", [start, #"PATCH /activities/a {"content":null}"#], 422),
        Row("9.4", "sound in its enum", [start, #"PATCH /activities/a {"sound":"buzz"}"#], 200),
        Row("9.4", "sound outside its enum", [start, #"PATCH /activities/a {"sound":"boom"}"#], 422),
        Row("9.4", "sound is a text", [start, #"PATCH /activities/a {"sound":1}"#], 422),
        Row(
            "6.1",
            "priority is at most 10",
            [start, #"PATCH /activities/a {"priority":11}"#],
            400,
            "activity.priority_invalid"
        ),
        Row(
            "6.1",
            "priority is at least 0",
            [start, #"PATCH /activities/a {"priority":-1}"#],
            400,
            "activity.priority_invalid"
        ),
        Row("6.1", "priority is a number", [start, #"PATCH /activities/a {"priority":"5"}"#], 422),
        Row("6.1", "state in any case", [start, #"PATCH /activities/a {"state":"ENDED"}"#], 200),
        Row(
            "6.1",
            "state preempted is the server's",
            [start, #"PATCH /activities/a {"state":"preempted"}"#],
            400,
            "activity.state_invalid"
        ),
        Row(
            "6.1",
            "state is a known word",
            [start, #"PATCH /activities/a {"state":"running"}"#],
            400,
            "activity.state_invalid"
        ),
        Row("6.1", "state is a text", [start, #"PATCH /activities/a {"state":1}"#], 422),
        Row("6.7", "target needs an organization", [start, #"PATCH /activities/a {"target":null}"#], 422),
        Row("6.4", "ended_ttl is not 0", [start, #"PATCH /activities/a {"ended_ttl":0}"#], 422),
        Row("6.4", "stale_ttl is a number", [start, #"PATCH /activities/a {"stale_ttl":"60"}"#], 422),
        Row("6.4", "dismissal_ttl is whole", [start, #"PATCH /activities/a {"dismissal_ttl":1.5}"#], 422),
        Row("6.4", "a TTL may be cleared", [start, #"PATCH /activities/a {"dismissal_ttl":null}"#], 200),
        Row(
            "5.1",
            "the first content has a template",
            [post, #"PATCH /activities/a {"content":{"state":"x"}}"#],
            422,
            "activity.content_invalid"
        ),
        Row(
            "6.2",
            "a start has content",
            [post, #"PATCH /activities/a {"state":"ongoing"}"#],
            422,
            "activity.content_invalid"
        ),
        Row("6.6", "an end needs none", [post, #"PATCH /activities/a {"state":"ended"}"#], 200),
        Row(
            "5.1",
            "later patches leave the template out",
            [start, #"PATCH /activities/a {"content":{"state":"x"}}"#],
            200
        ),
        Row(
            "5.1",
            "the template cannot be removed",
            [start, #"PATCH /activities/a {"content":{"template":null}}"#],
            422,
            "activity.content_invalid"
        ),
        Row(
            "5.1",
            "a switch brings all the new template needs",
            [start, #"PATCH /activities/a {"content":{"template":"gauge","value":5}}"#],
            422,
            "activity.content_invalid"
        ),
        Row(
            "5.1",
            "a switch with all of it",
            [
                start,
                #"PATCH /activities/a {"content":{"template":"gauge","value":5,"min_value":0,"max_value":9}}"#,
            ],
            200
        ),
        Row(
            "7.4",
            "an alarm needs an end that stays",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","alarm":true,"end_date":$now+60}}"#,
                #"PATCH /activities/a {"content":{"end_date":null}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "5.1",
            "an action keeps its url",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","url_action":{"url":"https://x.example"}}}"#,
                #"PATCH /activities/a {"content":{"url_action":{"url":null}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "5.1",
            "headers that merge over 1024 bytes",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","url_action":{"url":"https://x.example","headers":{"A":"\#(ContentTable.run("x", 600))"}}}}"#,
                #"PATCH /activities/a {"content":{"url_action":{"headers":{"B":"\#(ContentTable.run("x", 600))"}}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "5.1",
            "a method that merges with a custom scheme",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","url_action":{"url":"https://x.example","method":"POST"}}}"#,
                #"PATCH /activities/a {"content":{"url_action":{"url":"homeassistant://a"}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "8.6",
            "a series' unit outlives its series",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"timeline","value":{"A":1,"B":2},"units":{"B":"x"}}}"#,
                #"PATCH /activities/a {"content":{"value":{"B":null}}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "8.3",
            "step arrays follow the number of steps",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"steps","total_steps":2,"current_step":1,"step_rows":[1,2]}}"#,
                #"PATCH /activities/a {"content":{"total_steps":3,"step_rows":[1,2]}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "8.3",
            "stored step arrays go with the number of steps",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"steps","total_steps":2,"current_step":1,"step_rows":[1,2]}}"#,
                #"PATCH /activities/a {"content":{"total_steps":3}}"#,
            ],
            200
        ),
        Row(
            "8.9",
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
            "8.9",
            "a fresh position cures it",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"media","position_seconds":5}}"#,
                "+48000",
                #"PATCH /activities/a {"state":"ongoing","content":{"volume":0.5,"position_seconds":6}}"#,
            ],
            200
        ),
        Row(
            "8.2",
            "a finished countdown is not paused",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"countdown","duration":60}}"#,
                "+61", #"PATCH /activities/a {"content":{"paused":true}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "8.2",
            "back to counting down needs a window",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"countdown","direction":"up","goal":60}}"#,
                #"PATCH /activities/a {"content":{"direction":"down"}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
        Row(
            "8.10",
            "on_expire needs the option that goes",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"approval","end_date":$now+60,"on_expire":"a","options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}}"#,
                #"PATCH /activities/a {"content":{"options":[{"id":"c","title":"A"},{"id":"b","title":"B"}]}}"#,
            ],
            422,
            "activity.content_invalid"
        ),
    ]

    package static let reads: [Row] = [
        Row("6.2", "read one", [post, "GET /activities/a"], 200),
        Row("6.2", "read a missing one", ["GET /activities/a"], 404, "activity.not_found"),
        Row("1", "read a bad slug", ["GET /activities/a.b"], 400, "slug.invalid"),
        Row("6.2", "include is an enum", [post, "GET /activities/a?include=all"], 422),
        Row("6.2", "include the backlog", [post, "GET /activities/a?include=log_backlog"], 200),
        Row("6.2", "wait is at most 25", [post, "GET /activities/a?wait=26"], 422),
        Row("6.2", "wait is a number", [post, "GET /activities/a?wait=x"], 422),
        Row("5.4", "the list", ["GET /activities"], 200),
        Row("5.4", "limit is at most 100", ["GET /activities?limit=101"], 422),
        Row("5.4", "limit is at least 1", ["GET /activities?limit=0"], 422),
        Row("5.4", "limit is a number", ["GET /activities?limit=ten"], 422),
        Row("5.4", "state is a known word", ["GET /activities?state=running"], 400, "activity.state_invalid"),
        Row("5.4", "state filter", ["GET /activities?state=preempted"], 200),
        Row("5.4", "a bad cursor", ["GET /activities?after=zzz"], 400, "cursor.invalid"),
        Row("6.2", "delete", [post, "DELETE /activities/a"], 204),
        Row("6.2", "delete a missing one", ["DELETE /activities/a"], 404, "activity.not_found"),
        Row(
            "6.2",
            "delete twice",
            [post, "DELETE /activities/a", "DELETE /activities/a"],
            404,
            "activity.not_found"
        ),
        Row("1", "delete a bad slug", ["DELETE /activities/_a"], 400, "slug.invalid"),
    ]
}
