/// What a missing name, attribute or item gives, and the words for it in an error.
package struct Undefined: Sendable {
    enum Reason: Sendable {
        case name(String)
        case attribute(String, owner: String)
        case item(String, owner: String)
        case message(String)
        /// An attribute that the sandbox forbids.
        case forbidden(String, owner: String)
    }

    let reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }

    /// Whether it is a part that was looked for and is not there, and no expression without a value.
    var isMissing: Bool {
        switch reason {
        case .name, .attribute, .item: true
        case .message, .forbidden: false
        }
    }

    var message: String {
        switch reason {
        case .name(let name): "'\(name)' is undefined"
        case .attribute(let name, let owner): "a \(owner) has no attribute '\(name)'"
        case .item(let key, let owner): "a \(owner) has no item \(key)"
        case .message(let message): message
        case .forbidden(let name, let owner):
            "'\(name)' of a \(owner) is a method that templates may not use; write ['\(name)'] for an item of that name"
        }
    }
}

extension Value {
    static func undefined(_ reason: Undefined.Reason) -> Value { .undefined(Undefined(reason)) }
}
