/// What each template says of merging (section 8), but for the player.
extension MergeRow {
    static let templates: [MergeRow] = clocks + steps + readings + questions

    private static let clocks = [
        MergeRow(
            "an end that moves is sent alone, so that the window's start is kept",
            from: #"{"template": "countdown", "end_date": $t+3600, "start_date": $t, "state": "a"}"#,
            to: #"{"template": "countdown", "end_date": $t+4000, "start_date": $t, "state": "a"}"#,
            sends: #"{"content": {"end_date": $t+4000}}"#
        ),
        MergeRow(
            "a pause leaves the window out, for sending it would start a new one",
            from: #"{"template": "countdown", "end_date": $t+3600, "state": "a"}"#,
            to: #"{"template": "countdown", "end_date": $t+3700, "state": "a", "paused": true}"#,
            sends: #"{"content": {"paused": true}}"#,
            leaving: ["start_date", "end_date"]
        ),
        MergeRow(
            "a pause of which nothing is said any more is over: the switch is set, for it is nothing stored",
            from: #"{"template": "countdown", "direction": "up", "start_date": $t, "paused": true}"#,
            to: #"{"template": "countdown", "direction": "up", "start_date": $t}"#,
            sends: #"{"content": {"paused": false}}"#
        ),
        MergeRow(
            "a text that changes while the clock runs leaves the window out",
            from: #"{"template": "countdown", "duration": "1h", "state": "a"}"#,
            to: #"{"template": "countdown", "duration": "1h", "state": "b"}"#,
            sends: #"{"content": {"state": "b"}}"#,
            leaving: ["start_date", "end_date"]
        ),
        MergeRow(
            "a warning that went away is null",
            from:
                #"{"template": "countdown", "end_date": $t+3600, "warning_threshold": 60, "completion_message": "m"}"#,
            to: #"{"template": "countdown", "end_date": $t+3600, "completion_message": "n"}"#,
            sends: #"{"content": {"warning_threshold": null, "completion_message": "n"}}"#
        ),
        MergeRow(
            "a clock that turns to count up brings its run, and nulls what counts down",
            from: #"{"template": "countdown", "end_date": $t+3600, "warning_threshold": 60, "state": "a"}"#,
            to:
                #"{"template": "countdown", "direction": "up", "start_date": $t+10, "goal": 5400, "state": "a"}"#,
            sends: """
                {"content": {"template": "countdown", "direction": "up", "start_date": $t+10, "goal": 5400,
                             "state": "a", "end_date": null, "warning_threshold": null}}
                """
        ),
        MergeRow(
            "a clock that turns to count down brings its window, and nulls the goal",
            from:
                #"{"template": "countdown", "direction": "up", "start_date": $t, "goal": 5400, "state": "a"}"#,
            to: #"{"template": "countdown", "direction": "down", "end_date": $t+3600, "state": "a"}"#,
            sends: """
                {"content": {"template": "countdown", "direction": "down", "end_date": $t+3600, "state": "a",
                             "start_date": null, "goal": null}}
                """
        ),
        MergeRow(
            "a goal that moves is sent alone, and the clock's start is not",
            from: #"{"template": "countdown", "direction": "up", "start_date": $t, "goal": 3600}"#,
            to: #"{"template": "countdown", "direction": "up", "start_date": $t+1, "goal": 5400}"#,
            sends: #"{"content": {"goal": 5400}}"#,
            leaving: ["start_date", "end_date"]
        ),
        MergeRow(
            "a start that is another one starts the clock anew",
            from: #"{"template": "countdown", "direction": "up", "start_date": $t}"#,
            to: #"{"template": "countdown", "direction": "up", "start_date": $t+50}"#,
            sends: #"{"content": {"start_date": $t+50}}"#
        ),
    ]

    private static let steps = [
        MergeRow(
            "another number of steps brings each array that there is",
            from: """
                {"template": "steps", "total_steps": 2, "current_step": 1, "step_labels": ["A", "B"],
                 "step_weights": [1, 2], "step_colors": ["", "red"]}
                """,
            to: """
                {"template": "steps", "total_steps": 3, "current_step": 1, "step_labels": ["A", "B", "C"],
                 "step_weights": [1, 2, 1]}
                """,
            sends: """
                {"content": {"total_steps": 3, "step_labels": ["A", "B", "C"], "step_weights": [1, 2, 1],
                             "step_colors": null}}
                """
        ),
        MergeRow(
            "the next step begins its own window, of the same length",
            from:
                #"{"template": "steps", "total_steps": 4, "current_step": 1, "duration": "10m", "live_progress": true}"#,
            to:
                #"{"template": "steps", "total_steps": 4, "current_step": 2, "duration": "10m", "live_progress": true}"#,
            sends: #"{"content": {"current_step": 2, "start_date": $t+60, "end_date": $t+660}}"#
        ),
        MergeRow(
            "a text that changes within a step leaves its window and its bar where they are",
            from: """
                {"template": "steps", "total_steps": 4, "current_step": 1, "duration": "10m", "state": "a"}
                """,
            to:
                #"{"template": "steps", "total_steps": 4, "current_step": 1, "duration": "10m", "state": "b"}"#,
            sends: #"{"content": {"state": "b"}}"#,
            leaving: ["start_date", "end_date"]
        ),
        MergeRow(
            "a step begins with an empty bar, however full the one before was",
            from: """
                {"template": "steps", "total_steps": 4, "current_step": 1, "eta": 120}
                """,
            to: #"{"template": "steps", "total_steps": 4, "current_step": 2, "eta": 1200}"#,
            sends: #"{"content": {"current_step": 2, "end_date": $t+1260}}"#
        ),
        MergeRow(
            "a length of its own that changed begins the window anew",
            from: #"{"template": "generic", "state": "a", "duration": 600}"#,
            to: #"{"template": "generic", "state": "a", "duration": 1200}"#,
            sends: #"{"content": {"start_date": $t+60, "end_date": $t+1260}}"#
        ),
    ]

