/// Patches on the least content of each template: those that break a rule and those that do not.
enum ContentTable {
    static let refused = refusedShared + refusedByTemplate
    static let accepted: [ContentCase] = [
        .init("generic", ##"{}"##),
        .init("generic", ##"{"progress":0}"##),
        .init("generic", ##"{"progress":1}"##),
        .init("generic", ##"{"state":"\##(run("x", 256))"}"##),
        .init("generic", ##"{"subtitle":"\##(run("x", 256))","icon":"\##(run("x", 128))"}"##),
        .init("generic", ##"{"remaining_time":0}"##),
        .init("generic", ##"{"accent_color":"mint","background_color":"#11223344","text_color":"AABBCC"}"##),
        .init("generic", ##"{"compact_label":" 42% "}"##),
        .init("generic", ##"{"tap_action":{"url":"https://x.example"}}"##),
        .init("generic", ##"{"tap_action":{"url":"homeassistant://navigate/a"}}"##),
        .init("generic", ##"{"tap_action":{"url":"mailto:a@b.example"}}"##),
        .init("generic", ##"{"url_action":{"url":"https://x.example/a","method":"POST"}}"##),
        .init(
            "generic",
            ##"""
            {"url_action":{"url":"https://x.example","headers":{"A":"\##(run("x", 1023))"}}}
            """##
        ),
        .init("generic", ##"{"url_action":{"url":"https://x.example","body":"\##(run("x", 1024))"}}"##),
        .init("generic", ##"{"url":"https://x.example","secondary_url":"http://x.example"}"##),
        .init("generic", ##"{"alarm":true,"end_date":$now+60}"##),
        .init("generic", ##"{"alarm":true,"duration":"10m","snooze_seconds":60}"##),
        .init("generic", ##"{"end_date":$now-60}"##),
        .init("generic", ##"{"duration":"1h30m","live_progress":true}"##),
        .init("generic", ##"{"duration":90}"##),
        .init("generic", ##"{"duration":"90"}"##),
        .init(
            "generic",
            ##"""
            {"image_url":"https://x.example:8443/a.jpg","image_shape":"poster",
            "image_thumbhash":"3PcNNYSFeXh/d3eld0iHZoZgVwh2"}
            """##
        ),
        .init("generic", ##"{"image_url":""}"##),
        .init("generic", ##"{"unheard_of":1}"##),
        .init("generic", ##"{"snoozed_until":5,"answer":1,"paused_at":"x","log_backlog":[]}"##),
        .init("alert", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "alert",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("gauge", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "gauge",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("timeline", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "timeline",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("board", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "board",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("log", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "log",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("media", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "media",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("steps", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "steps",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("countdown", ##"{"warning_threshold":0}"##),
        .init("countdown", ##"{"warning_threshold":60,"completion_message":"\##(run("x", 512))"}"##),
        .init("countdown", ##"{"show_ruler":false,"direction":"down"}"##),
        .init("countdown", ##"{"paused":true}"##),
        .init("countdown", ##"{"paused":false}"##),
        .init("countdown", ##"{"duration":null,"end_date":$now+60}"##),
        .init("countdown", ##"{"duration":"30s"}"##),
        .init("countdown", ##"{"alarm":true,"snooze_seconds":300}"##),
        .init("up", ##"{}"##),
        .init("up", ##"{"goal":"90m"}"##),
        .init("up", ##"{"goal":1}"##),
        .init("up", ##"{"start_date":$now+300}"##),
        .init("up", ##"{"start_date":$now-86400}"##),
        .init("up", ##"{"paused":true}"##),
        .init("up", ##"{"show_ruler":true}"##),
        .init("steps", ##"{"current_step":0}"##),
        .init("steps", ##"{"current_step":3}"##),
        .init("steps", ##"{"total_steps":64}"##),
        .init(
            "steps",
            ##"""
            {"step_labels":["a","b","\##(run("x", 32))"],"step_rows":[1,5,10],"step_weights":[1,0.5,3],
            "step_colors":["","teal","#8E8E93"]}
            """##
        ),
        .init("steps", ##"{"live_progress":true,"duration":"12m"}"##),
        .init("steps", ##"{"image_url":"https://x.example/a"}"##),
        .init("alert", ##"{"severity":"critical"}"##),
        .init("alert", ##"{"severity":"warning","severity_label":"\##(run("x", 40))","fired_at":$now+300}"##),
        .init("gauge", ##"{"value":0}"##),
        .init("gauge", ##"{"value":10}"##),
        .init("gauge", ##"{"unit":"\##(run("x", 32))","decimals":10}"##),
        .init("gauge", ##"{"min_value":-5.5,"decimals":0}"##),
        .init("timeline", ##"{"value":{"B":2}}"##),
        .init("timeline", ##"{"value":{"A":null,"C":1}}"##),
        .init("timeline", ##"{"units":{"A":"x"},"scale":"logarithmic","decimals":0,"smoothing":true}"##),
        .init("timeline", ##"{"thresholds":[{"value":1,"color":"red","label":"\##(run("x", 12))"}]}"##),
        .init("timeline", ##"{"primary_series":"Z"}"##),
        .init(
            "timeline",
            ##"""
            {"history":{"A":[{"timestamp":$now-60,"value":1},{"timestamp":$now,"value":2}]}}
            """##
        ),
        .init(
            "board",
            ##"""
            {"tiles":[{"label":"\##(run("x", 32))","value":"\##(run("x", 16))","unit":"xxxxxxxx",
            "icon":"mdi:a","color":"#fff000","trend":"flat","url_action":{"url":"https://x.example/a",
            "method":"POST"}}]}
            """##
        ),
        .init(
            "board",
            ##"""
            {"tiles":[{"label":"A","value":"1"},{"label":"A","value":"1"},{"label":"A","value":"1"},{
            "label":"A","value":"1"}]}
            """##
        ),
        .init(
            "log",
            ##"""
            {"lines":[{"text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{
            "text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,
            "level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{
            "text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,
            "level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{
            "text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,
            "level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{
            "text":"a","at":5,"level":"error"},{"text":"a","at":5,"level":"error"},{"text":"a","at":5,
            "level":"error"}]}
            """##
        ),
        .init("log", ##"{"lines":[{"text":"\##(run("x", 512))"}]}"##),
        .init("media", ##"{}"##),
        .init("media", ##"{"media_title":null}"##),
        .init(
            "media",
            ##"""
            {"playback_state":"buffering","position_seconds":0,"duration_seconds":604800,"volume":1,
            "favorite":true}
            """##
        ),
        .init("media", ##"{"position_seconds":1,"position_at":$now+300}"##),
        .init("media", ##"{"position_seconds":1,"position_at":$now-43200}"##),
        .init(
            "media",
            ##"""
            {"controls":{"previous":{"url":"https://x.example/a","method":"POST"},"play":{
            "url":"https://x.example/a","method":"POST"},"pause":{"url":"https://x.example/a",
            "method":"POST"},"stop":{"url":"https://x.example/a","method":"POST"},"favorite":{
            "url":"https://x.example/a","method":"POST"}}}
            """##
        ),
        .init("media", ##"{"controls":{"next":{"url":"spotify://next"}}}"##),
        .init("media", ##"{"controls":{"extra":[{"url":"https://x.example","icon":"moon"}]}}"##),
        .init("media", ##"{"image_url":"https://x.example/a"}"##),
        .init("approval", ##"{}"##),
        .init("approval", ##"{"end_date":$now+60,"on_expire":"none"}"##),
        .init("approval", ##"{"end_date":$now+60,"on_expire":"a"}"##),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","icon":"x"},{"id":"b","title":"T","icon":"x"},{"id":"c",
            "title":"T","icon":"x"},{"id":"d","title":"T","icon":"x"}]}
            """##
        ),
        .init(
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","style":"destructive"},{"id":"b","title":"T",
            "url":"https://x.example","method":"PUT","headers":{"A":"b"},"body":"x"}]}
            """##
        ),
        .init(
            "approval",
            ##"""
            {"source":"\##(run("x", 24))","details":[{"label":"\##(run("x", 24))",
            "value":"\##(run("x", 64))"}]}
            """##
        ),
        .init("approval", ##"{"tap_action":{"url":"https://x.example/a","method":"POST"}}"##),
    ]

    /// A text of so many times one letter, for limits.
    static func run(_ letter: String, _ count: Int) -> String { String(repeating: letter, count: count) }
}
