import HTTPListener
import Values

/// Who sent a request.
enum PeerAddress {
    /// The connected address, or what a trusted proxy says it stands for: the last address it added.
    static func of(_ exchange: HTTPExchange, trustedProxies: [String]) -> String {
        guard trustedProxies.contains(where: { covers($0, exchange.peer) }),
            let forwarded = exchange.request.header("X-Forwarded-For")
        else { return exchange.peer }
        let chain = forwarded.split(separator: ",").map { $0.filter { $0 != " " } }
        return chain.last { address in !trustedProxies.contains { covers($0, address) } } ?? exchange.peer
    }

    /// Whether a network in CIDR form, or a single address, covers an IPv4 address; IPv6 is compared as text.
    static func covers(_ network: String, _ address: String) -> Bool {
        let parts = network.split(separator: "/")
        guard let base = parts.first.flatMap({ number(String($0)) }), let own = number(address) else {
            return network == address
        }
        let bits = parts.count == 2 ? Int(parts[1]) ?? 32 : 32
        guard (0...32).contains(bits) else { return false }
        let mask: UInt32 = bits == 0 ? 0 : ~UInt32(0) << UInt32(32 - bits)
        return base & mask == own & mask
    }

    private static func number(_ text: String) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var result: UInt32 = 0
        for part in parts {
            guard let byte = UInt8(part) else { return nil }
            result = result << 8 | UInt32(byte)
        }
        return result
    }
}