    private static let readings = [
        MergeRow(
            "a severity goes alone",
            from: #"{"template": "alert", "severity": "warning", "severity_label": "LEAK", "state": "a"}"#,
            to: #"{"template": "alert", "severity": "critical", "severity_label": "LEAK", "state": "a"}"#,
            sends: #"{"content": {"severity": "critical"}}"#
        ),
        MergeRow(
            "a gauge's value goes alone, and the progress that the server works out never",
            from: #"{"template": "gauge", "value": 10, "min_value": 0, "max_value": 50, "unit": "°C"}"#,
            to: #"{"template": "gauge", "value": 20, "min_value": 0, "max_value": 50, "unit": "°C"}"#,
            sends: #"{"content": {"value": 20}}"#
        ),
        MergeRow(
            "a value beyond the old bounds goes with the new ones",
            from: #"{"template": "gauge", "value": 10, "min_value": 0, "max_value": 50}"#,
            to: #"{"template": "gauge", "value": 80, "min_value": 60, "max_value": 100}"#,
            sends: #"{"content": {"value": 80, "min_value": 60, "max_value": 100}}"#
        ),
        MergeRow(
            "of a chart only the series that changed is sent, at low priority",
            from: #"{"template": "timeline", "value": {"in": 20, "out": 5}, "unit": "°C"}"#,
            to: #"{"template": "timeline", "value": {"in": 20, "out": 6}, "unit": "°C"}"#,
            sends: #"{"content": {"value": {"out": 6}}}"#,
            push: .low
        ),
        MergeRow(
            "a series that went away is null, with its unit",
            from:
                #"{"template": "timeline", "value": {"in": 20, "out": 5}, "units": {"in": "°C", "out": "°F"}}"#,
            to: #"{"template": "timeline", "value": {"in": 20}, "units": {"in": "°C"}}"#,
            sends: #"{"content": {"value": {"out": null}, "units": {"out": null}}}"#
        ),
        MergeRow(
            "the last unit takes its object along",
            from: #"{"template": "timeline", "value": {"in": 20}, "units": {"in": "°C"}, "unit": "K"}"#,
            to: #"{"template": "timeline", "value": {"in": 20}, "unit": "K"}"#,
            sends: #"{"content": {"units": null}}"#
        ),
        MergeRow(
            "how a chart is drawn is a change of its structure",
            from: #"{"template": "timeline", "value": {"in": 20}, "decimals": 1, "scale": "linear"}"#,
            to:
                #"{"template": "timeline", "value": {"in": 21}, "decimals": 0, "scale": "logarithmic", "smoothing": true}"#,
            sends: """
                {"content": {"value": {"in": 21}, "decimals": 0, "scale": "logarithmic", "smoothing": true}}
                """
        ),
    ]

    private static let questions = [
        MergeRow(
            "options that are the same are not sent, for a changed set would void the answer",
            from: """
                {"template": "approval", "state": "Close it?", "source": "Home",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}],
                 "details": [{"label": "Open", "value": "20 min"}]}
                """,
            to: """
                {"template": "approval", "state": "Close it?", "source": "Home",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}],
                 "details": [{"label": "Open", "value": "30 min"}]}
                """,
            sends: #"{"content": {"details": [{"label": "Open", "value": "30 min"}]}}"#
        ),
        MergeRow(
            "options that changed go whole",
            from: """
                {"template": "approval", "state": "Close it?",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}
                """,
            to: """
                {"template": "approval", "state": "Close it?",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "Never"}]}
                """,
            sends: """
                {"content": {"options": [{"id": "y-run1", "title": "Yes"}, {"id": "n-run1", "title": "Never"}]}}
                """
        ),
        MergeRow(
            "a deadline that went away takes what happens at it along",
            from: """
                {"template": "approval", "state": "Close it?", "end_date": $t+3600, "on_expire": "y",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}
                """,
            to: """
                {"template": "approval", "state": "Close it?",
                 "options": [{"id": "y", "title": "Yes"}, {"id": "n", "title": "No"}]}
                """,
            sends: #"{"content": {"end_date": null, "on_expire": null}}"#
        ),
    ]
}
