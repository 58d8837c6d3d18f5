package import Values
extension Value { package init(members: [(String, Value)]) { self = .none } }
extension Template { package static func literalValue(of text: String) -> Value { .none } }
extension TemplateServices {
    package func instant(ofISO text: String, zone: String?) -> Timestamp? { nil }
    package func minuteOfDay(_ t: Timestamp) -> Int { 0 }
}
