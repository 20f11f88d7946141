from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Optional, Union

if TYPE_CHECKING:
    from ._intents import Intent

VerificationReason = Literal[
    "parsed_body",
    "missing_header",
    "invalid_timestamp",
    "signature_mismatch",
    "timestamp_too_old",
    "timestamp_too_new",
    "invalid_body",
]


class TillError(Exception):
    """Base class of all errors of this library. Branch on `code`; the `message` may change."""

    code: str = "api_error"
    """Identifies the error for programs: a code of the service or of this library."""
    status: Optional[int]
    """HTTP status, None without a response."""
    request_id: Optional[str]
    """Identifies the request for support."""
    message: str
    retry_after_seconds: Optional[int]
    """Delay requested by the response in seconds, None without one."""

    # All arguments have defaults, so that errors survive pickle and copy.
    def __init__(
        self,
        message: str = "",
        *,
        code: Optional[str] = None,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.code = code or type(self).code
        self.status = status
        self.request_id = request_id
        self.message = message
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        request = f", request {self.request_id}" if self.request_id else ""
        return f"{self.message} [{self.code}{request}]"


class ConfigurationError(TillError):
    """A client, a verifier or a call has invalid settings."""

    code = "invalid_configuration"


class ConnectionFailedError(TillError):
    """No response arrived, or not in time."""

    code = "connection_failed"


class WaitTimeoutError(TillError):
    """The intent was still pending or could not be read when `wait` timed out."""

    code = "wait_timeout"

    def __init__(self, message: str = "", *, intent: Optional[Intent] = None) -> None:
        super().__init__(message)
        self.intent = intent
        """The last known state of the intent, None if there is none."""


class WebhookVerificationError(TillError):
    """A webhook must not be processed. `reason` and the message say why."""

    code = "signature_verification_failed"

    def __init__(self, message: str = "", *, reason: VerificationReason = "signature_mismatch") -> None:
        super().__init__(message)
        self.reason: VerificationReason = reason


class ApiError(TillError):
    """The service, or a proxy in front of it, refused the request or returned an unexpected response."""


class InvalidAmountError(ApiError):
    """The amount is invalid; `status` is None if nothing was sent."""

    code = "invalid_amount"


class InvalidRequestError(ApiError):
    """Something else in the request is invalid."""

    code = "invalid_request"


class AuthenticationError(ApiError):
    """The API key is missing, unknown, or from the other environment."""

    code = "invalid_api_key"


class PermissionDeniedError(ApiError):
    """The key doesn't have the scope, or can't be used from this address."""

    code = "insufficient_scope"


class NotFoundError(ApiError):
    """It doesn't exist or isn't yours."""

    code = "not_found"


class ConflictError(ApiError):
    """The intent has ended, the idempotency key was used for a different request, or a limit is reached."""

    code = "invalid_transition"


class CursorExpiredError(ApiError):
    """
    The event of the cursor is gone: older than 180 days, or lost in a restore or a reset of the sandbox.

    Choose where to begin again: without a cursor, or at `"latest"`.
    """

    code = "cursor_expired"


class RateLimitError(ApiError):
    """Too many requests; `retry_after_seconds` says how long to wait."""

    code = "rate_limited"


class ServerError(ApiError):
    """Something went wrong in the service."""


PassingError = Union[ConnectionFailedError, ApiError]

_BY_CODE = {
    "invalid_amount": InvalidAmountError,
    "invalid_url_scheme": InvalidRequestError,
    "http_in_live": InvalidRequestError,
    "private_ip_in_live": InvalidRequestError,
    "missing_api_key": AuthenticationError,
    "invalid_api_key": AuthenticationError,
    "environment_mismatch": AuthenticationError,
    "not_found": NotFoundError,
    "rate_limited": RateLimitError,
    "api_error": ServerError,
    "invalid_id": InvalidRequestError,
    "invalid_request": InvalidRequestError,
    "invalid_period": InvalidRequestError,
    "invalid_transition": ConflictError,
    "daily_cap_exceeded": InvalidRequestError,
    "invalid_currency": InvalidRequestError,
    "currency_not_enabled": InvalidRequestError,
    "rate_unavailable": ServerError,
    "idempotency_conflict": ConflictError,
    "invalid_idempotency_key": InvalidRequestError,
    "method_not_allowed": InvalidRequestError,
    "payload_too_large": InvalidRequestError,
    "request_timeout": InvalidRequestError,
    "unsupported_media_type": InvalidRequestError,
    "insufficient_scope": PermissionDeniedError,
    "address_not_allowed": PermissionDeniedError,
    "cursor_expired": CursorExpiredError,
    "limit_reached": ConflictError,
    "unexpected_answer": ApiError,
}

_BY_STATUS = {
    400: InvalidRequestError,
    405: InvalidRequestError,
    408: InvalidRequestError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def class_of(code: str, status: int) -> type[ApiError]:
    """The error class for a code, or for the status if the code is unknown."""
    return _BY_CODE.get(code) or (ServerError if status >= 500 else _BY_STATUS.get(status, ApiError))


def is_passing(error: PassingError) -> bool:
    """Whether a retry may succeed: after no response, too many requests, or an error in the service."""
    if isinstance(error, ConnectionFailedError):
        return True
    return error.status is not None and (error.status == 429 or error.status >= 500)
