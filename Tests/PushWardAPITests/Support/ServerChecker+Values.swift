import Values

/// What single values must be like.
extension ServerChecker {
    mutating func known(_ object: JSONObject, _ names: [String], _ what: String) {
        for key in object.keys where !names.contains(key) { fail("\(key) in a \(what)") }
    }

    mutating func text(_ object: JSONObject, _ name: String, _ max: Int) {
        guard let value = object[name] else { return }
        guard let text = value.stringValue else { return fail("\(name) is no text") }
        if text.unicodeScalars.count > max { fail("\(name) is longer than \(max)") }
    }

    mutating func required(_ object: JSONObject, _ name: String, _ max: Int) {
        if object[name]?.stringValue?.contains(where: { !$0.isWhitespace }) != true {
            fail("\(name) is blank")
        }
        text(object, name, max)
    }

    mutating func number(_ value: JSON, _ name: String, _ low: Double, _ high: Double) {
        guard let number = value.doubleValue, number >= low, number <= high else {
            return fail("\(name) out of range")
        }
    }

    mutating func integer(_ value: JSON, _ name: String, _ low: Int, _ high: Int) {
        guard case .int(let number) = value, number >= low, number <= high else {
            return fail("\(name) out of range")
        }
    }

    mutating func time(_ value: JSON, _ name: String, latest: Int) {
        integer(value, name, 1, latest)
    }

    mutating func duration(_ value: JSON, _ name: String) {
        var seconds = 0
        switch value {
        case .int(let number): seconds = number
        case .string(let text):
            var digits = ""
            for character in text {
                if ("0"..."9").contains(character) {
                    digits.append(character)
                } else {
                    let unit = ["h": 3600, "m": 60, "s": 1][String(character)]
                    guard let unit, let count = Int(digits), count < 1_000_000_000 else { return fail(name) }
                    seconds += count * unit
                    digits = ""
                }
            }
            if !digits.isEmpty { seconds = seconds == 0 ? Int(digits) ?? 0 : -1 }
        default: break
        }
        if seconds < 1 || seconds > 157_788_000 { fail("\(name) out of range") }
    }

    mutating func color(_ value: JSON, _ name: String) {
        let names = [
            "red", "orange", "yellow", "green", "blue", "purple", "pink", "indigo", "teal", "cyan", "mint",
            "brown",
        ]
        guard let text = value.stringValue else { return fail("\(name) is no text") }
        if names.contains(text) { return }
        let isHex = text.dropFirst().utf8.allSatisfy {
            (48...57).contains($0) || (65...70).contains($0 & 0xDF)
        }
        if !text.hasPrefix("#") || !isHex || ![7, 9].contains(text.utf8.count) {
            fail("\(name) is no color")
        }
    }

    mutating func url(_ value: JSON, _ name: String, schemes: [String]?) {
        guard let text = value.stringValue else { return fail("\(name) is no text") }
        if text.unicodeScalars.count > 2048 { fail("\(name) is too long") }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        if !text.contains(":") || scheme.isEmpty { fail("\(name) has no scheme") }
        if ["javascript", "data", "file", "vbscript"].contains(scheme) {
            fail("\(name) has a refused scheme")
        }
        if let schemes, !schemes.contains(scheme) { fail("\(name) has the scheme \(scheme)") }
        if ["http", "https"].contains(scheme) {
            let host = text.dropFirst(scheme.count).drop { $0 == ":" || $0 == "/" }
                .prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if host.isEmpty || !text.dropFirst(scheme.count).hasPrefix("://") { fail("\(name) has no host") }
        }
        if text.unicodeScalars.contains(where: { $0.value < 33 || $0.value == 127 }) {
            fail("\(name) has a control")
        }
    }

    mutating func action(_ value: JSON, _ name: String, silent: Bool = false) {
        guard let action = value.objectValue else { return fail("\(name) is no action") }
        guard let address = action["url"] else { return fail("\(name) without a url") }
        url(address, name, schemes: nil)
        let isWeb =
            address.stringValue?.lowercased().hasPrefix("http") == true
            && address.stringValue?.contains("://") == true
            && ["http", "https"].contains((address.stringValue ?? "").prefix { $0 != ":" }.lowercased())
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
        if let method = action["method"], !methods.contains(method.stringValue ?? "") {
            fail("\(name): method")
        }
        if !isWeb {
            for member in ["method", "headers", "body", "foreground"] where action[member] != nil {
                fail("\(name): \(member) with an app's link")
            }
        }
        if let foreground = action["foreground"], foreground.boolValue == nil { fail("\(name): foreground") }
        if silent, action["foreground"] == true { fail("\(name): foreground on a silent button") }
        if !silent, isWeb, action["foreground"] != true, action["method"] == nil {
            fail("\(name): ambiguous tap")
        }
        var bytes = 0
        for (key, value) in action["headers"]?.objectValue ?? [:] {
            bytes += key.utf8.count + (value.stringValue?.utf8.count ?? 9999)
            if key.isEmpty || key.contains(where: { " :()<>@,;\\\"/[]?={}".contains($0) || !$0.isASCII }) {
                fail("\(name): a header's name")
            }
            if value.stringValue?.unicodeScalars.contains(where: { [0, 10, 13].contains($0.value) }) != false
            {
                fail("\(name): a header's value")
            }
        }
        if bytes > 1024 { fail("\(name): headers are too long") }
        if let body = action["body"] {
            guard let text = body.stringValue, text.unicodeScalars.count <= 1024 else {
                return fail("\(name): body")
            }
        }
        text(action, "title", 64)
        text(action, "icon", 64)
        if action["icon"]?.stringValue?.hasPrefix("mdi:") == true { fail("\(name): mdi icon") }
    }
}
