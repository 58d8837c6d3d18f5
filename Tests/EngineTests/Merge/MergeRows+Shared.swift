/// The rules of section 5.1, on fields that most templates take.
extension MergeRow {
    static let shared: [MergeRow] = members + actions + arrays

    private static let members = [
        MergeRow(
            "an equal content sends nothing",
            from: #"{"template": "generic", "state": "a", "progress": 0.5}"#,
            to: #"{"template": "generic", "state": "a", "progress": 0.5}"#,
            sends: nil
        ),
        MergeRow(
            "what stays is absent, what changed is sent",
            from: #"{"template": "generic", "state": "a", "subtitle": "s", "icon": "washer"}"#,
            to: #"{"template": "generic", "state": "b", "subtitle": "s", "icon": "washer"}"#,
            sends: #"{"content": {"state": "b"}}"#
        ),
        MergeRow(
            "what went away is null",
            from: #"{"template": "generic", "state": "a", "subtitle": "s", "accent_color": "red"}"#,
            to: #"{"template": "generic", "state": "a"}"#,
            sends: #"{"content": {"subtitle": null, "accent_color": null}}"#
        ),
        MergeRow(
            "what is new is sent alone",
            from: #"{"template": "generic", "state": "a"}"#,
            to: #"{"template": "generic", "state": "a", "compact_label": "42%", "text_color": "blue"}"#,
            sends: #"{"content": {"compact_label": "42%", "text_color": "blue"}}"#
        ),
        MergeRow(
            "an alarm that went away is null, for nothing else clears it",
            from: #"{"template": "countdown", "end_date": $t+3600, "alarm": true, "snooze_seconds": 120}"#,
            to: #"{"template": "countdown", "end_date": $t+3600, "alarm": false}"#,
            sends: #"{"content": {"alarm": null, "snooze_seconds": null}}"#
        ),
        MergeRow(
            "a picture that went away is null, with its likeness and its shape",
            from: """
                {"template": "generic", "state": "a", "image_url": "https://img.example.org/a.jpg",
                 "image_shape": "circle", "image_thumbhash": "3PcNNYSFeXh/d3eld0iHZoZgVwh2"}
                """,
            to: #"{"template": "generic", "state": "a"}"#,
            sends: #"{"content": {"image_url": null, "image_shape": null, "image_thumbhash": null}}"#
        ),
        MergeRow(
            "an ongoing animation ends with nulls",
            from: #"{"template": "generic", "progress": 0.4, "end_date": $t+3600, "live_progress": true}"#,
            to: #"{"template": "generic", "progress": 1}"#,
            sends: #"{"content": {"progress": 1, "end_date": null, "live_progress": null}}"#
        ),
    ]

    private static let actions = [
        MergeRow(
            "of a button only the member that changed is sent, and the others stay",
            from: """
                {"template": "generic", "state": "a",
                 "url_action": {"url": "https://a.example.org", "method": "POST", "title": "Pause",
                                "headers": {"X-Token": "1"}, "body": "b"}}
                """,
            to: """
                {"template": "generic", "state": "a",
                 "url_action": {"url": "https://a.example.org", "method": "POST", "title": "Resume",
                                "headers": {"X-Token": "1"}, "body": "b"}}
                """,
            sends: #"{"content": {"url_action": {"title": "Resume"}}}"#
        ),
        MergeRow(
            "a button that is replaced has each member that must go as null",
            from: """
                {"template": "generic", "state": "a",
                 "url_action": {"url": "https://a.example.org", "method": "POST", "title": "Pause",
                                "headers": {"X-Token": "1"}, "body": "b"}}
                """,
            to: """
                {"template": "generic", "state": "a", "url_action": {"url": "homeassistant://navigate/x"}}
                """,
            sends: """
                {"content": {"url_action": {"url": "homeassistant://navigate/x", "method": null,
                                            "title": null, "headers": null, "body": null}}}
                """
        ),
        MergeRow(
            "headers merge member by member, too",
            from: """
                {"template": "alert", "severity": "info",
                 "secondary_url_action": {"url": "https://a.example.org", "method": "PUT",
                                          "headers": {"X-Old": "1", "X-Both": "2"}}}
                """,
            to: """
                {"template": "alert", "severity": "info",
                 "secondary_url_action": {"url": "https://a.example.org", "method": "PUT",
                                          "headers": {"X-Both": "2", "X-New": "3"}}}
                """,
            sends: """
                {"content": {"secondary_url_action": {"headers": {"X-Old": null, "X-New": "3"}}}}
                """
        ),
        MergeRow(
            "a button that went away is one null",
            from: """
                {"template": "generic", "state": "a",
                 "tap_action": {"url": "homeassistant://navigate/x"},
                 "url_action": {"url": "https://a.example.org", "method": "POST"}}
                """,
            to:
                #"{"template": "generic", "state": "a", "tap_action": {"url": "homeassistant://navigate/x"}}"#,
            sends: #"{"content": {"url_action": null}}"#
        ),
        MergeRow(
            "a tap target that opened a page and now calls silently loses `foreground`",
            from: #"{"template": "generic", "state": "a", "tap_action": {"url": "https://a.example.org"}}"#,
            to: """
                {"template": "generic", "state": "a",
                 "tap_action": {"url": "https://a.example.org", "method": "POST"}}
                """,
            sends: #"{"content": {"tap_action": {"method": "POST", "foreground": null}}}"#
        ),
    ]

