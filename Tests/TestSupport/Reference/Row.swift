/// A rule of pushward-api.md and a way to see it: requests of which the last one must be answered so.
///
/// A line is a request such as `PATCH /activities/a {"state":"ended"}`, time that passes such as `+60`, or
/// `token hlk_x` for another key. `$now`, with `+N` or `-N` behind it, stands for Unix seconds.
package struct Row: Sendable, CustomStringConvertible {
    /// The section of pushward-api.md that has the rule.
    package let section: String
    package let rule: String
    package let lines: [String]
    /// The status of the last answer.
    package let status: Int
    /// The problem's code in the last answer; nil: none.
    package let code: String?
    /// Where else the rule shows in the last answer.
    ///
    /// The path leads to a member of the body, `@` before it to a header; the value is JSON text, `*` for any,
    /// nil for absent.
    package let shows: [(path: String, value: String?)]

    package init(
        _ section: String,
        _ rule: String,
        _ lines: [String],
        _ status: Int,
        _ code: String? = nil,
        shows: [(path: String, value: String?)] = []
    ) {
        self.section = section
        self.rule = rule
        self.lines = lines
        self.status = status
        self.code = code
        self.shows = shows
    }

    package var description: String { "\(section) \(rule)" }
}

/// A template's least content, and a patch on it that is legal or not.
package struct ContentCase: Sendable, CustomStringConvertible {
    /// The section of pushward-api.md that has the rule.
    package let section: String
    /// The name of a content in `least`.
    package let template: String
    package let patch: String

    package init(_ section: String, _ template: String, _ patch: String) {
        self.section = section
        self.template = template
        self.patch = patch
    }

    package var description: String { "\(section) \(template) \(patch.prefix(80))" }

    /// The least that each template takes; `up` is a countdown that counts up.
    package static let least: [String: String] = [
        "generic": #"{"template":"generic"}"#,
        "countdown": #"{"template":"countdown","duration":600}"#,
        "up": #"{"template":"timer","direction":"up"}"#,
        "steps": #"{"template":"steps","total_steps":3,"current_step":1}"#,
        "alert": #"{"template":"alert","severity":"info"}"#,
        "gauge": #"{"template":"gauge","value":5,"min_value":0,"max_value":10}"#,
        "timeline": #"{"template":"timeline","value":{"A":1}}"#,
        "board": #"{"template":"board","tiles":[{"label":"A","value":"1"}]}"#,
        "log": #"{"template":"log","lines":[{"text":"a"}]}"#,
        "media": #"{"template":"media","media_title":"A"}"#,
        "approval":
            #"{"template":"approval","state":"Q?","options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}"#,
    ]
}
