/** What a business's audit log records, as `noun.verb`. Each has its words in lib/service/messages/en/audit.ts. */
export const MERCHANT_ACTIONS = [
  ...(["merchant.created", "merchant.updated", "merchant.cap_changed", "merchant.accent_changed"] as const),
  ...(["merchant.contact_changed", "merchant.logo_changed", "merchant.logo_removed"] as const),
  ...(["merchant.never_reuse_changed", "merchant.two_step_changed"] as const),
  ...(["merchant.checklist_dismissed", "merchant.key_notice_dismissed"] as const),
  ...(["member.joined", "member.changed", "member.removed", "member.left"] as const),
  "member.two_step_setup_allowed",
  ...(["invitation.created", "invitation.revoked"] as const),
  ...(["terminal.created", "terminal.updated", "terminal.archived", "terminal.restored"] as const),
  ...(["shift.opened", "shift.closed"] as const),
  ...(["device.created", "device.opened", "device.revoked"] as const),
  ...(["api_key.issued", "api_key.rotated", "api_key.ended"] as const),
  ...(["webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.deleted"] as const),
  ...(["webhook_endpoint.enabled", "webhook_endpoint.disabled"] as const),
  ...(["webhook_endpoint.secret_revealed", "webhook_endpoint.secret_rotated"] as const),
  "webhook_endpoint.secret_activated",
  ...(["delivery.resent", "delivery.failed_resent"] as const),
  ...(["intent.charged", "intent.cancelled", "intent.simulated", "intent.test_created", "intent.annotated"] as const),
  ...(["sandbox.samples_generated", "sandbox.reset_requested", "sandbox.reset"] as const),
  "wallet.set",
  ...(["attention.accepted", "attention.rest_asked", "attention.reopened"] as const),
  "address.balance_accepted",
  ...(["refund.prepared", "refund.withdrawn", "refund.simulated"] as const),
  ...(["refund.sent", "refund.not_sent", "refund.discarded"] as const),
  ...(["refund.address_left", "refund.address_cleared"] as const),
  ...(["transfer.attached", "transfer.sent", "transfer.not_sent", "transfer.discarded"] as const),
] as const;
export type MerchantAction = (typeof MERCHANT_ACTIONS)[number];

/** What a person's own security log records. */
export const ACCOUNT_ACTIONS = [
  ...([
    "account.created",
    "session.started",
    "session.refused",
    "session.revoked",
    "sessions.revoked",
    "sessions.ended",
  ] as const),
  ...(["password.changed", "password.reset_requested", "password.reset"] as const),
  ...(["email.change_requested", "email.changed", "name.changed"] as const),
  ...(["authenticator.added", "authenticator.removed", "recovery_codes.replaced"] as const),
  ...(["authenticator.setup_requested", "authenticator.setup_allowed"] as const),
  ...(["passkey.added", "passkey.removed"] as const),
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** What operators do to the whole installation. It is in no log of the dashboard. */
type OperatorAction = "chain.restarted" | "chain.alarm_cleared" | "addresses.rested" | "secrets.re_encrypted";

export type AuditAction = MerchantAction | AccountAction | OperatorAction;

export type AuditTarget =
  | ("merchant" | "user" | "invitation" | "terminal" | "shift" | "device" | "webhook_endpoint" | "delivery")
  | ("intent" | "attention_item" | "address" | "transfer" | "network" | "installation");

/** The fields that entries record in `before` and `after`. Those with a name in the messages are shown. */
export const AUDIT_FIELDS = [
  ...(["name", "owner", "timeZone", "dailyLiveCapMicros", "accentColour"] as const),
  ...(["supportEmail", "supportUrl", "supportPhone", "digest", "mediaType", "bytes"] as const),
  ...(["neverReuseAddresses", "requiresTwoStep", "email", "role", "terminals", "invitation"] as const),
  ...(["businessDayStart", "intentLifeMinutes", "tolerance", "chargeLimit", "keysEnded", "devicesRevoked"] as const),
  ...(["environment", "terminalId", "last4", "graceHours"] as const),
  ...(["shift", "paidCount", "paidMicros"] as const),
  ...(["url", "eventTypes", "reason", "deliveries"] as const),
  ...(["outcome", "kind", "addresses", "xpub", "first", "keeps", "retires"] as const),
  ...(["intentId", "restIntentId", "refundId", "note", "tags", "amountMicros", "to"] as const),
  ...(["address", "balanceMicros", "openingMicros", "txHash"] as const),
  ...(["payments", "transfers", "events", "requests", "shifts"] as const),
  ...(["device", "devices", "secondFactor", "number", "hash"] as const),
] as const;
export type AuditField = (typeof AUDIT_FIELDS)[number];
export type AuditValues = Partial<Record<AuditField, unknown>>;
