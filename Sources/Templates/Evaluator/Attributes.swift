import Values

extension Run {
    /// `value.name`: Python's attribute, else the item of that name.
    func attribute(_ name: String, of value: Value) throws(TemplateError) -> Value {
        try attribute(AttributeName(name), of: value)
    }

    func attribute(_ name: AttributeName, of value: Value) throws(TemplateError) -> Value {
        switch value {
        case .dict(let dictionary):
            if name.isDictionaryMethod || name.isInternal {
                return try method(name, of: value) ?? .undefined(.attribute(name.text, owner: "dict"))
            }
            return dictionary[text: name.text] ?? .undefined(.attribute(name.text, owner: "dict"))
        case .unset(let input), .lost(let input): throw .unknown(input)
        case .undefined(let undefined): throw .undefined(undefined)
        default:
            if let found = try ownAttribute(name, of: value) { return found }
            return .undefined(.attribute(name.text, owner: value.typeName))
        }
    }

    /// `value[key]`: the item, else the attribute of that name.
    func item(_ key: Value, of value: Value) throws(TemplateError) -> Value {
        if let found = try plainItem(key, of: value) { return found }
        if let name = key.text {
            if case .dict = value {
                if let found = try method(AttributeName(name), of: value) { return found }
            } else if let found = try ownAttribute(AttributeName(name), of: value) {
                return found
            }
        }
        return .undefined(.item(try repr(key), owner: value.typeName))
    }

    /// The item alone; nil where there is none.
    private func plainItem(_ key: Value, of value: Value) throws(TemplateError) -> Value? {
        switch value {
        case .dict(let dictionary):
            if let text = key.text { return dictionary[text: text] }
            guard key.isHashable else { return nil }
            return dictionary[try key.known()]
        case .list(let items), .tuple(let items): return Self.element(items, key)
        case .record(let record): return Self.element(record.items, key)
        case .string(let text): return character(text, key).map { .string($0) }
        case .markup(let text): return character(text, key).map { .markup($0) }
        case .version(let version): return character(version.text, key).map { .string($0) }
        case .bytes(let bytes): return Self.element(bytes.map { .int(Int($0)) }, key)
        case .range(let range):
            guard let index = key.int, let place = Self.place(index, range.count) else { return nil }
            return .int(range.element(place))
        case .unset(let input), .lost(let input): throw .unknown(input)
        case .undefined(let undefined): throw .undefined(undefined)
        default:
            _ = try key.known()
            return nil
        }
    }

    private static func element(_ items: [Value], _ key: Value) -> Value? {
        guard let index = key.int, let place = place(index, items.count) else { return nil }
        return items[place]
    }

    private static func place(_ index: Int, _ count: Int) -> Int? {
        let place = index < 0 ? index + count : index
        return place >= 0 && place < count ? place : nil
    }

    private func character(_ text: String, _ key: Value) -> String? {
        guard let index = key.int else { return nil }
        let scalars = text.unicodeScalars
        if index >= 0 {
            guard let place = scalars.index(scalars.startIndex, offsetBy: index, limitedBy: scalars.endIndex),
                place < scalars.endIndex
            else { return nil }
            return String(scalars[place])
        }
        guard let place = scalars.index(scalars.endIndex, offsetBy: index, limitedBy: scalars.startIndex)
        else { return nil }
        return String(scalars[place])
    }

    /// A method or a property of what is no dictionary.
    private func ownAttribute(_ name: AttributeName, of value: Value) throws(TemplateError) -> Value? {
        if case .reference(let reference) = value { return try attribute(name.text, of: reference) }
        if let found = try method(name, of: value) { return found }
        return Properties.find(name.text, of: value, run: self)
    }

    private func method(_ name: AttributeName, of value: Value) throws(TemplateError) -> Value? {
        if name.isInternal {
            return .undefined(.forbidden(name.text, owner: value.typeName))
        }
        if name.isForbidden(on: value) { return .undefined(.forbidden(name.text, owner: value.typeName)) }
        return name.method(of: value).map { .method(BoundMethod(receiver: value, function: $0)) }
    }

    private func attribute(_ name: String, of reference: Reference) throws(TemplateError) -> Value? {
        switch reference.kind {
        case .namespace:
            return try object(reference, as: Namespace.self).attributes[text: name]
        case .loop: return try object(reference, as: LoopState.self).attribute(name, reference, self)
        case .macro:
            let code = try object(reference, as: MacroObject.self).code
            switch name {
            case "name": return .string(code.name)
            case "arguments": return .list(code.parameters.map { .string($0.name) })
            case "caller": return .bool(code.usesCaller)
            case "catch_kwargs": return .bool(code.usesNames)
            case "catch_varargs": return .bool(code.usesRest)
            default: return nil
            }
        case .cycler:
            let cycler = try object(reference, as: Cycler.self)
            switch name {
            case "current": return cycler.current
            case "next":
                return .method(BoundMethod(receiver: .reference(reference), function: Cycler.nextMethod))
            case "reset":
                return .method(BoundMethod(receiver: .reference(reference), function: Cycler.resetMethod))
            default: return nil
            }
        default: return nil
        }
    }

