/// A player's merging (section 8.9), and what another template needs (sections 5.1 and 9.3, section 16 no. 32).
extension MergeRow {
    static let media: [MergeRow] = [
        MergeRow(
            "a slot that the player lacks is null, and the others are left alone",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/n", "method": "POST"},
                              "stop": {"url": "https://a.example.org/s", "method": "POST"}}}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/n", "method": "POST"}}}
                """,
            sends: #"{"content": {"controls": {"stop": null}}}"#
        ),
        MergeRow(
            "a slot that points elsewhere derives its POST anew",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/n", "method": "POST", "body": "x"}}}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/m", "method": "POST", "body": "x"}}}
                """,
            sends: #"{"content": {"controls": {"next": {"url": "https://a.example.org/m"}}}}"#
        ),
        MergeRow(
            "a slot that points elsewhere says its own method again, for the server would forget it",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/n", "method": "PUT"}}}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/m", "method": "PUT"}}}
                """,
            sends:
                #"{"content": {"controls": {"next": {"url": "https://a.example.org/m", "method": "PUT"}}}}"#
        ),
        MergeRow(
            "a slot that opens an app in place of a call loses the call",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"stop": {"url": "https://a.example.org/n", "method": "POST",
                                       "headers": {"X-Token": "1"}}}}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"stop": {"url": "spotify:stop"}}}
                """,
            sends: """
                {"content": {"controls": {"stop": {"url": "spotify:stop", "method": null, "headers": null}}}}
                """
        ),
        MergeRow(
            "extra buttons go whole",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"play_pause": {"url": "https://a.example.org/p", "method": "POST"},
                   "extra": [{"url": "https://a.example.org/x", "icon": "shuffle", "method": "POST"},
                             {"url": "https://a.example.org/y", "icon": "repeat", "method": "POST"}]}}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"play_pause": {"url": "https://a.example.org/p", "method": "POST"},
                   "extra": [{"url": "https://a.example.org/y", "icon": "repeat", "method": "POST"}]}}
                """,
            sends: """
                {"content": {"controls": {"extra": [{"url": "https://a.example.org/y", "icon": "repeat",
                                                     "method": "POST"}]}}}
                """
        ),
        MergeRow(
            "buttons that all went away are one null",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "controls": {"next": {"url": "https://a.example.org/n", "method": "POST"}}}
                """,
            to: #"{"template": "media", "media_title": "A", "playback_state": "paused"}"#,
            sends: #"{"content": {"controls": null}}"#
        ),
        MergeRow(
            "play and pause take the playhead along, without its instant",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "position_seconds": 30, "duration_seconds": 300}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "playing",
                 "position_seconds": 31, "duration_seconds": 300}
                """,
            sends: #"{"content": {"playback_state": "playing", "position_seconds": 31}}"#
        ),
        MergeRow(
            "a seek says what the player does, too, so that it is pushed at once",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "position_seconds": 30, "duration_seconds": 300}
                """,
            to: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "position_seconds": 200, "duration_seconds": 300}
                """,
            sends: #"{"content": {"playback_state": "paused", "position_seconds": 200}}"#
        ),
        MergeRow(
            "another track brings its title and its place, and art that went away is null",
            from: """
                {"template": "media", "media_title": "A", "subtitle": "X", "playback_state": "paused",
                 "position_seconds": 30, "duration_seconds": 300, "image_url": "https://img.example.org/a.jpg"}
                """,
            to: """
                {"template": "media", "media_title": "B", "subtitle": "X", "playback_state": "paused",
                 "position_seconds": 0, "duration_seconds": 200}
                """,
            sends: """
                {"content": {"media_title": "B", "position_seconds": 0, "duration_seconds": 200,
                             "image_url": null}}
                """
        ),
        MergeRow(
            "a playhead that went away takes the instant along that the server has set beside it",
            from: """
                {"template": "media", "media_title": "A", "playback_state": "paused",
                 "position_seconds": 30, "duration_seconds": 300}
                """,
            to: #"{"template": "media", "media_title": "Radio", "playback_state": "paused"}"#,
            sends: """
                {"content": {"media_title": "Radio", "position_seconds": null, "position_at": null,
                             "duration_seconds": null}}
                """
        ),
        MergeRow(
            "volume and heart are changes of structure",
            from:
                #"{"template": "media", "media_title": "A", "playback_state": "paused", "volume": 0.2, "favorite": true}"#,
            to: #"{"template": "media", "media_title": "A", "playback_state": "paused", "volume": 0.4}"#,
            sends: #"{"content": {"volume": 0.4, "favorite": null}}"#
        ),
    ]

    static let switches: [MergeRow] = [
        MergeRow(
            "to a gauge: all that it requires, though some of it is stored",
            from: #"{"template": "generic", "state": "a", "progress": 0.4, "icon": "washer"}"#,
            to:
                #"{"template": "gauge", "value": 5, "min_value": 0, "max_value": 10, "state": "a", "icon": "washer"}"#,
            sends: """
                {"content": {"template": "gauge", "value": 5, "min_value": 0, "max_value": 10, "state": "a",
                             "icon": "washer", "progress": null}}
                """
        ),
        MergeRow(
            "from a gauge: the progress that the server worked out goes",
            from: #"{"template": "gauge", "value": 5, "min_value": 0, "max_value": 10, "state": "a"}"#,
            to: #"{"template": "generic", "state": "a"}"#,
            sends: """
                {"content": {"template": "generic", "state": "a", "value": null, "min_value": null,
                             "max_value": null, "progress": null}}
                """
        ),
        MergeRow(
            "from a player: its own fields are not even named, for the server clears them and refuses them",
            from: """
                {"template": "media", "media_title": "A", "subtitle": "X", "playback_state": "paused",
                 "position_seconds": 30, "duration_seconds": 300, "volume": 0.2,
                 "controls": {"next": {"url": "https://a.example.org/n", "method": "POST"}}}
                """,
            to: #"{"template": "alert", "severity": "info", "subtitle": "X"}"#,
            sends: """
                {"content": {"template": "alert", "severity": "info", "subtitle": "X", "progress": null}}
                """
        ),
        MergeRow(
            "to a template without a picture: the server drops it, and would refuse its name",
            from: """
                {"template": "generic", "state": "a", "image_url": "https://img.example.org/a.jpg",
                 "image_shape": "circle"}
                """,
            to: #"{"template": "log", "lines": [{"text": "b", "at": $t}], "state": "a"}"#,
            sends: """
                {"content": {"template": "log", "lines": [{"text": "b", "at": $t}], "state": "a"}}
                """
        ),
        MergeRow(
            "to a template with a picture: it is kept, and sent with the rest",
            from: """
                {"template": "generic", "state": "a", "image_url": "https://img.example.org/a.jpg"}
                """,
            to: """
                {"template": "steps", "total_steps": 3, "current_step": 1, "state": "a",
                 "image_url": "https://img.example.org/a.jpg"}
                """,
            sends: """
                {"content": {"template": "steps", "total_steps": 3, "current_step": 1, "state": "a",
                             "image_url": "https://img.example.org/a.jpg"}}
                """
        ),
        MergeRow(
            "to a clock: its window, and no bar that moves by itself",
            from: #"{"template": "generic", "progress": 0.4, "end_date": $t+3600, "live_progress": true}"#,
            to: #"{"template": "countdown", "end_date": $t+3600, "state": "a"}"#,
            sends: """
                {"content": {"template": "countdown", "end_date": $t+3600, "state": "a", "progress": null,
                             "live_progress": null}}
                """
        ),
        MergeRow(
            "from a clock that is paused: the switch, which is never stored, is not named",
            from:
                #"{"template": "countdown", "direction": "up", "start_date": $t, "goal": 60, "paused": true}"#,
            to: #"{"template": "generic", "state": "a"}"#,
            sends: """
                {"content": {"template": "generic", "state": "a", "direction": null, "start_date": null,
                             "goal": null}}
                """
        ),
        MergeRow(
            "to a chart and to a board: their own, and nulls for the rest",
            from:
                #"{"template": "timeline", "value": {"in": 20}, "units": {"in": "°C"}, "thresholds": [{"value": 1}]}"#,
            to: #"{"template": "board", "tiles": [{"label": "In", "value": "20"}]}"#,
            sends: """
                {"content": {"template": "board", "tiles": [{"label": "In", "value": "20"}], "value": null,
                             "units": null, "thresholds": null}}
                """
        ),
        MergeRow(
            "from a question: its options go",
            from: """
                {"template": "approval", "state": "Close it?", "source": "Home",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}
                """,
            to: #"{"template": "generic", "state": "a"}"#,
            sends: """
                {"content": {"template": "generic", "state": "a", "source": null, "options": null}}
                """
        ),
    ]
}
