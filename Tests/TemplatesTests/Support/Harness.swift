import Crypto
import Foundation
import Host
import JSONReader
import PatternMatcher
import Templates
import Values

/// Templates with everything that the daemon gives them, in Warsaw on Monday 2026-06-01 at 14:00.
enum Harness {
    static let services: TemplateServices = {
        var services = TemplateServices(
            parseJSON: JSONReader.parser,
            patterns: PatternMatcher.compiler(),
            digests: TemplateDigests(
                md5: digest(.md5),
                sha1: digest(.sha1),
                sha256: digest(.sha256),
                sha512: digest(.sha512)
            ),
            zoneFile: { ZoneInfo.read($0) }
        )
        services.localZone = services.zone(named: "Europe/Warsaw") ?? .utc
        return services
    }()

    static let now = Timestamp(microseconds: 1_780_315_200_000_000)

    private static func digest(_ kind: Digest) -> TemplateDigests.Digest {
        // A digest that the system forbids has no bytes to compare.
        { bytes in (try? kind.bytes(of: bytes)) ?? [] }
    }

    static func scope(_ variables: [String: Value] = [:]) -> TemplateScope {
        TemplateScope(variables: variables, now: now, services: services)
    }

    static func render(_ source: String, _ variables: [String: Value] = [:]) throws -> String {
        try Template(source).render(in: scope(variables))
    }

    static func render(_ source: String, json: JSON) throws -> String {
        var variables: [String: Value] = [:]
        for (name, value) in json.objectValue ?? JSONObject() { variables[name] = Value(value) }
        return try render(source, variables)
    }

    /// The error of compiling or rendering, nil where there is none.
    static func error(_ source: String, _ variables: [String: Value] = [:]) -> TemplateError? {
        do throws(TemplateError) {
            _ = try Template(source).render(in: scope(variables))
            return nil
        } catch {
            return error
        }
    }

    /// The lines of a file beside the tests as JSON.
    static func lines(_ name: String) throws -> [JSON] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)) }
    }
}