    /// As in `value[start:stop:step]`.
    func slice(_ value: Value, _ start: Value, _ stop: Value, _ step: Value) throws(TemplateError) -> Value {
        if let error = value.unusable { throw error }
        func bound(_ value: Value) throws(TemplateError) -> Int? {
            if case .none = value { return nil }
            guard let number = value.int else {
                throw value.unusable ?? .failed("the bounds of a slice are whole numbers")
            }
            return number
        }
        let (start, stop, step) = (try bound(start), try bound(stop), try bound(step))
        let stride = step ?? 1
        guard stride != 0 else { throw .failed("the step of a slice cannot be 0") }
        switch value {
        case .list(let items): return .list(Self.cut(items, start, stop, stride))
        case .tuple(let items): return .tuple(Self.cut(items, start, stop, stride))
        case .record(let record): return .tuple(Self.cut(record.items, start, stop, stride))
        case .bytes(let bytes): return .bytes(Self.cut(bytes, start, stop, stride))
        case .string(let text): return .string(try cut(text, start, stop, stride))
        case .markup(let text): return .markup(try cut(text, start, stop, stride))
        case .range(let range):
            let (first, last) = Self.bounds(range.count, start, stop, stride)
            let (step, overflow) = range.step.multipliedReportingOverflow(by: stride)
            guard !overflow else { throw .limit("the step of a slice is too large") }
            return .range(ValueRange(start: range.element(first), stop: range.element(last), step: step))
        case .version(let version): return .string(try cut(version.text, start, stop, stride))
        default: throw .failed("a \(value.typeName) cannot be cut")
        }
    }

    private func cut(_ text: String, _ start: Int?, _ stop: Int?, _ step: Int) throws(TemplateError) -> String
    {
        try make(text.utf8.count)
        let pieces = Self.cut(Array(text.unicodeScalars), start, stop, step)
        var output = String.UnicodeScalarView()
        output.append(contentsOf: pieces)
        return String(output)
    }

    /// The place to start with and the one to stop before, as Python's `slice.indices`.
    private static func bounds(_ count: Int, _ start: Int?, _ stop: Int?, _ step: Int) -> (
        first: Int, last: Int
    ) {
        func clamp(_ bound: Int?, _ fallback: Int) -> Int {
            guard let bound else { return fallback }
            let place = bound < 0 ? bound + count : bound
            return step > 0 ? min(max(place, 0), count) : min(max(place, -1), count - 1)
        }
        return (clamp(start, step > 0 ? 0 : count - 1), clamp(stop, step > 0 ? count : -1))
    }

    private static func places(_ count: Int, _ start: Int?, _ stop: Int?, _ step: Int) -> (
        start: Int, count: Int
    ) {
        let (first, last) = bounds(count, start, stop, step)
        let distance = step > 0 ? last - first : first - last
        guard distance > 0 else { return (first, 0) }
        let size = step == .min ? Int.max : Int(step.magnitude)
        return (first, (distance - 1) / size + 1)
    }

    private static func cut<T>(_ items: [T], _ start: Int?, _ stop: Int?, _ step: Int) -> [T] {
        let (first, count) = places(items.count, start, stop, step)
        if step == 1 { return Array(items[first..<first + count]) }
        return (0..<count).map { items[first + $0 * step] }
    }
}

/// The name after a dot, with what each type makes of it.
struct AttributeName: Sendable {
    let text: String
    let isDictionaryMethod: Bool
    let isInternal: Bool
    private let methods: MethodTable.Row?

    init(_ text: String) {
        self.text = text
        self.methods = MethodTable.standard.rows[text]
        self.isDictionaryMethod = methods?.dict != nil || MethodTable.forbiddenOnDictionaries.contains(text)
        self.isInternal = text.hasPrefix("__") && text.hasSuffix("__") && text.utf8.count > 4
    }

    func isForbidden(on value: Value) -> Bool {
        switch value {
        case .dict: MethodTable.forbiddenOnDictionaries.contains(text)
        case .list: MethodTable.forbiddenOnLists.contains(text)
        case .set: MethodTable.forbiddenOnSets.contains(text)
        default: false
        }
    }

    func method(of value: Value) -> Builtin? {
        guard let methods else { return nil }
        return switch value {
        case .string, .markup: methods.text
        case .dict: methods.dict
        case .list: methods.list
        case .tuple, .record: methods.tuple
        case .set: methods.set
        case .bytes: methods.bytes
        case .int, .big, .bool: methods.int
        case .float: methods.float
        case .datetime: methods.datetime
        case .date: methods.date
        case .time: methods.time
        case .timedelta: methods.timedelta
        case .version: methods.version
        case .range: methods.range
        default: nil
        }
    }
}
