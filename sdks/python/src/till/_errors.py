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
    """Base of every error of this library. Branch on `code`; the sentence in `message` may change."""

    code: str = "api_error"
    """What is wrong, for a program: one of the service's codes or of this library's."""
    status: Optional[int]
    """HTTP status, None when no answer came."""
    request_id: Optional[str]
    """The service's id of the call, to be given when you ask about it."""
    message: str
    retry_after_seconds: Optional[int]
    """Seconds that the answer asked to wait, None when it asked for nothing."""

    # All but the message have defaults, so that errors survive pickle and copy.
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
    """A client or a verifier was made wrongly, or a call was given what is no setting."""

    code = "invalid_configuration"


class ConnectionFailedError(TillError):
    """No answer came, or not in time."""

    code = "connection_failed"


class WaitTimeoutError(TillError):
    """The intent was still pending, or out of sight, when the time of `wait` was over."""

    code = "wait_timeout"

    def __init__(self, message: str = "", *, intent: Optional[Intent] = None) -> None:
        super().__init__(message)
        self.intent = intent
        """The intent as it was seen last, None when it never was."""


class WebhookVerificationError(TillError):
    """A webhook is not to be acted on. `reason` and the message say why."""

    code = "signature_verification_failed"

    def __init__(self, message: str = "", *, reason: VerificationReason = "signature_mismatch") -> None:
        super().__init__(message)
        self.reason: VerificationReason = reason


class ApiError(TillError):
    """The service, or something before it, answered with a refusal or with what is not understood."""


class InvalidAmountError(ApiError):
    """The amount is none that can be asked for; `status` is None when nothing was sent."""

    code = "invalid_amount"


class InvalidRequestError(ApiError):
    """Something else in the request is not as described."""

    code = "invalid_request"


class AuthenticationError(ApiError):
    """The API key is missing, unknown, or of the other environment."""

    code = "invalid_api_key"


class NotFoundError(ApiError):
    """There is no such intent, or it is not yours."""

    code = "not_found"


class ConflictError(ApiError):
    """In conflict with what happened before: the intent has ended, or the idempotency key was used otherwise."""

    code = "invalid_transition"


class RateLimitError(ApiError):
    """Too many requests; `retry_after_seconds` says how long to wait."""

    code = "rate_limited"


class ServerError(ApiError):
    """Something went wrong on the service's side."""


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
    "idempotency_conflict": ConflictError,
    "invalid_idempotency_key": InvalidRequestError,
    "method_not_allowed": InvalidRequestError,
    "payload_too_large": InvalidRequestError,
    "request_timeout": InvalidRequestError,
    "unexpected_answer": ApiError,
}

_BY_STATUS = {
    400: InvalidRequestError,
    405: InvalidRequestError,
    408: InvalidRequestError,
    413: InvalidRequestError,
    422: InvalidRequestError,
    401: AuthenticationError,
    403: AuthenticationError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def class_of(code: str, status: int) -> type[ApiError]:
    """The class of an answer's code; a code that is not known goes by the status."""
    return _BY_CODE.get(code) or (ServerError if status >= 500 else _BY_STATUS.get(status, ApiError))


def is_passing(error: PassingError) -> bool:
    """Whether it may be gone the next time: no answer, too many requests, trouble on the service's side."""
    if isinstance(error, ConnectionFailedError):
        return True
    return error.status is not None and (error.status == 429 or error.status >= 500)
