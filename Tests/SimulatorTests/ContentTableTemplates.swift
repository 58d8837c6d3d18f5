/// Patches that break a rule of their own template.
extension ContentTable {
    static let refusedByTemplate = refusedNumbers + refusedLists

    static let refusedNumbers: [ContentCase] = [
        .init("countdown", ##"{"duration":null}"##),
        .init("countdown", ##"{"direction":"sideways"}"##),
        .init("countdown", ##"{"goal":60}"##),
        .init("countdown", ##"{"warning_threshold":-1}"##),
        .init("countdown", ##"{"warning_threshold":"10"}"##),
        .init("countdown", ##"{"completion_message":"\##(run("x", 513))"}"##),
        .init("countdown", ##"{"show_ruler":"yes"}"##),
        .init("countdown", ##"{"paused":"yes"}"##),
        .init("countdown", ##"{"paused":1}"##),
        .init("countdown", ##"{"duration":null,"end_date":$now-5,"paused":true}"##),
        .init("countdown", ##"{"duration":"abc"}"##),
        .init("countdown", ##"{"duration":null,"end_date":$now+60,"start_date":$now+61}"##),
        .init("up", ##"{"duration":60}"##),
        .init("up", ##"{"end_date":$now+60}"##),
        .init("up", ##"{"warning_threshold":5}"##),
        .init("up", ##"{"completion_message":"x"}"##),
        .init("up", ##"{"alarm":true}"##),
        .init("up", ##"{"alarm":false}"##),
        .init("up", ##"{"snooze_seconds":60}"##),
        .init("up", ##"{"goal":0}"##),
        .init("up", ##"{"goal":"soon"}"##),
        .init("up", ##"{"goal":157788001}"##),
        .init("up", ##"{"start_date":$now+301}"##),
        .init("up", ##"{"start_date":"now"}"##),
        .init("steps", ##"{"total_steps":null}"##),
        .init("steps", ##"{"current_step":null}"##),
        .init("steps", ##"{"total_steps":0}"##),
        .init("steps", ##"{"total_steps":65,"current_step":1}"##),
        .init("steps", ##"{"current_step":4}"##),
        .init("steps", ##"{"current_step":-1}"##),
        .init("steps", ##"{"total_steps":"3"}"##),
        .init("steps", ##"{"current_step":1.5}"##),
        .init("steps", ##"{"step_labels":["a","b"]}"##),
        .init("steps", ##"{"step_labels":["a","b","\##(run("x", 33))"]}"##),
        .init("steps", ##"{"step_labels":["a","b",3]}"##),
        .init("steps", ##"{"step_rows":[1,2]}"##),
        .init("steps", ##"{"step_rows":[0,1,1]}"##),
        .init("steps", ##"{"step_rows":[1,1,11]}"##),
        .init("steps", ##"{"step_weights":[1,2]}"##),
        .init("steps", ##"{"step_weights":[1,0,1]}"##),
        .init("steps", ##"{"step_weights":[1,-1,1]}"##),
        .init("steps", ##"{"step_colors":["red","",""," "]}"##),
        .init("steps", ##"{"step_colors":["red","","white"]}"##),
        .init("steps", ##"{"live_progress":true}"##),
        .init("alert", ##"{"severity":null}"##),
        .init("alert", ##"{"severity":"error"}"##),
        .init("alert", ##"{"severity":1}"##),
        .init("alert", ##"{"severity_label":"\##(run("x", 41))"}"##),
        .init("alert", ##"{"fired_at":0}"##),
        .init("alert", ##"{"fired_at":$now+301}"##),
        .init("alert", ##"{"fired_at":"now"}"##),
        .init("gauge", ##"{"value":null}"##),
        .init("gauge", ##"{"min_value":null}"##),
        .init("gauge", ##"{"max_value":null}"##),
        .init("gauge", ##"{"value":10.01}"##),
        .init("gauge", ##"{"value":-0.01}"##),
        .init("gauge", ##"{"value":"5"}"##),
        .init("gauge", ##"{"min_value":10}"##),
        .init("gauge", ##"{"min_value":11}"##),
        .init("gauge", ##"{"unit":"\##(run("x", 33))"}"##),
        .init("gauge", ##"{"decimals":11}"##),
        .init("gauge", ##"{"decimals":-1}"##),
        .init("gauge", ##"{"decimals":1.5}"##),
        .init("timeline", ##"{"value":null}"##),
        .init("timeline", ##"{"value":5}"##),
        .init("timeline", ##"{"value":{"A":null}}"##),
        .init("timeline", ##"{"value":{"A":"1"}}"##),
        .init(
            "timeline",
            ##"""
            {"value":{"s0":1,"s1":1,"s2":1,"s3":1,"s4":1,"s5":1,"s6":1,"s7":1,"s8":1,"s9":1,"s10":1}}
            """##
        ),
        .init("timeline", ##"{"value":{"":1}}"##),
        .init("timeline", ##"{"value":{"\##(run("x", 33))":1}}"##),
        .init("timeline", ##"{"unit":"\##(run("x", 33))"}"##),
        .init("timeline", ##"{"units":{"B":"x"}}"##),
        .init("timeline", ##"{"units":{"A":"\##(run("x", 33))"}}"##),
        .init("timeline", ##"{"scale":"log"}"##),
        .init("timeline", ##"{"decimals":11}"##),
        .init("timeline", ##"{"smoothing":"yes"}"##),
        .init(
            "timeline",
            ##"""
            {"thresholds":[{"value":1},{"value":1},{"value":1},{"value":1},{"value":1},{"value":1}]}
            """##
        ),
        .init("timeline", ##"{"thresholds":[{"color":"red"}]}"##),
        .init("timeline", ##"{"thresholds":[{"value":1,"color":"gray"}]}"##),
        .init("timeline", ##"{"thresholds":[{"value":1,"label":"\##(run("x", 13))"}]}"##),
        .init("timeline", ##"{"primary_series":"\##(run("x", 33))"}"##),
        .init("timeline", ##"{"history":{"A":[{"timestamp":0,"value":1}]}}"##),
        .init("timeline", ##"{"history":{"A":[{"timestamp":$now+1,"value":1}]}}"##),
        .init("timeline", ##"{"history":{"A":[{"timestamp":5}]}}"##),
        .init("timeline", ##"{"history":{"A":5}}"##),
    ]

    static let refusedLists: [ContentCase] = [
        .init("board", ##"{"tiles":null}"##),
        .init("board", ##"{"tiles":[]}"##),
        .init(
            "board",
            ##"""
            {"tiles":[{"label":"A","value":"1"},{"label":"A","value":"1"},{"label":"A","value":"1"},{
            "label":"A","value":"1"},{"label":"A","value":"1"}]}
            """##
        ),
        .init("board", ##"{"tiles":{}}"##),
        .init("board", ##"{"tiles":[{"value":"1"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":1}]}"##),
        .init("board", ##"{"tiles":[{"label":" ","value":"1"}]}"##),
        .init("board", ##"{"tiles":[{"label":"","value":"1"}]}"##),
        .init("board", ##"{"tiles":[{"label":"\##(run("x", 33))","value":"1"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":""}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"\##(run("x", 17))"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","unit":"\##(run("x", 9))"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","icon":"\##(run("x", 129))"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","color":"grey"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","trend":"rising"}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","url_action":{"title":"x"}}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","url_action":{"url":"javascript:x"}}]}"##),
        .init("board", ##"{"tiles":[{"label":"A","value":"1","unit":null}]}"##),
        .init("log", ##"{"lines":null}"##),
        .init("log", ##"{"lines":[]}"##),
        .init(
            "log",
            ##"""
            {"lines":[{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{
            "text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{
            "text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{
            "text":"a"}]}
            """##
        ),
        .init("log", ##"{"lines":["a"]}"##),
        .init("log", ##"{"lines":[{"at":5}]}"##),
        .init("log", ##"{"lines":[{"text":""}]}"##),
        .init("log", ##"{"lines":[{"text":"  "}]}"##),
        .init("log", ##"{"lines":[{"text":"\##(run("x", 513))"}]}"##),
        .init("log", ##"{"lines":[{"text":"a","at":0}]}"##),
        .init("log", ##"{"lines":[{"text":"a","at":1.5}]}"##),
        .init("log", ##"{"lines":[{"text":"a","level":"warning"}]}"##),
        .init("log", ##"{"lines":[{"text":"a","colour":"red"}]}"##),
        .init("media", ##"{"media_title":"\##(run("x", 129))"}"##),
        .init("media", ##"{"playback_state":"idle"}"##),
        .init("media", ##"{"position_seconds":-1}"##),
        .init("media", ##"{"position_seconds":604801}"##),
        .init("media", ##"{"position_seconds":"1"}"##),
        .init("media", ##"{"duration_seconds":0}"##),
        .init("media", ##"{"duration_seconds":604801}"##),
        .init("media", ##"{"position_seconds":1,"position_at":$now+301}"##),
        .init("media", ##"{"position_seconds":1,"position_at":$now-43201}"##),
        .init("media", ##"{"position_at":1.5}"##),
        .init("media", ##"{"volume":1.1}"##),
        .init("media", ##"{"volume":50}"##),
        .init("media", ##"{"favorite":"yes"}"##),
        .init("media", ##"{"controls":[]}"##),
        .init("media", ##"{"controls":{"rewind":{"url":"https://x.example/a","method":"POST"}}}"##),
        .init("media", ##"{"controls":{"next":{"method":"POST"}}}"##),
        .init("media", ##"{"controls":{"next":{"url":"https://x.example","foreground":true}}}"##),
        .init("media", ##"{"controls":{"next":{"url":"https://x.example","title":"\##(run("x", 65))"}}}"##),
        .init("media", ##"{"controls":{"extra":[{"url":"https://x.example/a","method":"POST"}]}}"##),
        .init(
            "media",
            ##"""
            {"controls":{"extra":[{"url":"https://x.example","icon":"moon"},{"url":"https://x.example",
            "icon":"moon"},{"url":"https://x.example","icon":"moon"},{"url":"https://x.example",
            "icon":"moon"}]}}
            """##
        ),
        .init("media", ##"{"controls":{"extra":{}}}"##),
        .init("media", ##"{"image_shape":"oval"}"##),
        .init("approval", ##"{"options":null}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"}]}"##),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","icon":"x"},{"id":"b","title":"T","icon":"x"},{"id":"c",
            "title":"T","icon":"x"},{"id":"d","title":"T","icon":"x"},{"id":"e","title":"T",
            "icon":"x"}]}
            """##
        ),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"a","title":"T"}]}"##),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T"},{"id":"c","title":"T"}]}
            """##
        ),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","icon":"x"},{"id":"b","title":"T","icon":"x"},{"id":"c",
            "title":"T"}]}
            """##
        ),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"title":"T"}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b"}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"-b","title":"T"}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b c","title":"T"}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"\##(run("x", 65))","title":"T"}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":"\##(run("x", 25))"}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":""}]}"##),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":"T","style":"plain"}]}"##),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","icon":"\##(run("x", 65))"}]}
            """##
        ),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"https://x.example",
            "foreground":true}]}
            """##
        ),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"https://x.example",
            "method":"BREW"}]}
            """##
        ),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"file:///a"}]}
            """##
        ),
        .init("approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":"T","method":"POST"}]}"##),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"https://x.example",
            "headers":{"A":"\##(run("x", 1024))"}}]}
            """##
        ),
        .init("approval", ##"{"source":"\##(run("x", 25))"}"##),
        .init(
            "approval",
            ##"""
            {"details":[{"label":"a","value":"b"},{"label":"a","value":"b"},{"label":"a","value":"b"}]}
            """##
        ),
        .init("approval", ##"{"details":[{"label":"a"}]}"##),
        .init("approval", ##"{"details":[{"value":"a"}]}"##),
        .init("approval", ##"{"details":[{"label":"\##(run("x", 25))","value":"b"}]}"##),
        .init("approval", ##"{"details":[{"label":"a","value":"\##(run("x", 65))"}]}"##),
        .init("approval", ##"{"on_expire":"a"}"##),
        .init("approval", ##"{"on_expire":"c","end_date":$now+60}"##),
        .init("approval", ##"{"url_action":{"url":"https://x.example/a","method":"POST"}}"##),
        .init("approval", ##"{"secondary_url_action":{"url":"https://x.example/a","method":"POST"}}"##),
        .init("approval", ##"{"alarm":true,"end_date":$now+60}"##),
        .init("approval", ##"{"snooze_seconds":60}"##),
        .init("approval", ##"{"url":"https://x.example"}"##),
        .init("approval", ##"{"secondary_url":"https://x.example"}"##),
    ]
}
