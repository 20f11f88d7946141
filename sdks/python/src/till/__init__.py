"""Till for Python: create USDT payment intents, wait for them to be paid, and verify webhooks."""

from ._amounts import AmountUsdt
from ._client import AsyncTill, Till
from ._errors import (
    ApiError,
    AuthenticationError,
    ConfigurationError,
    ConflictError,
    ConnectionFailedError,
    InvalidAmountError,
    InvalidRequestError,
    NotFoundError,
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
    TestPing,
    UnknownEvent,
    WebhookEvent,
)
from ._intents import AsyncIntents, CreatedIntent, Environment, Intent, Intents, IntentStatus
from ._reports import AsyncReports, PeriodEnd, Reports, SalesReport
from ._sandbox import AsyncSandbox, DemoIntent, Outcome, Sandbox
from ._version import __version__
from ._webhooks import RawBody, WebhookHeaders, WebhookVerifier

__all__ = [
    "AlarmCleared",
    "AlarmKind",
    "AlarmRaised",
    "AmountUsdt",
    "ApiError",
    "AsyncIntents",
    "AsyncReports",
    "AsyncSandbox",
    "AsyncTill",
    "AttentionKind",
    "AttentionOpened",
    "AttentionResolution",
    "AttentionResolved",
    "AuthenticationError",
    "ConfigurationError",
    "ConflictError",
    "ConnectionFailedError",
    "CreatedIntent",
    "DemoIntent",
    "Environment",
    "Intent",
    "IntentCancelled",
    "IntentCreated",
    "IntentStatus",
    "Intents",
    "InvalidAmountError",
    "InvalidRequestError",
    "KeyRotated",
    "NotFoundError",
    "Outcome",
    "PaymentExpired",
    "PaymentSuccess",
    "PeriodEnd",
    "RateLimitError",
    "RawBody",
    "Reports",
    "SalesReport",
    "Sandbox",
    "ServerError",
    "TestPing",
    "Till",
    "TillError",
    "UnknownEvent",
    "VerificationReason",
    "WaitTimeoutError",
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
