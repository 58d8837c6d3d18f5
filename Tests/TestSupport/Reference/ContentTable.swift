/// Patches on the least content of each template: those that break a rule and those that do not.
package enum ContentTable {
    package static let refused = refusedShared + refusedByTemplate
    package static let accepted: [ContentCase] = [
        .init("7.1", "generic", ##"{}"##),
        .init("7.1", "generic", ##"{"progress":0}"##),
        .init("7.1", "generic", ##"{"progress":1}"##),
        .init("7.1", "generic", ##"{"state":"\##(run("x", 256))"}"##),
        .init("7.1", "generic", ##"{"subtitle":"\##(run("x", 256))","icon":"\##(run("x", 128))"}"##),
        .init("7.1", "generic", ##"{"remaining_time":0}"##),
        .init(
            "9.1",
            "generic",
            ##"{"accent_color":"mint","background_color":"#11223344","text_color":"AABBCC"}"##
        ),
        .init("7.1", "generic", ##"{"compact_label":" 42% "}"##),
        .init("7.2", "generic", ##"{"tap_action":{"url":"https://x.example"}}"##),
        .init("7.2", "generic", ##"{"tap_action":{"url":"homeassistant://navigate/a"}}"##),
        .init("7.2", "generic", ##"{"tap_action":{"url":"mailto:a@b.example"}}"##),
        .init("7.2", "generic", ##"{"url_action":{"url":"https://x.example/a","method":"POST"}}"##),
        .init(
            "7.2",
            "generic",
            ##"""
            {"url_action":{"url":"https://x.example","headers":{"A":"\##(run("x", 1023))"}}}
            """##
        ),
        .init(
            "7.2",
            "generic",
            ##"{"url_action":{"url":"https://x.example","body":"\##(run("x", 1024))"}}"##
        ),
        .init("7.1", "generic", ##"{"url":"https://x.example","secondary_url":"http://x.example"}"##),
        .init("7.4", "generic", ##"{"alarm":true,"end_date":$now+60}"##),
        .init("7.4", "generic", ##"{"alarm":true,"duration":"10m","snooze_seconds":60}"##),
        .init("8.1", "generic", ##"{"end_date":$now-60}"##),
        .init("8.1", "generic", ##"{"duration":"1h30m","live_progress":true}"##),
        .init("8.1", "generic", ##"{"duration":90}"##),
        .init("8.1", "generic", ##"{"duration":"90"}"##),
        .init(
            "9.3",
            "generic",
            ##"""
            {"image_url":"https://x.example:8443/a.jpg","image_shape":"poster",
            "image_thumbhash":"3PcNNYSFeXh/d3eld0iHZoZgVwh2"}
            """##
        ),
        .init("9.3", "generic", ##"{"image_url":""}"##),
        .init("1", "generic", ##"{"unheard_of":1}"##),
        .init("5.1", "generic", ##"{"snoozed_until":5,"answer":1,"paused_at":"x","log_backlog":[]}"##),
        .init("7.4", "alert", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "alert",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("7.4", "gauge", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "gauge",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("7.4", "timeline", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "timeline",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("7.4", "board", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "board",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("7.4", "log", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "log",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("7.4", "media", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "media",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("7.4", "steps", ##"{"end_date":$now+600,"alarm":true}"##),
        .init(
            "7.1",
            "steps",
            ##"""
            {"url_action":{"url":"https://x.example/a","method":"POST"},"tap_action":{
            "url":"https://x.example/a","method":"POST"},"progress":0.5}
            """##
        ),
        .init("8.2", "countdown", ##"{"warning_threshold":0}"##),
        .init("8.2", "countdown", ##"{"warning_threshold":60,"completion_message":"\##(run("x", 512))"}"##),
        .init("8.2", "countdown", ##"{"show_ruler":false,"direction":"down"}"##),
        .init("8.2", "countdown", ##"{"paused":true}"##),
        .init("8.2", "countdown", ##"{"paused":false}"##),
        .init("8.2", "countdown", ##"{"duration":null,"end_date":$now+60}"##),
        .init("8.2", "countdown", ##"{"duration":"30s"}"##),
        .init("8.2", "countdown", ##"{"alarm":true,"snooze_seconds":300}"##),
        .init("8.2", "up", ##"{}"##),
        .init("8.2", "up", ##"{"goal":"90m"}"##),
        .init("8.2", "up", ##"{"goal":1}"##),
        .init("8.2", "up", ##"{"start_date":$now+300}"##),
        .init("8.2", "up", ##"{"start_date":$now-86400}"##),
        .init("8.2", "up", ##"{"paused":true}"##),
        .init("8.2", "up", ##"{"show_ruler":true}"##),
        .init("8.3", "steps", ##"{"current_step":0}"##),
        .init("8.3", "steps", ##"{"current_step":3}"##),
        .init("8.3", "steps", ##"{"total_steps":64}"##),
        .init(
            "8.3",
            "steps",
            ##"""
            {"step_labels":["a","b","\##(run("x", 32))"],"step_rows":[1,5,10],"step_weights":[1,0.5,3],
            "step_colors":["","teal","#8E8E93"]}
            """##
        ),
        .init("8.3", "steps", ##"{"live_progress":true,"duration":"12m"}"##),
        .init("8.3", "steps", ##"{"image_url":"https://x.example/a"}"##),
        .init("8.4", "alert", ##"{"severity":"critical"}"##),
        .init(
            "8.4",
            "alert",
            ##"{"severity":"warning","severity_label":"\##(run("x", 40))","fired_at":$now+300}"##
        ),
        .init("8.5", "gauge", ##"{"value":0}"##),
        .init("8.5", "gauge", ##"{"value":10}"##),
        .init("8.5", "gauge", ##"{"unit":"\##(run("x", 32))","decimals":10}"##),
        .init("8.5", "gauge", ##"{"min_value":-5.5,"decimals":0}"##),
        .init("8.6", "timeline", ##"{"value":{"B":2}}"##),
        .init("8.6", "timeline", ##"{"value":{"A":null,"C":1}}"##),
        .init(
            "8.6",
            "timeline",
            ##"{"units":{"A":"x"},"scale":"logarithmic","decimals":0,"smoothing":true}"##
        ),
        .init(
            "8.6",
            "timeline",
            ##"{"thresholds":[{"value":1,"color":"red","label":"\##(run("x", 12))"}]}"##
        ),
        .init("8.6", "timeline", ##"{"primary_series":"Z"}"##),
        .init(
            "8.6",
            "timeline",
            ##"""
            {"history":{"A":[{"timestamp":$now-60,"value":1},{"timestamp":$now,"value":2}]}}
            """##
        ),
        .init(
            "8.7",
            "board",
            ##"""
            {"tiles":[{"label":"\##(run("x", 32))","value":"\##(run("x", 16))","unit":"xxxxxxxx",
            "icon":"mdi:a","color":"#fff000","trend":"flat","url_action":{"url":"https://x.example/a",
            "method":"POST"}}]}
            """##
        ),
        .init(
            "8.7",
            "board",
            ##"""
            {"tiles":[{"label":"A","value":"1"},{"label":"A","value":"1"},{"label":"A","value":"1"},{
            "label":"A","value":"1"}]}
            """##
        ),
        .init(
            "8.8",
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
        .init("8.8", "log", ##"{"lines":[{"text":"\##(run("x", 512))"}]}"##),
        .init("8.9", "media", ##"{}"##),
        .init("8.9", "media", ##"{"media_title":null}"##),
        .init(
            "8.9",
            "media",
            ##"""
            {"playback_state":"buffering","position_seconds":0,"duration_seconds":604800,"volume":1,
            "favorite":true}
            """##
        ),
        .init("8.9", "media", ##"{"position_seconds":1,"position_at":$now+300}"##),
        .init("8.9", "media", ##"{"position_seconds":1,"position_at":$now-43200}"##),
        .init(
            "8.9",
            "media",
            ##"""
            {"controls":{"previous":{"url":"https://x.example/a","method":"POST"},"play":{
            "url":"https://x.example/a","method":"POST"},"pause":{"url":"https://x.example/a",
            "method":"POST"},"stop":{"url":"https://x.example/a","method":"POST"},"favorite":{
            "url":"https://x.example/a","method":"POST"}}}
            """##
        ),
        .init("8.9", "media", ##"{"controls":{"next":{"url":"spotify://next"}}}"##),
        .init("8.9", "media", ##"{"controls":{"extra":[{"url":"https://x.example","icon":"moon"}]}}"##),
        .init("8.9", "media", ##"{"image_url":"https://x.example/a"}"##),
        .init("8.10", "approval", ##"{}"##),
        .init("8.10", "approval", ##"{"end_date":$now+60,"on_expire":"none"}"##),
        .init("8.10", "approval", ##"{"end_date":$now+60,"on_expire":"a"}"##),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","icon":"x"},{"id":"b","title":"T","icon":"x"},{"id":"c",
            "title":"T","icon":"x"},{"id":"d","title":"T","icon":"x"}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"options":[{"id":"a","title":"T","style":"destructive"},{"id":"b","title":"T",
            "url":"https://x.example","method":"PUT","headers":{"A":"b"},"body":"x"}]}
            """##
        ),
        .init(
            "8.10",
            "approval",
            ##"""
            {"source":"\##(run("x", 24))","details":[{"label":"\##(run("x", 24))",
            "value":"\##(run("x", 64))"}]}
            """##
        ),
        .init("8.10", "approval", ##"{"tap_action":{"url":"https://x.example/a","method":"POST"}}"##),
    ]

    /// A text of so many times one letter, for limits.
    package static func run(_ letter: String, _ count: Int) -> String {
        String(repeating: letter, count: count)
    }
}
