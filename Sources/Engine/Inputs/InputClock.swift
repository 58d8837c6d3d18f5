import Templates
import Values

/// The function `since('input')`: seconds since an input last became another one.
struct InputClock: Sendable {
    let inputs: [InputState]
    let now: Moment

    var function: Value {
        .function("since", "input") { [self] argument in
            guard case .string(let name) = argument, let state = inputs.first(where: { $0.name == name })
            else {
                return nil
            }
            guard let changed = state.changedAt else { return .unset(name: name) }
            return .float((now.uptime - changed.uptime).inSeconds)
        }
    }
}
