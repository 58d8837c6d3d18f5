extension Problem {
    /// The stable name of an error.
    package enum Code: Sendable, Hashable {
        case known(Known)
        /// One that `pushward-api.md` does not list.
        case other(String)
        /// The answer has none: a schema check, a proxy, an old server.
        case none

        init(_ text: String?) {
            guard let text, !text.isEmpty else {
                self = .none
                return
            }
            self =
                Known(rawValue: text).map { .known($0) }
                ?? .other(TextLimit.cut(text, to: 80, keepsLines: false).text)
        }

        /// The name as the server writes it.
        package var text: String? {
            switch self {
            case .known(let known): known.rawValue
            case .other(let text): text
            case .none: nil
            }
        }
    }

    /// The codes of `pushward-api.md` section 14.3.
    package enum Known: String, Sendable, Hashable, CaseIterable {
        case tokenInvalid = "token.invalid"
        case keyExpired = "integration_key.expired"
        case permissionDenied = "integration_key.permission_denied"
        case slugNotAllowed = "integration_key.slug_invalid"
        case upsertForbidden = "activity.upsert_forbidden"
        case viewerForbidden = "activity.viewer_forbidden"
        case subscriptionRequired = "subscription.required"
        case ownerInactive = "subscription.owner_inactive"
        case freeRecipientLimit = "permission.free_recipient_limit_exceeded"
        case editorRequiresPaid = "permission.editor_requires_paid_recipient"
        case freeShareLimit = "permission.free_share_limit_exceeded"
        case widgetTokenNotPermitted = "widget.token_not_permitted"
        case recipientNotVerified = "email.recipient_not_verified"
        case activityNotFound = "activity.not_found"
        case widgetNotFound = "widget.not_found"
        case answerNotFound = "notification_answer.not_found"
        case receiptNotFound = "notification_receipt.not_found"
        case scheduledNotFound = "scheduled_notification.not_found"
        case userNotFound = "user.not_found"
        case keyNotFound = "integration_key.not_found"
        case slugInvalid = "slug.invalid"
        case cursorInvalid = "cursor.invalid"
        case bodyRequired = "request.body_required"
        case bodyInvalid = "request.body_invalid"
        case priorityInvalid = "activity.priority_invalid"
        case stateInvalid = "activity.state_invalid"
        case notificationInvalid = "notification.invalid"
        case scheduledInvalid = "scheduled_notification.invalid"
        case emailInvalid = "email.invalid"
        case pathTooLong = "path.too_long"
        case expiresAtInvalid = "integration_key.expires_at_invalid"
        case permissionsConflict = "integration_key.permissions_conflict"
        case defaultLocked = "integration_key.default_locked"
        case defaultKeyRequired = "integration_key.default_key_required"
        case grantExceeded = "integration_key.grant_exceeded"
        case defaultTarget = "integration_key.default_target"
        case activityLimit = "activity.limit_exceeded"
        case scheduledLimit = "scheduled_notification.limit_exceeded"
        case receiptLimit = "notification_receipt.limit_exceeded"
        case keyLimit = "integration_key.limit_exceeded"
        case demoConflict = "demo.conflict"
        case activityExists = "activity.already_exists"
        case contentInvalid = "activity.content_invalid"
        case widgetContentInvalid = "widget.content_invalid"
        case linkedActivityNotFound = "notification.activity_not_found"
        case answerURLUnavailable = "notification.answer_url_unavailable"
        case encryptionUnavailable = "notification.encryption_unavailable"
        case encryptedTooLarge = "notification.encrypted_too_large"
        case receiptDisabled = "notification_receipt.disabled"
        case rateLimitExceeded = "rate_limit.exceeded"
        case quotaExceeded = "quota.exceeded"
        case widgetLimit = "widget.limit_exceeded"
        case answerWaitLimit = "answer_wait.limit_exceeded"
        case serviceUnavailable = "service.unavailable"
        case emailNotEnabled = "email.not_enabled"

        /// What to do about it; nil: the request is wrong, and the answer says where.
        var classification: Problem.Class? {
            switch self {
            case .tokenInvalid, .keyExpired: .unauthorised
            case .permissionDenied, .slugNotAllowed, .upsertForbidden, .viewerForbidden,
                .subscriptionRequired,
                .ownerInactive, .freeRecipientLimit, .editorRequiresPaid, .freeShareLimit,
                .widgetTokenNotPermitted, .recipientNotVerified, .defaultKeyRequired, .grantExceeded,
                .defaultTarget:
                .forbidden
            case .activityNotFound, .widgetNotFound, .answerNotFound, .receiptNotFound, .scheduledNotFound,
                .userNotFound, .keyNotFound:
                .gone
            case .activityLimit, .scheduledLimit, .receiptLimit, .keyLimit, .widgetLimit: .limit
            case .demoConflict, .activityExists: .conflict
            case .rateLimitExceeded, .answerWaitLimit: .rateLimited
            case .quotaExceeded: .quota
            case .serviceUnavailable: .transient
            case .emailNotEnabled, .receiptDisabled, .encryptionUnavailable, .answerURLUnavailable,
                .encryptedTooLarge:
                .permanent
            case .slugInvalid, .cursorInvalid, .bodyRequired, .bodyInvalid, .priorityInvalid, .stateInvalid,
                .notificationInvalid, .scheduledInvalid, .emailInvalid, .pathTooLong, .expiresAtInvalid,
                .permissionsConflict, .defaultLocked, .contentInvalid, .widgetContentInvalid,
                .linkedActivityNotFound:
                nil
            }
        }
    }
}
