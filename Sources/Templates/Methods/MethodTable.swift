/// Python's methods by name and type.
final class MethodTable: Sendable {
    struct Row: Sendable {
        var text: Builtin?
        var dict: Builtin?
        var list: Builtin?
        var tuple: Builtin?
        var set: Builtin?
        var bytes: Builtin?
        var int: Builtin?
        var float: Builtin?
        var datetime: Builtin?
        var date: Builtin?
        var time: Builtin?
        var timedelta: Builtin?
        var version: Builtin?
        var range: Builtin?
    }

    static let standard = MethodTable()

    /// The methods that would change a value, which templates may not.
    static let forbiddenOnDictionaries: Set<String> = ["clear", "pop", "popitem", "setdefault", "update"]
    static let forbiddenOnLists: Set<String> = [
        "append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove",
    ]
    static let forbiddenOnSets: Set<String> = [
        "add", "clear", "difference_update", "discard", "pop", "remove", "symmetric_difference_update",
        "update",
    ]

    let rows: [String: Row]

    private init() {
        var rows: [String: Row] = [:]
        func add(_ methods: [Builtin], _ path: WritableKeyPath<Row, Builtin?>) {
            for method in methods { rows[method.name, default: Row()][keyPath: path] = method }
        }
        add(TextMethods.all, \.text)
        add(TextMethods.all + [Version.sectionMethod], \.version)
        add(CollectionMethods.dict, \.dict)
        add(CollectionMethods.list, \.list)
        add(CollectionMethods.tuple, \.tuple)
        add(CollectionMethods.set, \.set)
        add(CollectionMethods.range, \.range)
        add(BytesMethods.all, \.bytes)
        add(NumberMethods.int, \.int)
        add(NumberMethods.float, \.float)
        add(DateMethods.datetime, \.datetime)
        add(DateMethods.date, \.date)
        add(DateMethods.time, \.time)
        add(DateMethods.timedelta, \.timedelta)
        for name in Self.forbiddenOnDictionaries.union(Self.forbiddenOnLists).union(Self.forbiddenOnSets) {
            _ = rows[name, default: Row()]
        }
        self.rows = rows
    }
}
