from __future__ import annotations

import base64
import hashlib
import hmac
import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, Optional, Protocol, Union

from ._calls import checked_seconds
from ._errors import ConfigurationError, VerificationReason, WebhookVerificationError
from ._events import WebhookEvent, read_event
from ._json import Json, ShapeError, parse
from ._secret import Secret

RawBody = Union[bytes, bytearray, memoryview, str]
"""The raw request body, before parsing."""

HeaderText = Union[str, bytes]
HeaderValue = Union[HeaderText, Sequence[HeaderText]]


class HeaderItems(Protocol):
    """Request headers: a mapping, or one that may contain several values per name."""

    def items(self) -> Iterable[tuple[HeaderText, HeaderValue]]: ...


WebhookHeaders = Union[Mapping[str, Any], HeaderItems, Iterable[tuple[HeaderText, HeaderValue]]]
"""Request headers: a mapping, pairs as in ASGI's scope, or WSGI's environ with its `HTTP_` names."""

_TOLERANCE = 300.0
_NAMES = frozenset({"x-service-signature", "webhook-id", "webhook-timestamp", "webhook-signature"})
_PREFIXES = re.compile(r"^(?:redirect-)*(?:http-)?")
_SECRET = re.compile(r"whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


class WebhookVerifier:
    """
    Verifies webhooks. Never reveals its secrets. Threads can share it.

    Takes one secret, or all of them during a rotation. `tolerance` is the allowed deviation of `webhook-timestamp` in
    seconds. `now` replaces the clock for tests. Raises `ConfigurationError` for an invalid or empty secret.
    """

    def __init__(
        self,
        secret: Union[str, Iterable[str]],
        *,
        tolerance: float = _TOLERANCE,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        self._secrets = _checked_secrets(secret)
        self._tolerance = checked_seconds("tolerance", tolerance)
        self._now = now

    def verify(self, raw_body: RawBody, headers: WebhookHeaders) -> WebhookEvent:
        """
        Returns the event of a genuine and recent request.

        `X-Service-Signature` and the Standard Webhooks signature must both match, because the first alone doesn't
        prevent replays. Raises `WebhookVerificationError` with a `reason`.
        """
        body = _bytes_of(raw_body)
        values = _header_values(headers)
        signature = _required(values, "X-Service-Signature")
        id = _required(values, "webhook-id")
        timestamp = _required(values, "webhook-timestamp")
        signatures = _required(values, "webhook-signature")
        if not re.fullmatch(r"[0-9]{1,15}", timestamp):
            raise _failed("invalid_timestamp", "webhook-timestamp isn't a whole number.")
        if not self._is_service(body, signature) or not self._is_standard(body, id, timestamp, signatures):
            raise _mismatch()
        self._check_age(int(timestamp))
        return _event_of(body, id)

    def verify_signature(self, raw_body: RawBody, signature: Optional[str]) -> None:
        """
        Checks only `X-Service-Signature`, for programs that have only that header.

        Protects against forgeries, but not against replays. Raises `WebhookVerificationError`.
        """
        body = _bytes_of(raw_body)
        if not signature:
            raise _failed("missing_header", "X-Service-Signature is missing.")
        if not self._is_service(body, signature):
            raise _mismatch()

    def sign(
        self, raw_body: RawBody, *, id: Optional[str] = None, timestamp: Optional[datetime] = None
    ) -> dict[str, str]:
        """
        Returns the headers that the service would send with this body, to test your receiver.

        `X-Service-Event`, `X-Service-Environment` and `X-Service-Livemode` are the body's `event`, `environment` and
        `livemode`, and are left out if the body doesn't have them.
        """
        body = _bytes_of(raw_body)
        event_id = str(uuid.uuid4()) if id is None else id
        seconds = str(int((timestamp or self._now()).timestamp() // 1))
        standard = [_standard_signature(body, event_id, seconds, secret) for secret in self._secrets]
        members = _members_of(body)
        livemode = members.get("livemode")
        headers: dict[str, Optional[str]] = {
            "Content-Type": "application/json",
            "User-Agent": "Till-Webhooks/1",
            "X-Service-Signature": _service_signature(body, self._secrets[0]),
            "X-Service-Event": _text_or_none(members.get("event")),
            "X-Service-Event-Id": event_id,
            "X-Service-Environment": _text_or_none(members.get("environment")),
            "X-Service-Livemode": str(livemode).lower() if isinstance(livemode, bool) else None,
            "webhook-id": event_id,
            "webhook-timestamp": seconds,
            "webhook-signature": " ".join(standard),
        }
        return {name: value for name, value in headers.items() if value is not None}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._secrets)} secrets, tolerance={self._tolerance:g})"

    def _is_service(self, body: bytes, signature: str) -> bool:
        equal = [_equal(_service_signature(body, secret), signature.lower()) for secret in self._secrets]
        return any(equal)

    def _is_standard(self, body: bytes, id: str, timestamp: str, signatures: str) -> bool:
        expected = [_standard_signature(body, id, timestamp, secret) for secret in self._secrets]
        equal = [_equal(ours, given) for ours in expected for given in signatures.split(" ")]
        return any(equal)

    def _check_age(self, timestamp: int) -> None:
        age = int(self._now().timestamp() // 1) - timestamp
        hint = f"at most {self._tolerance:g} s are allowed. Is this machine's clock right?"
        if age > self._tolerance:
            raise _failed("timestamp_too_old", f"The webhook was sent {age} s ago; {hint}")
        if -age > self._tolerance:
            raise _failed("timestamp_too_new", f"The webhook is dated {-age} s in the future; {hint}")


def _service_signature(body: bytes, secret: Secret) -> str:
    return hmac.new(secret.reveal().encode("ascii"), body, hashlib.sha256).hexdigest()


def _standard_signature(body: bytes, id: str, timestamp: str, secret: Secret) -> str:
    key = base64.b64decode(secret.reveal()[len("whsec_") :])
    signed = b".".join([id.encode("utf-8", "surrogatepass"), timestamp.encode("ascii"), body])
    return f"v1,{base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode('ascii')}"


def _equal(expected: str, given: str) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(expected.encode("ascii"), given.encode("utf-8", "surrogatepass"))


def _checked_secrets(secret: object) -> tuple[Secret, ...]:
    """The message never contains the input: it may be a mistyped secret."""
    given = [secret] if isinstance(secret, (str, bytes)) or not isinstance(secret, Iterable) else list(secret)
    if not given or any(one is None or one == "" for one in given):
        raise ConfigurationError("The webhook secret is empty. Is the environment variable set?")
    secrets = tuple(Secret(one) for one in given if isinstance(one, str) and _SECRET.fullmatch(one))
    if len(secrets) < len(given):
        raise ConfigurationError(
            "A webhook secret is whsec_ and base64. Pass it exactly as it was shown, without white space or quotes."
        )
    return secrets


def _bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    if isinstance(raw_body, str):
        return raw_body.encode("utf-8", "surrogatepass")
    raise _failed(
        "parsed_body",
        "The body must be the raw bytes, but it has already been parsed. "
        "Use request.get_data() in Flask, request.body in Django, and await request.body() in FastAPI.",
    )


def _header_values(headers: WebhookHeaders) -> dict[str, str]:
    """By lowercase name. Of several spellings, the closest counts; several values are joined as in HTTP."""
    pairs: Iterable[tuple[HeaderText, HeaderValue]] = headers.items() if hasattr(headers, "items") else headers
    values: dict[str, str] = {}
    distances: dict[str, int] = {}
    for key, value in pairs:
        name, distance = _own_name(_text(key))
        # an environ has values of other types under other names
        if name not in _NAMES or distance > distances.get(name, distance):
            continue
        text = _text(value) if isinstance(value, (str, bytes)) else ", ".join(map(_text, value or ()))
        values[name] = f"{values[name]}, {text}" if distances.get(name) == distance else text
        distances[name] = distance
    return values


def _own_name(spelling: str) -> tuple[str, int]:
    """
    The lowercase name of a header, and how far its spelling is from it.

    `HTTP_X_SERVICE_SIGNATURE` as in WSGI and CGI, and with `REDIRECT_` before it after an internal redirect.
    """
    spelled = spelling.lower().replace("_", "-")
    own = _PREFIXES.sub("", spelled)
    return own, len(spelled) - len(own) + ("_" in spelling)


def _text(text: HeaderText) -> str:
    return text.decode("latin-1") if isinstance(text, bytes) else text


def _required(values: Mapping[str, str], name: str) -> str:
    value = values.get(name.lower())
    if value:
        return value
    raise _failed("missing_header", f"{name} is missing. Pass all headers of the request.")


def _event_of(body: bytes, id: str) -> WebhookEvent:
    try:
        return read_event(body.decode("utf-8"), id)
    except (UnicodeDecodeError, ShapeError) as error:
        why = str(error) if isinstance(error, ShapeError) else "it isn't UTF-8"
        message = f"The signature is valid, but the body isn't: {why}."
        raise _failed("invalid_body", message) from None


def _members_of(body: bytes) -> dict[str, Json]:
    """The members of a JSON object; none of any other body."""
    try:
        json = parse(body.decode("utf-8"))
    except (UnicodeDecodeError, ShapeError):
        return {}
    return json if isinstance(json, dict) else {}


def _text_or_none(value: Json) -> Optional[str]:
    return value if isinstance(value, str) and value else None


def _mismatch() -> WebhookVerificationError:
    return _failed(
        "signature_mismatch",
        "The signature doesn't match the body and the secret. Check that the secret belongs to this endpoint (during a "
        "rotation, pass both), and that the body is the raw bytes, not JSON that was parsed and serialized again.",
    )


def _failed(reason: VerificationReason, message: str) -> WebhookVerificationError:
    return WebhookVerificationError(message, reason=reason)
