export type { AmountInput, PriceInput } from "./amounts.js";
export type { DetailedIntent, IntentRefund, IntentTransfer } from "./detailed-intent.js";
export {
  ApiError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  CursorExpiredError,
  InvalidAmountError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
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
  RefundCancelled,
  RefundFailed,
  RefundPrepared,
  RefundSent,
  TestPing,
  UnknownEvent,
  WebhookEvent,
} from "./events.js";
export type { Events, EventType, ListEventsParams } from "./feed.js";
export type { WebhookHeaders } from "./headers.js";
export type {
  CreatedIntent,
  CreateIntentParams,
  Environment,
  Intent,
  IntentStatus,
  Intents,
  ListIntentsParams,
  OnceOptions,
} from "./intents.js";
export type { Listener, ListenParams } from "./listen.js";
export type { Listing, Page } from "./pages.js";
export type { Quote } from "./quote.js";
export type {
  CreateRefundOptions,
  CreateRefundParams,
  ListRefundsParams,
  Refund,
  RefundStatus,
  Refunds,
} from "./refunds.js";
export type { Reports, SalesPeriod, SalesReport } from "./reports.js";
export type { DemoIntent, Outcome, Sandbox } from "./sandbox.js";
export { Till, type TillOptions } from "./till.js";
export type { CallOptions } from "./transport.js";
export { VERSION } from "./version.js";
export type { WaitOptions } from "./wait.js";
export type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpointParams,
  RotatedWebhookEndpoint,
  TestEventResult,
  UpdateWebhookEndpointParams,
  WebhookEndpoint,
  WebhookEndpoints,
} from "./webhook-endpoints.js";
export { type RawBody, type VerifierOptions, WebhookVerifier } from "./webhooks.js";
