extension Run {
    /// Whether Python holds the value for true.
    func isTrue(_ value: Value) throws(TemplateError) -> Bool {
        switch value {
        case .bool(let flag): return flag
        case .unset(let name), .lost(let name): throw .unknown(name)
        case .undefined, .none: return false
        case .int(let number): return number != 0
        case .float(let number): return number != 0
        case .string(let text), .markup(let text): return !text.isEmpty
        case .bytes(let bytes): return !bytes.isEmpty
        case .list(let items), .tuple(let items): return !items.isEmpty
        case .dict(let dictionary): return !dictionary.isEmpty
        case .set(let set): return set.count > 0
        case .range(let range): return range.count > 0
        case .view(let view): return !view.dictionary.isEmpty
        case .timedelta(let duration): return duration.microseconds != 0
        case .reference(let reference):
            // A loop has a length.
            if reference.kind == .loop { return try object(reference, as: LoopState.self).length(self) > 0 }
            return true
        default: return true
        }
    }

    /// Python's `len`.
    func length(_ value: Value) throws(TemplateError) -> Int {
        switch value {
        case .unset(let name), .lost(let name): throw .unknown(name)
        case .undefined: return 0
        case .string(let text), .markup(let text):
            try step(text.utf8.count / 64)
            return text.unicodeScalars.count
        case .version(let version): return version.text.unicodeScalars.count
        case .bytes(let bytes): return bytes.count
        case .list(let items), .tuple(let items): return items.count
        case .record(let record): return record.items.count
        case .dict(let dictionary): return dictionary.count
        case .set(let set): return set.count
        case .range(let range): return range.count
        case .view(let view): return view.dictionary.count
        case .reference(let reference) where reference.kind == .loop:
            return try object(reference, as: LoopState.self).length(self)
        default: throw .failed("a \(value.typeName) has no length")
        }
    }
}
