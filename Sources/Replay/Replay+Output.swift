import Engine
import Mapping
import PushWardAPI
import Values

/// What a replay prints.
extension Replay {
    /// A line of output at the time of now, in seconds from the recording's begin.
    func line(_ kind: String, _ value: JSON) -> JSON {
        ["t": .double((now.uptime.inSeconds * 1000).rounded() / 1000), .init(kind): value]
    }

    /// A request as it is printed; the account only where there are several.
    func json(_ request: PushWardRequest, of account: Int) -> JSON {
        var members: JSONObject = ["method": .string(request.method), "path": .string(request.path)]
        let accounts = mapping.accounts
        if accounts.count > 1, accounts.indices.contains(account) {
            members["account"] = .string(accounts[account].name)
        }
        if !request.query.isEmpty {
            members["query"] = .object(JSONObject(request.query.map { ($0.name, .string($0.value)) }))
        }
        members["body"] = request.body.map(JSON.object)
        return .object(members)
    }

    static func json(_ publication: MQTTPublication) -> JSON {
        [
            "topic": .string(publication.topic),
            "payload": .string(String(decoding: publication.payload, as: UTF8.self)),
            "qos": .int(publication.qos),
            "retain": .bool(publication.isRetained),
        ]
    }

    static func json(_ decision: Decision) -> JSON {
        var members: JSONObject = ["rule": .string(decision.rule)]
        members["slug"] = decision.slug.map(JSON.string)
        members["what"] = .string(decision.what)
        members["why"] = .string(decision.why)
        return .object(members)
    }
}
