/// How the simulator reads what pushward-api.md leaves open: the strictest reading that accepts its examples.
///
/// Requests
/// - A malformed body of a `POST` is 400 without a code, as only `PATCH` has codes for it (section 6.2); for
///   widgets a malformed `PATCH` is 400 `widget.content_invalid` (section 14.3).
/// - A `POST` must say `application/json`, a `PATCH` also `application/merge-patch+json`; else 415.
/// - A body beyond 1 MiB is 413. Whole numbers must be written as such: `5.0` is no integer.
/// - `priority` out of range is 422 in a `POST` and 400 `activity.priority_invalid` in a `PATCH` (section
///   14.3); a wrong type is 422 in both. A wrong `sound` is 422 without a code (section 16, row 15).
/// - Any `target`, `null` too, is 422: the account is a personal one.
/// - `content: null` in a `PATCH` is 422; `{}` is a legal patch and is charged.
/// - Everything inside an activity's `content`, types and lengths included, is checked on the merged content
///   and answered 422 `activity.content_invalid`; its `detail` names the member. Widget content is closed, so
///   that its types, lengths and members are the schema's (422 without a code) and the rest is
///   `widget.content_invalid`.
/// - A patch without content is not held against the rules of stored content (section 6.6), except where it
///   starts a card; a start without any content is `activity.content_invalid`.
/// - A preempted row that is patched without a state is 400 `activity.state_invalid`.
/// - The rate is counted over a sliding minute; what it refuses does not count. `/health`, `/ready` and
///   `/_sim/` are free. The source is the first `X-Forwarded-For`, which the server sets to the peer's
///   address.
/// - Quotas are checked when all else is right, and only accepted requests are charged. `POST /widgets` is
///   free.
/// - A widget extension's token (`hlw_`) may read widgets; changing one is 403 `widget.token_not_permitted`.
/// - A widget that changes within its throttle window is pushed once more at the window's end.
/// - A `PATCH` of a widget takes `name` too, and may switch the template; members of the old one stay until they are
///   patched to `null`.
/// - Re-posting an activity or a widget without a setting keeps it.
/// - Three requests may be held at once (section 16, row 30).
///
/// Content
/// - Unknown members are stored, and listed among the warnings of `/_sim/state`; inside actions, tiles,
///   lines, thresholds, details, options and controls they are refused, as is `null` inside an array.
/// - Colour names and the methods of a card's actions are written exactly as listed; methods of notification
///   actions in any case (section 11.3).
/// - `method`, `headers`, `body` and `foreground: true` with a custom scheme are refused (section 16, row 6).
/// - URLs may not hold white space or control characters.
/// - A switch of template drops the members of the old one, and all that the new one requires must be in that
///   patch.
/// - An `end_date` lies within five years of now on either side; `duration` is not stored, it becomes a
///   window; where both are sent `end_date` counts (section 16, row 3) and a warning is noted.
/// - Points of a timeline's seed must not be later than the server's second. A point is appended to every
///   series with each patch that has a `value`.
/// - `progress` keeps its range also where the server works it out itself.
/// - A widget's flow needs a node: an empty list of inputs is none; only `storage` has a `level`.
/// - `foreground` on an approval's http(s) option is refused whatever its value; without a `url` the
///   webhook's members are refused.
/// - The first round of an approval is 1.
/// - An encrypted notification whose whole body has more than 4096 bytes is `notification.encrypted_too_large`: what is
///   sealed cannot be shortened.
///
/// Time
/// - `stale_ttl` counts from the last `PATCH`, and goes on while a timer is paused.
/// - A client's end of a card drops `live_progress`, and the window of `steps`, from the stored content.
/// - The newcomer is not among those that an eviction chooses from.
/// - An answered approval ends three seconds later.
/// - A recurrence is computed in UTC, whatever its zone, where the configuration knows no zones; then the zone must
///   only look like a name.
/// - Callbacks of acknowledged notifications are not sent: their hosts must be public, and this one has only
///   itself.
/// - What has gone from the phone still counts as shown in the push counters.
/// - Pushes of low priority are shown at once; the server's cooldown for them is not known.
/// - The snooze of an alarm moves its end from the end or from now, whichever is later.
///
/// Taps
/// - `{{input}}` is replaced by the reply as JSON text inside a JSON body, as it is in any other.
/// - The phone sends cleartext http, which iOS would refuse, and says so in the tap's report.
enum Readings {}
