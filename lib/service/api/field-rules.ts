const URL_RULE =
  "a full URL of up to 2,048 characters that starts with https:// or http://, without a user name or password";
const MOMENT_RULE = "an ISO 8601 date or date-time, for example 2026-03-01T00:00:00Z";

/** What each request field must be, for error messages; a test compares these with the schemas. */
export const FIELD_RULES: Record<string, string> = {
  amount_usdt: "a number from 0.000001 to 999999999.999999 with at most six decimals, for example 12.5",
  reference: "text of 1 to 200 characters without NUL characters or unpaired surrogates",
  metadata:
    "an object of up to 20 pairs of text without NUL characters or unpaired surrogates: names of 1 to 40 characters other than __proto__, values of up to 500",
  expires_in: "a whole number of seconds from 300 to 86400",
  success_url: URL_RULE,
  cancel_url: URL_RULE,
  id: "the uuid of an intent, for example 7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11",
  outcome: "one of paid, underpaid, overpaid, late, expired",
  start: MOMENT_RULE,
  end: MOMENT_RULE,
};
