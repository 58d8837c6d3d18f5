import Engine
import Values

/// What the daemon says of itself over HTTP (design section 10).
enum StatusPages {
    static func answer(_ request: HTTPRequest, isReady: Bool, _ engine: Engine) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else { return text(405, "only GET\n") }
        switch request.target {
        case "/healthz":
            return text(200, engine.isStateSaved ? "ok\n" : "ok, but the state cannot be saved\n")
        case "/readyz": return isReady ? text(200, "ready\n") : text(503, "not subscribed\n")
        case "/metrics": return text(200, metrics(engine, isReady: isReady) + widgetMetrics(engine))
        default: return text(404, "nothing here\n")
        }
    }

    private static func metrics(_ engine: Engine, isReady: Bool) -> String {
        let counters = engine.counters
        var lines = ["pushward_mqtt_messages_total \(counters.messages)"]
        for (reason, count) in counters.dropped.sorted(by: { $0.key < $1.key }) {
            lines.append("pushward_mqtt_messages_dropped_total{reason=\"\(reason)\"} \(count)")
        }
        for (label, count) in counters.requests.sorted(by: { $0.key < $1.key }) {
            let parts = label.split(separator: ",", maxSplits: 1)
            guard parts.count == 2 else { continue }
            lines.append("pushward_mqtt_requests_total{kind=\"\(parts[0])\",code=\"\(parts[1])\"} \(count)")
        }
        for (name, count) in counters.deliveries.sorted(by: { $0.key < $1.key }) {
            let parts = name.split(separator: ",", maxSplits: 1).map(String.init)
            let reason = parts.count > 1 ? ",reason=\"\(parts[1])\"" : ""
            lines.append("pushward_mqtt_notifications_total{delivery=\"\(parts[0])\"\(reason)} \(count)")
        }
        for (status, count) in counters.receipts.sorted(by: { $0.key < $1.key }) {
            lines.append("pushward_mqtt_receipts_total{status=\"\(status)\"} \(count)")
        }
        for (result, count) in counters.taps.sorted(by: { $0.key < $1.key }) {
            lines.append("pushward_mqtt_taps_total{result=\"\(result)\"} \(count)")
        }
        lines += quotas(engine)
        lines.append("pushward_mqtt_state_saved \(engine.isStateSaved ? 1 : 0)")
        lines.append("pushward_mqtt_connected{peer=\"broker\"} \(isReady ? 1 : 0)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// What is used of each quota; the account only where there are several.
    private static func quotas(_ engine: Engine) -> [String] {
        let quotas = engine.quotas
        let hasSeveral = Set(quotas.map(\.account)).count > 1
        return quotas.flatMap { quota in
            let account = hasSeveral ? "account=\"\(quota.account)\"," : ""
            let labels = "{\(account)kind=\"\(quota.kind)\"}"
            let used = "pushward_mqtt_quota_used\(labels) \(quota.used)"
            return [used] + (quota.limit.map { ["pushward_mqtt_quota_limit\(labels) \($0)"] } ?? [])
        }
    }

    private static func widgetMetrics(_ engine: Engine) -> String {
        engine.widgetStates.map { "pushward_mqtt_widgets{state=\"\($0.state)\"} \($0.count)\n" }.joined()
    }

    private static func text(_ status: Int, _ text: String) -> HTTPResponse {
        let type = HTTPRequest.Pair("Content-Type", "text/plain; charset=utf-8")
        return HTTPResponse(status: status, headers: [type], body: Array(text.utf8))
    }
}
