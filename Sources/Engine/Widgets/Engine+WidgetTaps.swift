import Mapping
import Values

extension Engine {
    /// A tap on a widget's button, where its credential is the widget's own (`pushward-api.md` section 12.3).
    func authoriseWidget(_ owner: String, _ action: String, token: String, at now: Moment) -> AuthorisedTap? {
        let slug = String(owner.dropFirst(TapAddress.widgetPrefix.count))
        // Equal slugs of several accounts have tokens of their own.
        let place = accounts.indices.compactMap { widgets.bySlug[CardAddress($0, slug)] }.first { place in
            tokens.accepts(token, owner: owner, action: action, run: widgets.list[place].tokenRun)
        }
        guard let place else { return nil }
        let rule = mapping.widgets[widgets.list[place].rule]
        guard let found = rule.actions.first(where: { $0.id == action }),
            case .publish(let publish) = found.effect
        else { return nil }
        let key = "\(owner)/\(action)/\(widgets.list[place].tokenRun)"
        return AuthorisedTap(
            rule: rule.name,
            action: found,
            publish: publish,
            scope: widgetScope(place, at: now),
            once: found.once ? (key, now.wall + .seconds(86_400 * 30)) : nil,
            card: nil,
            widget: place
        )
    }

    /// Takes that a tap was published: a button for single use gets a new credential.
    mutating func widgetTapped(_ place: Int, onceKey: String?, at now: Moment) {
        guard onceKey != nil else { return }
        widgets.list[place].tokenRun = tokens.newID()
        saveWidget(place)
        stepWidget(place, at: now)
    }

    /// The owner, id and credential of a button that is shown now, by the widget's rule or slug.
    func widgetTap(rule: String, action: String) -> (owner: String, id: String, credential: String)? {
        let place =
            accounts.indices.compactMap { widgets.bySlug[CardAddress($0, rule)] }.first
            ?? widgets.list.firstIndex { mapping.widgets[$0.rule].name == rule }
        guard let place, let id = mapping.widgets[widgets.list[place].rule].actions.id(matching: action)
        else { return nil }
        let widget = widgets.list[place]
        let token = tokens.token(owner: widget.tapOwner, action: id, run: widget.tokenRun)
        return (widget.tapOwner, id, token)
    }
}
