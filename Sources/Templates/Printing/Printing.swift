extension Run {
    /// The text of a value: Python's `str`.
    func text(_ value: Value) throws(TemplateError) -> String {
        switch value {
        case .string(let text), .markup(let text): return text
        case .int(let number): return String(number)
        case .float(let number): return FloatText.repr(number)
        case .undefined(let missing) where scope.missingIsUnknown && missing.isMissing:
            throw .missing(missing)
        case .undefined: return ""
        case .none where scope.printsNoneAsNothing: return ""
        case .datetime(let moment): return moment.text
        case .date(let date): return date.text
        case .time(let time): return time.text
        case .timedelta(let duration): return duration.text
        case .zone(let zone): return zone.text
        case .version(let version): return version.text
        default: return try repr(value)
        }
    }

    /// The value as Python would write it in source: `repr`.
    func repr(_ value: Value) throws(TemplateError) -> String {
        var output = ""
        try writeRepr(value, &output)
        return output
    }

    private func writeRepr(_ value: Value, _ output: inout String) throws(TemplateError) {
        try step()
        switch value {
        case .unset(let name), .lost(let name): throw .unknown(name)
        case .undefined: output += "Undefined"
        case .none: output += "None"
        case .bool(let flag): output += flag ? "True" : "False"
        case .int(let number): output += String(number)
        case .big(let number): output += try digits(number)
        case .float(let number): output += FloatText.repr(number)
        case .string(let text):
            try make(text.utf8.count)
            output += TextRepr.quoted(text)
        case .markup(let text): output += "Markup(\(TextRepr.quoted(text)))"
        case .bytes(let bytes): output += TextRepr.quoted(bytes)
        case .list(let items): try write(items, "[", "]", &output)
        case .tuple(let items): try writeTuple(items, &output)
        case .set(let set):
            if set.count == 0 { output += "set()" } else { try write(set.items, "{", "}", &output) }
        case .dict(let dictionary): try write(dictionary, &output)
        case .record(let record): try write(record, &output)
        case .range(let range):
            output += "range(\(range.start), \(range.stop)\(range.step == 1 ? "" : ", \(range.step)"))"
        case .view(let view): try write(view.items, "dict_\(view.kind.rawValue)([", "])", &output)
        case .datetime(let moment): output += moment.repr
        case .date(let date): output += date.repr
        case .time(let time): output += time.repr
        case .timedelta(let duration): output += duration.repr
        case .zone(let zone): output += zone.repr
        case .version(let version): output += version.repr
        case .ellipsis: output += "Ellipsis"
        case .function(let function): output += "<function \(function.name)>"
        case .method(let method):
            output += "<built-in method \(method.function.name) of \(method.receiver.typeName) object>"
        case .reference(let reference): output += try describe(reference)
        }
    }

    private func digits(_ number: BigInteger) throws(TemplateError) -> String {
        try step(number.limbs.count)
        let text = number.text()
        guard text.utf8.count <= 4_301 else { throw .failed("the whole number has more than 4,300 digits") }
        return text
    }

    private func write(
        _ items: [Value],
        _ open: String,
        _ close: String,
        _ output: inout String
    ) throws(TemplateError) {
        try enter()
        defer { leave() }
        output += open
        for (place, item) in items.enumerated() {
            if place > 0 { output += ", " }
            try writeRepr(item, &output)
        }
        output += close
    }

    private func writeTuple(_ items: [Value], _ output: inout String) throws(TemplateError) {
        try write(items, "(", items.count == 1 ? ",)" : ")", &output)
    }

    private func write(_ dictionary: ValueDictionary, _ output: inout String) throws(TemplateError) {
        try enter()
        defer { leave() }
        output += "{"
        for (place, pair) in dictionary.enumerated() {
            if place > 0 { output += ", " }
            try writeRepr(pair.key, &output)
            output += ": "
            try writeRepr(pair.value, &output)
        }
        output += "}"
    }

    private func write(_ record: Record, _ output: inout String) throws(TemplateError) {
        switch record.kind {
        case .group: try writeTuple(record.items, &output)
        case .structTime, .isoCalendar:
            output += record.kind == .structTime ? "time.struct_time(" : "datetime.IsoCalendarDate("
            for (place, item) in record.items.enumerated() {
                if place > 0 { output += ", " }
                output += record.names[place] + "="
                try writeRepr(item, &output)
            }
            output += ")"
        }
    }

    private func describe(_ reference: Reference) throws(TemplateError) -> String {
        switch reference.kind {
        case .macro:
            return "<Macro \(TextRepr.quoted(try object(reference, as: MacroObject.self).code.name))>"
        case .loop:
            let state = try object(reference, as: LoopState.self)
            return "<LoopContext \(state.index0 + 1)/\(try state.length(self))>"
        case .namespace:
            let names = try object(reference, as: Namespace.self).attributes
            return "<Namespace \(try repr(.dict(names)))>"
        case .generator: return "<generator object>"
        case .cycler, .joiner, .function, .context: return "<\(reference.kind.rawValue)>"
        }
    }
}
