/** What an API key can be allowed to do. */
export type Scope = "payments.create" | "payments.cancel" | "reports.view";

/** Of every key for one terminal. */
export const TERMINAL_KEY_SCOPES: readonly Scope[] = ["payments.create", "payments.cancel", "reports.view"];
