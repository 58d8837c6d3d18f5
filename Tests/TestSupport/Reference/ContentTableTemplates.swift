/// Patches that break a rule of their own template.
extension ContentTable {
    package static let refusedByTemplate = refusedNumbers + refusedLists

    package static let refusedNumbers: [ContentCase] = [
        .init("8.2", "countdown", ##"{"duration":null}"##),
        .init("8.2", "countdown", ##"{"direction":"sideways"}"##),
        .init("8.2", "countdown", ##"{"goal":60}"##),
        .init("8.2", "countdown", ##"{"warning_threshold":-1}"##),
        .init("8.2", "countdown", ##"{"warning_threshold":"10"}"##),
        .init("8.2", "countdown", ##"{"completion_message":"\##(run("x", 513))"}"##),
        .init("8.2", "countdown", ##"{"show_ruler":"yes"}"##),
        .init("8.2", "countdown", ##"{"paused":"yes"}"##),
        .init("8.2", "countdown", ##"{"paused":1}"##),
        .init("8.2", "countdown", ##"{"duration":null,"end_date":$now-5,"paused":true}"##),
        .init("8.2", "countdown", ##"{"duration":"abc"}"##),
        .init("8.2", "countdown", ##"{"duration":null,"end_date":$now+60,"start_date":$now+61}"##),
        .init("8.2", "up", ##"{"duration":60}"##),
        .init("8.2", "up", ##"{"end_date":$now+60}"##),
        .init("8.2", "up", ##"{"warning_threshold":5}"##),
        .init("8.2", "up", ##"{"completion_message":"x"}"##),
        .init("8.2", "up", ##"{"alarm":true}"##),
        .init("8.2", "up", ##"{"alarm":false}"##),
        .init("8.2", "up", ##"{"snooze_seconds":60}"##),
        .init("8.2", "up", ##"{"goal":0}"##),
        .init("8.2", "up", ##"{"goal":"soon"}"##),
        .init("8.2", "up", ##"{"goal":157788001}"##),
        .init("8.2", "up", ##"{"start_date":$now+301}"##),
        .init("8.2", "up", ##"{"start_date":"now"}"##),
        .init("8.3", "steps", ##"{"total_steps":null}"##),
        .init("8.3", "steps", ##"{"current_step":null}"##),
        .init("8.3", "steps", ##"{"total_steps":0}"##),
        .init("8.3", "steps", ##"{"total_steps":65,"current_step":1}"##),
        .init("8.3", "steps", ##"{"current_step":4}"##),
        .init("8.3", "steps", ##"{"current_step":-1}"##),
        .init("8.3", "steps", ##"{"total_steps":"3"}"##),
        .init("8.3", "steps", ##"{"current_step":1.5}"##),
        .init("8.3", "steps", ##"{"step_labels":["a","b"]}"##),
        .init("8.3", "steps", ##"{"step_labels":["a","b","\##(run("x", 33))"]}"##),
        .init("8.3", "steps", ##"{"step_labels":["a","b",3]}"##),
        .init("8.3", "steps", ##"{"step_rows":[1,2]}"##),
        .init("8.3", "steps", ##"{"step_rows":[0,1,1]}"##),
        .init("8.3", "steps", ##"{"step_rows":[1,1,11]}"##),
        .init("8.3", "steps", ##"{"step_weights":[1,2]}"##),
        .init("8.3", "steps", ##"{"step_weights":[1,0,1]}"##),
        .init("8.3", "steps", ##"{"step_weights":[1,-1,1]}"##),
        .init("8.3", "steps", ##"{"step_colors":["red","",""," "]}"##),
        .init("8.3", "steps", ##"{"step_colors":["red","","white"]}"##),
        .init("8.3", "steps", ##"{"live_progress":true}"##),
        .init("8.4", "alert", ##"{"severity":null}"##),
        .init("8.4", "alert", ##"{"severity":"error"}"##),
        .init("8.4", "alert", ##"{"severity":1}"##),
        .init("8.4", "alert", ##"{"severity_label":"\##(run("x", 41))"}"##),
        .init("8.4", "alert", ##"{"fired_at":0}"##),
        .init("8.4", "alert", ##"{"fired_at":$now+301}"##),
        .init("8.4", "alert", ##"{"fired_at":"now"}"##),
        .init("8.5", "gauge", ##"{"value":null}"##),
        .init("8.5", "gauge", ##"{"min_value":null}"##),
        .init("8.5", "gauge", ##"{"max_value":null}"##),
        .init("8.5", "gauge", ##"{"value":10.01}"##),
        .init("8.5", "gauge", ##"{"value":-0.01}"##),
        .init("8.5", "gauge", ##"{"value":"5"}"##),
        .init("8.5", "gauge", ##"{"min_value":10}"##),
        .init("8.5", "gauge", ##"{"min_value":11}"##),
        .init("8.5", "gauge", ##"{"unit":"\##(run("x", 33))"}"##),
        .init("8.5", "gauge", ##"{"decimals":11}"##),
        .init("8.5", "gauge", ##"{"decimals":-1}"##),
        .init("8.5", "gauge", ##"{"decimals":1.5}"##),
        .init("8.6", "timeline", ##"{"value":null}"##),
        .init("8.6", "timeline", ##"{"value":5}"##),
        .init("8.6", "timeline", ##"{"value":{"A":null}}"##),
        .init("8.6", "timeline", ##"{"value":{"A":"1"}}"##),
        .init(
            "8.6",
            "timeline",
            ##"""
            {"value":{"s0":1,"s1":1,"s2":1,"s3":1,"s4":1,"s5":1,"s6":1,"s7":1,"s8":1,"s9":1,"s10":1}}
            """##
        ),
        .init("8.6", "timeline", ##"{"value":{"":1}}"##),
        .init("8.6", "timeline", ##"{"value":{"\##(run("x", 33))":1}}"##),
        .init("8.6", "timeline", ##"{"unit":"\##(run("x", 33))"}"##),
        .init("8.6", "timeline", ##"{"units":{"B":"x"}}"##),
        .init("8.6", "timeline", ##"{"units":{"A":"\##(run("x", 33))"}}"##),
        .init("8.6", "timeline", ##"{"scale":"log"}"##),
        .init("8.6", "timeline", ##"{"decimals":11}"##),
        .init("8.6", "timeline", ##"{"smoothing":"yes"}"##),
        .init(
            "8.6",
            "timeline",
            ##"""
            {"thresholds":[{"value":1},{"value":1},{"value":1},{"value":1},{"value":1},{"value":1}]}
            """##
        ),
        .init("8.6", "timeline", ##"{"thresholds":[{"color":"red"}]}"##),
        .init("8.6", "timeline", ##"{"thresholds":[{"value":1,"color":"gray"}]}"##),
        .init("8.6", "timeline", ##"{"thresholds":[{"value":1,"label":"\##(run("x", 13))"}]}"##),
        .init("8.6", "timeline", ##"{"primary_series":"\##(run("x", 33))"}"##),
        .init("8.6", "timeline", ##"{"history":{"A":[{"timestamp":0,"value":1}]}}"##),
        .init("8.6", "timeline", ##"{"history":{"A":[{"timestamp":$now+1,"value":1}]}}"##),
        .init("8.6", "timeline", ##"{"history":{"A":[{"timestamp":5}]}}"##),
        .init("8.6", "timeline", ##"{"history":{"A":5}}"##),
    ]

    package static let refusedLists: [ContentCase] = [
        .init("8.7", "board", ##"{"tiles":null}"##),
        .init("8.7", "board", ##"{"tiles":[]}"##),
        .init(
            "8.7",
            "board",
            ##"""
            {"tiles":[{"label":"A","value":"1"},{"label":"A","value":"1"},{"label":"A","value":"1"},{
            "label":"A","value":"1"},{"label":"A","value":"1"}]}
            """##
        ),
        .init("8.7", "board", ##"{"tiles":{}}"##),
        .init("8.7", "board", ##"{"tiles":[{"value":"1"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":1}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":" ","value":"1"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"","value":"1"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"\##(run("x", 33))","value":"1"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":""}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"\##(run("x", 17))"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"1","unit":"\##(run("x", 9))"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"1","icon":"\##(run("x", 129))"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"1","color":"grey"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"1","trend":"rising"}]}"##),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"1","url_action":{"title":"x"}}]}"##),
        .init(
            "8.7",
            "board",
            ##"{"tiles":[{"label":"A","value":"1","url_action":{"url":"javascript:x"}}]}"##
        ),
        .init("8.7", "board", ##"{"tiles":[{"label":"A","value":"1","unit":null}]}"##),
        .init("8.8", "log", ##"{"lines":null}"##),
        .init("8.8", "log", ##"{"lines":[]}"##),
        .init(
            "8.8",
            "log",
            ##"""
            {"lines":[{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{
            "text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{
            "text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"},{
            "text":"a"}]}
            """##
        ),
        .init("8.8", "log", ##"{"lines":["a"]}"##),
        .init("8.8", "log", ##"{"lines":[{"at":5}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":""}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":"  "}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":"\##(run("x", 513))"}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":"a","at":0}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":"a","at":1.5}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":"a","level":"warning"}]}"##),
        .init("8.8", "log", ##"{"lines":[{"text":"a","colour":"red"}]}"##),
        .init("8.9", "media", ##"{"media_title":"\##(run("x", 129))"}"##),
        .init("8.9", "media", ##"{"playback_state":"idle"}"##),
        .init("8.9", "media", ##"{"position_seconds":-1}"##),
        .init("8.9", "media", ##"{"position_seconds":604801}"##),
        .init("8.9", "media", ##"{"position_seconds":"1"}"##),
        .init("8.9", "media", ##"{"duration_seconds":0}"##),
        .init("8.9", "media", ##"{"duration_seconds":604801}"##),
        .init("8.9", "media", ##"{"position_seconds":1,"position_at":$now+301}"##),
        .init("8.9", "media", ##"{"position_seconds":1,"position_at":$now-43201}"##),
        .init("8.9", "media", ##"{"position_at":1.5}"##),
        .init("8.9", "media", ##"{"volume":1.1}"##),
        .init("8.9", "media", ##"{"volume":50}"##),
        .init("8.9", "media", ##"{"favorite":"yes"}"##),
        .init("8.9", "media", ##"{"controls":[]}"##),
        .init("8.9", "media", ##"{"controls":{"rewind":{"url":"https://x.example/a","method":"POST"}}}"##),
        .init("8.9", "media", ##"{"controls":{"next":{"method":"POST"}}}"##),
        .init("8.9", "media", ##"{"controls":{"next":{"url":"https://x.example","foreground":true}}}"##),
        .init(
            "8.9",
            "media",
            ##"{"controls":{"next":{"url":"https://x.example","title":"\##(run("x", 65))"}}}"##
        ),
        .init("8.9", "media", ##"{"controls":{"extra":[{"url":"https://x.example/a","method":"POST"}]}}"##),
        .init(
            "8.9",
            "media",
            ##"""
            {"controls":{"extra":[{"url":"https://x.example","icon":"moon"},{"url":"https://x.example",
            "icon":"moon"},{"url":"https://x.example","icon":"moon"},{"url":"https://x.example",
            "icon":"moon"}]}}
            """##
        ),
        .init("8.9", "media", ##"{"controls":{"extra":{}}}"##),
        .init("8.9", "media", ##"{"image_shape":"oval"}"##),
        .init("8.10", "approval", ##"{"options":null}"##),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"}]}"##),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","icon":"x"},{"id":"b","title":"T","icon":"x"},{"id":"c",
            "title":"T","icon":"x"},{"id":"d","title":"T","icon":"x"},{"id":"e","title":"T",
            "icon":"x"}]}
            """##
        ),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"},{"id":"a","title":"T"}]}"##),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T"},{"id":"c","title":"T"}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","icon":"x"},{"id":"b","title":"T","icon":"x"},{"id":"c",
            "title":"T"}]}
            """##
        ),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"},{"title":"T"}]}"##),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b"}]}"##),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"},{"id":"-b","title":"T"}]}"##),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b c","title":"T"}]}"##),
        .init(
            "8.10",
            "approval",
            ##"{"options":[{"id":"a","title":"T"},{"id":"\##(run("x", 65))","title":"T"}]}"##
        ),
        .init(
            "8.10",
            "approval",
            ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":"\##(run("x", 25))"}]}"##
        ),
        .init("8.10", "approval", ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":""}]}"##),
        .init(
            "8.10",
            "approval",
            ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":"T","style":"plain"}]}"##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","icon":"\##(run("x", 65))"}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"https://x.example",
            "foreground":true}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"https://x.example",
            "method":"BREW"}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"file:///a"}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"{"options":[{"id":"a","title":"T"},{"id":"b","title":"T","method":"POST"}]}"##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T"},{"id":"b","title":"T","url":"https://x.example",
            "headers":{"A":"\##(run("x", 1024))"}}]}
            """##
        ),
        .init("8.10", "approval", ##"{"source":"\##(run("x", 25))"}"##),
        .init(
            "8.10",
            "approval",
            ##"""
            {"details":[{"label":"a","value":"b"},{"label":"a","value":"b"},{"label":"a","value":"b"}]}
            """##
        ),
        .init("8.10", "approval", ##"{"details":[{"label":"a"}]}"##),
        .init("8.10", "approval", ##"{"details":[{"value":"a"}]}"##),
        .init("8.10", "approval", ##"{"details":[{"label":"\##(run("x", 25))","value":"b"}]}"##),
        .init("8.10", "approval", ##"{"details":[{"label":"a","value":"\##(run("x", 65))"}]}"##),
        .init("8.10", "approval", ##"{"on_expire":"a"}"##),
        .init("8.10", "approval", ##"{"on_expire":"c","end_date":$now+60}"##),
        .init("8.10", "approval", ##"{"url_action":{"url":"https://x.example/a","method":"POST"}}"##),
        .init(
            "8.10",
            "approval",
            ##"{"secondary_url_action":{"url":"https://x.example/a","method":"POST"}}"##
        ),
        .init("8.10", "approval", ##"{"alarm":true,"end_date":$now+60}"##),
        .init("8.10", "approval", ##"{"snooze_seconds":60}"##),
        .init("8.10", "approval", ##"{"url":"https://x.example"}"##),
        .init("8.10", "approval", ##"{"secondary_url":"https://x.example"}"##),
    ]
}
