import Mapping
import PushWardAPI
import Templates
import Values

/// What PushWard calls back with when the repeats of a notification have ended (`pushward-api.md` section 11.7).
///
/// It is news that also the receipt has, which is read now and then: a callback only tells it sooner.
extension Engine {
    /// Asks for a callback where PushWard can reach the listener.
    func askForCallback(_ body: inout JSONObject, id: String, account: Int) {
        guard options.callbackCodes != nil, !accounts[account].refusesCallbacks, body["acknowledge"] != nil,
            body["callback_url"] == nil, case .url(let base) = mapping.wayHome,
            let parts = URLParts(base), parts.scheme == "https", !parts.isPrivate
        else { return }
        body["callback_url"] = .string(TapAddress.url(base, owner: TapAddress.callbackOwner, action: id))
    }

    /// Takes a callback about a notification of ours; its status and why.
    ///
    /// It may come several times, and changes something once. 410 tells PushWard to send it no more.
    mutating func takeCallback(_ id: String, _ request: HTTPRequest, at now: Moment) -> (
        status: Int, text: String, result: String
    ) {
        let unauthorised = (401, "not authorised", "unauthorised")
        guard let codes = options.callbackCodes, let callback = Callback(request),
            let account = accounts.indices.first(where: { callback.isFrom($0, codes, at: now.wall) })
        else { return unauthorised }
        guard let json = try? services.parseJSON(request.body), let receipt = json["data"],
            let number = callback.notification, receipt["notification_id"]?.intValue == number
        else { return (400, "no receipt", "malformed") }
        guard let notice = notices[id], notice.account == account else { return (410, "not known", "gone") }
        // The answer that names its number is still under way.
        guard let known = notice.serverID else { return (503, "not known yet", "early") }
        guard known == number else { return (410, "not known", "gone") }
        guard notice.isRepeating else { return (200, "done already", "repeated") }
        takeReceipt(id, receipt, at: now)
        polls.mustLook = true
        return (200, "done", "receipt")
    }
}
