import PushWardAPI
import Values

extension Engine {
    /// When a request to that account may leave; nil: at once.
    ///
    /// `isWokenByAnswers` says whether who asks looks again at each answer of the host in any case.
    func waitingUntil(
        _ account: Int,
        _ uptime: Duration,
        _ weight: RequestWeight = .start,
        isWokenByAnswers: Bool = false
    ) -> Duration? {
        let host = accounts[account].host
        // One place of those in flight is kept for what weighs more.
        if weight >= .start, host.inFlight == HostState.mostInFlight - 1 {
            return max(
                uptime + .seconds(isWokenByAnswers ? 60 : 1),
                host.pollWaitingUntil(uptime, window: nil) ?? .zero
            )
        }
        return host.waitingUntil(
            uptime,
            window: rateWait(account, uptime, weight),
            isWokenByAnswers: isWokenByAnswers
        )
    }

    /// Notes that a request leaves for that account; its number.
    mutating func depart(
        _ request: PushWardRequest,
        for purpose: Purpose,
        to account: Int,
        isVital: Bool = false,
        at now: Moment
    ) -> RequestID {
        let id = nextRequestID
        nextRequestID += 1
        requests[id] = Flight(
            purpose: purpose,
            account: account,
            quota: request.quota,
            isVital: isVital,
            expected: ExpectedAnswer(to: request),
            departedAt: now.uptime
        )
        if let kind = request.quota { countSpending(account, kind, isVital: isVital, at: now) }
        accounts[account].host.sent()
        countRequest(account, at: now)
        return id
    }

    /// The address is limited, not the account: all of them at that host wait.
    mutating func silence(hostOf account: Int, until: Duration) {
        let url = accounts[account].url
        for place in accounts.indices where accounts[place].url == url {
            accounts[place].host.close(until: until)
        }
    }

    /// Lets the cards of an account go on that waited for its host, as many as it takes.
    mutating func releaseBlocked(_ account: Int, at now: Moment) {
        for place in accounts[account].blocked.inOrder {
            if isBlocked(account, place.weight, at: now) { return }
            accounts[account].blocked.remove(place.card)
            step(place.card, at: now)
        }
        releaseBlockedWidgets(account, at: now)
    }

    /// Whether what waits for the host of an account must go on waiting; then it is woken in time.
    mutating func isBlocked(_ account: Int, _ weight: RequestWeight, at now: Moment) -> Bool {
        let until = waitingUntil(account, now.uptime, weight, isWokenByAnswers: true)
        if let until { deadlines.set(until, orEarlierAfter: now.uptime, for: .host(account)) }
        return until != nil
    }

    /// The place of the account of that name; of none, the first one, for states from before there were names.
    func account(named name: String?) -> Int? {
        guard let name else { return 0 }
        return accounts.firstIndex { $0.name == name }
    }

    /// The key of a card's row in the durable state.
    ///
    /// A slug holds none of the separator, so no two cards share a key.
    func stateKey(ofCard place: Int) -> String {
        let name = accounts[cards[place].account].name
        return name.isEmpty ? cards[place].slug.text : "\(name)\u{1F}\(cards[place].slug.text)"
    }

    /// The card of such a key; one without an account is of the first one, from before there were names.
    func card(ofStateKey key: String) -> Int? {
        let parts = key.split(separator: "\u{1F}", maxSplits: 1).map(String.init)
        guard let slug = parts.last, let account = account(named: parts.count > 1 ? parts.first : nil) else {
            return nil
        }
        return cardsBySlug[CardAddress(account, slug)]
    }
}
