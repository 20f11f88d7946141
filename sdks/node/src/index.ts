export type { AmountInput } from "./amounts.js";
export {
  ApiError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  InvalidAmountError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TillError,
  type VerificationReason,
  WaitTimeoutError,
  WebhookVerificationError,
} from "./errors.js";
export type {
  AlarmCleared,
  AlarmKind,
  AlarmRaised,
  AttentionKind,
  AttentionOpened,
  AttentionResolved,
  IntentCancelled,
  IntentCreated,
  KeyRotated,
  PaymentExpired,
  PaymentSuccess,
  TestPing,
  UnknownEvent,
  WebhookEvent,
} from "./events.js";
export type { WebhookHeaders } from "./headers.js";
export type {
  CreatedIntent,
  CreateIntentParams,
  Environment,
  Intent,
  IntentStatus,
  Intents,
  OnceOptions,
} from "./intents.js";
export type { Reports, SalesPeriod, SalesReport } from "./reports.js";
export type { DemoIntent, Outcome, Sandbox } from "./sandbox.js";
export { Till, type TillOptions } from "./till.js";
export type { CallOptions } from "./transport.js";
export { VERSION } from "./version.js";
export type { WaitOptions } from "./wait.js";
export { type RawBody, type VerifierOptions, WebhookVerifier } from "./webhooks.js";
