import Crypto
import Host
import JSONReader
import PatternMatcher
import PictureReader
package import Templates
import Values

/// Puts together what the template language needs of the libraries and of the system.
package enum EngineServices {
    package static func make() -> TemplateServices {
        let name = ZoneInfo.localName()
        let local = ZoneInfo.read(name).flatMap { ZoneRules(name: name, tzif: $0) }.map { Zone.rules($0) }
        return TemplateServices(
            parseJSON: JSONReader.parser,
            patterns: PatternMatcher.compiler(),
            digests: TemplateDigests(
                md5: digest(.md5),
                sha1: digest(.sha1),
                sha256: digest(.sha256),
                sha512: digest(.sha512)
            ),
            localZone: local ?? .utc,
            zoneFile: { ZoneInfo.read($0) },
            decodePicture: { PictureReader.read($0) }
        )
    }

    /// A hash function; where the library does not have it, its hash is empty.
    private static func digest(_ digest: Digest) -> TemplateDigests.Digest {
        { (try? digest.bytes(of: $0)) ?? [] }
    }
}
