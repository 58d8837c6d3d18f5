import CPCRE2
package import Templates

/// Regular expressions by PCRE2 with the meaning of Python's `re`.
package enum PatternMatcher {
    /// Compiles expressions for templates; the last ones are kept.
    package static func compiler() -> PatternCompiler {
        let cache = PatternCache()
        return PatternCompiler { (expression, ignoresCase) throws(PatternError) in
            try cache.pattern(expression, ignoresCase: ignoresCase) { () throws(PatternError) in
                try pattern(expression, ignoresCase: ignoresCase)
            }
        }
    }

    private static func pattern(_ expression: String, ignoresCase: Bool) throws(PatternError) -> Pattern {
        let code = try CompiledCode(try PythonSyntax.translate(expression), ignoresCase: ignoresCase)
        return Pattern(groupCount: code.groupCount, groupNames: code.groupNames) {
            (text, start, options) throws(PatternError) in
            try code.find(in: text, from: start, options)
        }
    }
}

/// A compiled expression, which PCRE2 frees when the last user has gone.
///
/// `@unchecked Sendable`: PCRE2 does not change a compiled code while it matches (pcre2api, "Multithreading"), this class
/// never changes its pointer, and each match has data of its own.
private final class CompiledCode: @unchecked Sendable {
    private let code: OpaquePointer
    let groupCount: Int
    let groupNames: [String: Int]

    /// Steps of backtracking, and bytes of memory, that one match may take.
    private static let matchLimit: UInt32 = 200_000
    private static let heapLimitKiB: UInt32 = 16_384

    init(_ expression: String, ignoresCase: Bool) throws(PatternError) {
        var options = UInt32(PCRE2_UTF | PCRE2_UCP)
        if ignoresCase { options |= UInt32(PCRE2_CASELESS) }
        var failure: Int32 = 0
        var offset = 0
        let bytes = Array(expression.utf8)
        let compiled = bytes.withUnsafeBufferPointer {
            pcre2_compile_8($0.baseAddress, $0.count, options, &failure, &offset, nil)
        }
        guard let compiled else {
            throw PatternError("\(Self.message(failure)) at character \(offset + 1)")
        }
        code = compiled
        groupCount = Self.number(of: UInt32(PCRE2_INFO_CAPTURECOUNT), compiled)
        groupNames = Self.names(compiled)
    }

    deinit { pcre2_code_free_8(code) }

    private static func message(_ failure: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = buffer.withUnsafeMutableBufferPointer {
            pcre2_get_error_message_8(failure, $0.baseAddress, $0.count)
        }
        return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
    }

    private static func number(of what: UInt32, _ code: OpaquePointer) -> Int {
        var result: UInt32 = 0
        guard pcre2_pattern_info_8(code, what, &result) == 0 else { return 0 }
        return Int(result)
    }

    private static func names(_ code: OpaquePointer) -> [String: Int] {
        let count = number(of: UInt32(PCRE2_INFO_NAMECOUNT), code)
        let size = number(of: UInt32(PCRE2_INFO_NAMEENTRYSIZE), code)
        var table: UnsafePointer<UInt8>?
        guard count > 0, size > 2, pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table) == 0,
            let table
        else { return [:] }
        // Each entry is the group's number in two bytes and its name, which ends with a NUL.
        let bytes = UnsafeBufferPointer(start: table, count: count * size)
        var result: [String: Int] = [:]
        for entry in 0..<count {
            let start = entry * size
            let name = bytes[(start + 2)..<(start + size)].prefix { $0 != 0 }
            result[String(decoding: name, as: UTF8.self)] = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        }
        return result
    }

    func find(
        in text: [UInt8],
        from start: Int,
        _ options: Pattern.Options
    ) throws(PatternError) -> Pattern.Match? {
        guard let data = pcre2_match_data_create_from_pattern_8(code, nil),
            let context = pcre2_match_context_create_8(nil)
        else { throw PatternError("there is no memory for the match", isLimit: true) }
        defer {
            pcre2_match_data_free_8(data)
            pcre2_match_context_free_8(context)
        }
        pcre2_set_match_limit_8(context, Self.matchLimit)
        pcre2_set_depth_limit_8(context, Self.matchLimit)
        pcre2_set_heap_limit_8(context, Self.heapLimitKiB)
        var flags: UInt32 = 0
        if options.isAnchored { flags |= UInt32(PCRE2_ANCHORED) }
        if options.advances { flags |= UInt32(PCRE2_NOTEMPTY_ATSTART) }
        let result = text.withUnsafeBufferPointer {
            pcre2_match_8(code, $0.baseAddress, $0.count, start, flags, data, context)
        }
        if result == PCRE2_ERROR_NOMATCH { return nil }
        guard result > 0 else { throw Self.failure(result) }
        return ranges(data)
    }

    private static func failure(_ result: Int32) -> PatternError {
        switch result {
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT:
            PatternError("the regular expression takes too long on this text", isLimit: true)
        default: PatternError(message(result))
        }
    }

    private func ranges(_ data: OpaquePointer) -> Pattern.Match {
        guard let vector = pcre2_get_ovector_pointer_8(data) else { return [] }
        let count = Int(pcre2_get_ovector_count_8(data))
        let offsets = UnsafeBufferPointer(start: vector, count: count * 2)
        return (0..<count).map { group in
            // A group that took no part has PCRE2_UNSET, -1 here; a lookaround can put the end in front of the start.
            guard let first = Int(exactly: offsets[group * 2]),
                let last = Int(exactly: offsets[group * 2 + 1]),
                first >= 0, first <= last
            else { return nil }
            return first..<last
        }
    }
}
