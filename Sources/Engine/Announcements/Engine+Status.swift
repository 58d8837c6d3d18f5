import Mapping
import PushWardAPI
import Values

/// A quota as the status and the metrics tell it.
package struct QuotaStatus: Sendable, Hashable {
    /// The account's name, `default` where it has none.
    package var account: String
    /// PushWard's name of the kind, such as `live_activity_updates`.
    package var kind: String
    package var used: Int
    /// nil: no limit.
    package var limit: Int?
}

extension Engine {
    /// What is known of the accounts' quotas, by account and kind.
    package var quotas: [QuotaStatus] {
        accounts.flatMap { account in
            QuotaKind.allCases.compactMap { kind in
                guard let allowance = account.budget.allowances[kind] else { return nil }
                let (used, limit) = allowance.shown
                return QuotaStatus(account: account.stateName, kind: kind.rawValue, used: used, limit: limit)
            }
        }
    }

    /// Takes whether the disk takes the durable state: the status says where it does not.
    package mutating func noteState(isSaved: Bool) {
        guard isStateSaved != isSaved else { return }
        isStateSaved = isSaved
        hasNewStatus = true
    }

    mutating func brokerChanged(_ isConnected: Bool) {
        isBrokerConnected = isConnected
        lastStatus = nil
        hasNewStatus = isConnected
        guard isConnected, let prefix = mapping.mqtt.discoveryPrefix else { return }
        let discovery = Discovery(
            prefix: prefix,
            mqtt: mapping.mqtt,
            version: options.version,
            accounts: accounts.map(\.stateName)
        )
        effects.append(.announce(discovery.publication))
    }

    /// Publishes the status where it changed since it was published last.
    mutating func announceStatus(at now: Moment) {
        guard hasNewStatus, isBrokerConnected else { return }
        hasNewStatus = false
        let status = status(at: now.wall)
        guard status != lastStatus else { return }
        lastStatus = status
        let publication = MQTTPublication(
            topic: mapping.mqtt.statusTopic,
            payload: status.utf8,
            qos: 1,
            isRetained: true
        )
        effects.append(.announce(publication))
    }

    private func status(at now: Timestamp) -> JSON {
        var members = JSONObject()
        if !options.version.isEmpty { members["version"] = .string(options.version) }
        if !isStateSaved { members["unsaved"] = true }
        members["accounts"] = .object(
            JSONObject(accounts.map { ($0.stateName, Self.status($0.budget, at: now)) })
        )
        return .object(members)
    }

    /// The state of the updates, whether a person should know, and each kind in numbers.
    private static func status(_ budget: Budget, at now: Timestamp) -> JSON {
        let updates = budget.allowances[.liveActivityUpdates]?.state(at: now) ?? .ok
        var members: JSONObject = [
            "budget": .string(budget.policy == .off && updates != .usedUp ? "off" : updates.rawValue),
            "problem": .bool(budget.isInDanger),
        ]
        for kind in QuotaKind.allCases {
            guard let allowance = budget.allowances[kind] else { continue }
            let (used, limit) = allowance.shown
            members[kind.rawValue] = [
                "used": .int(used), "limit": limit.map(JSON.int) ?? .null,
                "resets_at": .string(allowance.resetsAt.rfc3339),
            ]
        }
        return .object(members)
    }
}
