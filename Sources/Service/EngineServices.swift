import JSONReader
package import Templates
import Values

/// Puts together what the template language needs of the libraries.
package enum EngineServices {
    package static func make() -> TemplateServices {
        TemplateServices(parseJSON: JSONReader.parser)
    }
}
