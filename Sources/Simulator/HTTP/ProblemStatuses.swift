/// The statuses of the codes that a fault can be asked for by name alone (pushward-api.md section 14.3).
///
/// Among them are those that nothing else here brings about: sharing, subscriptions, an outage.
enum ProblemStatuses {
    static let all: [String: Int] = [
        "token.invalid": 401, "integration_key.expired": 401, "integration_key.permission_denied": 403,
        "integration_key.slug_invalid": 403, "activity.upsert_forbidden": 403,
        "activity.viewer_forbidden": 403, "subscription.required": 403, "subscription.owner_inactive": 403,
        "permission.free_recipient_limit_exceeded": 403,
        "permission.editor_requires_paid_recipient": 403, "permission.free_share_limit_exceeded": 403,
        "widget.token_not_permitted": 403, "email.recipient_not_verified": 403, "activity.not_found": 404,
        "widget.not_found": 404, "notification_answer.not_found": 404,
        "notification_receipt.not_found": 404, "scheduled_notification.not_found": 404,
        "user.not_found": 404, "integration_key.not_found": 404, "slug.invalid": 400,
        "cursor.invalid": 400, "request.body_required": 400, "request.body_invalid": 400,
        "activity.priority_invalid": 400, "activity.state_invalid": 400, "notification.invalid": 400,
        "scheduled_notification.invalid": 400, "email.invalid": 400, "path.too_long": 400,
        "integration_key.expires_at_invalid": 400, "integration_key.permissions_conflict": 400,
        "integration_key.default_locked": 400, "integration_key.default_key_required": 403,
        "integration_key.grant_exceeded": 403, "integration_key.default_target": 403,
        "activity.limit_exceeded": 409, "scheduled_notification.limit_exceeded": 409,
        "notification_receipt.limit_exceeded": 409, "integration_key.limit_exceeded": 409,
        "demo.conflict": 409, "activity.already_exists": 409, "activity.content_invalid": 422,
        "widget.content_invalid": 422, "notification.activity_not_found": 422,
        "notification.answer_url_unavailable": 422, "notification.encryption_unavailable": 422,
        "notification.encrypted_too_large": 422, "notification_receipt.disabled": 422,
        "rate_limit.exceeded": 429, "quota.exceeded": 429, "widget.limit_exceeded": 429,
        "answer_wait.limit_exceeded": 429, "service.unavailable": 503, "email.not_enabled": 503,
    ]

    /// What `Retry-After` says, in seconds, where the code has it (sections 1, 4.1 and 11.5).
    static let retryAfter: [String: Int] = [
        "rate_limit.exceeded": 60, "quota.exceeded": 86_400, "answer_wait.limit_exceeded": 2,
        "service.unavailable": 5, "email.not_enabled": 60, "demo.conflict": 5,
    ]
}
