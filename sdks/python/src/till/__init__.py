"""Till for Python: create USDT payment intents, wait for them to be paid, and verify webhooks."""

from ._amounts import AmountUsdt, PriceAmount
from ._client import AsyncTill, Till
from ._detailed_intent import DetailedIntent, IntentFlag, IntentRefund, IntentTransfer
from ._errors import (
    ApiError,
    AuthenticationError,
    ConfigurationError,
    ConflictError,
    ConnectionFailedError,
    CursorExpiredError,
    InvalidAmountError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TillError,
    VerificationReason,
    WaitTimeoutError,
    WebhookVerificationError,
)
from ._events import (
    AlarmCleared,
    AlarmKind,
    AlarmRaised,
    AttentionKind,
    AttentionOpened,
    AttentionResolution,
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
)
from ._feed import AsyncEvents, Events, EventType
from ._intents import AsyncIntents, CreatedIntent, Intent, Intents
from ._listen import AsyncListener, Listener
from ._pages import Page
from ._quote import Quote, RateSource
from ._refunds import AsyncRefunds, PreparedBy, Refund, Refunds
from ._reports import AsyncReports, PeriodEnd, Reports, SalesReport
from ._sandbox import AsyncSandbox, DemoIntent, Outcome, Sandbox
from ._values import Environment, IntentStatus, RefundStatus
from ._version import __version__
from ._webhook_endpoints import (
    AsyncWebhookEndpoints,
    CreatedWebhookEndpoint,
    DisabledReason,
    EndpointStatus,
    RotatedWebhookEndpoint,
    TestEventResult,
    WebhookEndpoint,
    WebhookEndpoints,
)
from ._webhooks import RawBody, WebhookHeaders, WebhookVerifier

__all__ = [
    "AlarmCleared",
    "AlarmKind",
    "AlarmRaised",
    "AmountUsdt",
    "ApiError",
    "AsyncEvents",
    "AsyncIntents",
    "AsyncListener",
    "AsyncRefunds",
    "AsyncReports",
    "AsyncSandbox",
    "AsyncTill",
    "AsyncWebhookEndpoints",
    "AttentionKind",
    "AttentionOpened",
    "AttentionResolution",
    "AttentionResolved",
    "AuthenticationError",
    "ConfigurationError",
    "ConflictError",
    "ConnectionFailedError",
    "CreatedIntent",
    "CreatedWebhookEndpoint",
    "CursorExpiredError",
    "DemoIntent",
    "DetailedIntent",
    "DisabledReason",
    "EndpointStatus",
    "Environment",
    "EventType",
    "Events",
    "Intent",
    "IntentCancelled",
    "IntentCreated",
    "IntentFlag",
    "IntentRefund",
    "IntentStatus",
    "IntentTransfer",
    "Intents",
    "InvalidAmountError",
    "InvalidRequestError",
    "KeyRotated",
    "Listener",
    "NotFoundError",
    "Outcome",
    "Page",
    "PaymentExpired",
    "PaymentSuccess",
    "PeriodEnd",
    "PermissionDeniedError",
    "PreparedBy",
    "PriceAmount",
    "Quote",
    "RateLimitError",
    "RateSource",
    "RawBody",
    "Refund",
    "RefundCancelled",
    "RefundFailed",
    "RefundPrepared",
    "RefundSent",
    "RefundStatus",
    "Refunds",
    "Reports",
    "RotatedWebhookEndpoint",
    "SalesReport",
    "Sandbox",
    "ServerError",
    "TestEventResult",
    "TestPing",
    "Till",
    "TillError",
    "UnknownEvent",
    "VerificationReason",
    "WaitTimeoutError",
    "WebhookEndpoint",
    "WebhookEndpoints",
    "WebhookEvent",
    "WebhookHeaders",
    "WebhookVerificationError",
    "WebhookVerifier",
    "__version__",
]

# tracebacks show the public name, till.NotFoundError, not the internal module
for _name in __all__:
    if _name.endswith("Error"):
        globals()[_name].__module__ = "till"
del _name