    private static let arrays = [
        MergeRow(
            "tiles go whole, though one of them changed",
            from: """
                {"template": "board", "tiles": [{"label": "PV", "value": "4.2", "unit": "kW", "trend": "up"},
                                                {"label": "House", "value": "1.1", "unit": "kW"}]}
                """,
            to: """
                {"template": "board", "tiles": [{"label": "PV", "value": "4.3", "unit": "kW"},
                                                {"label": "House", "value": "1.1", "unit": "kW"}]}
                """,
            sends: """
                {"content": {"tiles": [{"label": "PV", "value": "4.3", "unit": "kW"},
                                       {"label": "House", "value": "1.1", "unit": "kW"}]}}
                """
        ),
        MergeRow(
            "a tile's button goes with all tiles",
            from: """
                {"template": "board", "tiles": [{"label": "Garage", "value": "Open",
                  "url_action": {"url": "https://a.example.org", "method": "POST", "body": "x"}}]}
                """,
            to: """
                {"template": "board", "tiles": [{"label": "Garage", "value": "Open",
                  "url_action": {"url": "https://a.example.org", "method": "POST"}}]}
                """,
            sends: """
                {"content": {"tiles": [{"label": "Garage", "value": "Open",
                  "url_action": {"url": "https://a.example.org", "method": "POST"}}]}}
                """
        ),
        MergeRow(
            "lines go whole, the newest first",
            from: #"{"template": "log", "lines": [{"text": "a", "at": $t, "level": "info"}]}"#,
            to: """
                {"template": "log", "lines": [{"text": "b", "at": $t+60}, {"text": "a", "at": $t, "level": "info"}]}
                """,
            sends: """
                {"content": {"lines": [{"text": "b", "at": $t+60}, {"text": "a", "at": $t, "level": "info"}]}}
                """
        ),
        MergeRow(
            "thresholds go whole",
            from: """
                {"template": "timeline", "value": {"in": 20}, "thresholds": [{"value": 19, "color": "blue"},
                                                                            {"value": 25, "label": "Hot"}]}
                """,
            to:
                #"{"template": "timeline", "value": {"in": 20}, "thresholds": [{"value": 25, "label": "Hot"}]}"#,
            sends: #"{"content": {"thresholds": [{"value": 25, "label": "Hot"}]}}"#
        ),
        MergeRow(
            "an array of which nothing is left is null",
            from: #"{"template": "timeline", "value": {"in": 20}, "thresholds": [{"value": 19}]}"#,
            to: #"{"template": "timeline", "value": {"in": 20}, "thresholds": []}"#,
            sends: #"{"content": {"thresholds": null}}"#
        ),
        MergeRow(
            "an order that changed is another array",
            from: """
                {"template": "steps", "total_steps": 2, "current_step": 1, "step_labels": ["A", "B"]}
                """,
            to: #"{"template": "steps", "total_steps": 2, "current_step": 1, "step_labels": ["B", "A"]}"#,
            sends: #"{"content": {"step_labels": ["B", "A"]}}"#
        ),
    ]
}
