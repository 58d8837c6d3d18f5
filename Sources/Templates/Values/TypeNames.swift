extension Value {
    /// Python's name of the type, as `typeof` gives it.
    var typeName: String {
        switch self {
        case .unset, .lost, .undefined: "LoggingUndefined"
        case .none: "NoneType"
        case .bool: "bool"
        case .int, .big: "int"
        case .float: "float"
        case .string: "str"
        case .markup: "Markup"
        case .bytes: "bytes"
        case .list: "list"
        case .tuple: "tuple"
        case .set: "set"
        case .dict: "dict"
        case .record(let record): record.typeName
        case .range: "range"
        case .view(let view): "dict_\(view.kind.rawValue)"
        case .datetime: "datetime"
        case .date: "date"
        case .time: "time"
        case .timedelta: "timedelta"
        case .zone(let zone): zone.typeName
        case .version: "AwesomeVersion"
        case .ellipsis: "ellipsis"
        case .function: "function"
        case .method: "builtin_function_or_method"
        case .reference(let reference): reference.kind.rawValue
        }
    }
}
