/** What the codes that a call can be refused with mean for whoever wrote it. */
export const CODE_WORDS: Record<string, string> = {
  invalid_amount: "amount_usdt was missing, not above 0, or had more than six decimals.",
  invalid_request: "A field had a value that it may not have. The answer's error says which one.",
  invalid_period: "start or end was no ISO 8601 moment, or start lay after end.",
  invalid_transition: "The payment had ended already, or money had arrived for it.",
  idempotency_conflict: "The same Idempotency-Key came with another body before.",
  invalid_idempotency_key: "The Idempotency-Key was empty, too long, or had characters that do not print.",
  not_found: "There is no such payment of this terminal in this environment.",
  rate_limited: "The key asked more often than it may in a second.",
  payload_too_large: "The body was larger than the API reads.",
  method_not_allowed: "The path exists but not with this method.",
  api_error: "Something went wrong on our side. Give the operator the request id; the reason is in the server's log.",
};
