"""
Calls and their retries, written once for both clients.

They are coroutines on a `Transport`. The asynchronous client awaits them. The synchronous client's transport blocks
instead of suspending, so that `complete` runs them in one step.
"""

from __future__ import annotations

import email.utils
import logging
import math
import platform
import random
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Generic, Literal, NoReturn, Optional, Protocol, TypeVar, Union
from urllib.parse import urlencode

from ._errors import (
    ApiError,
    ConfigurationError,
    ConnectionFailedError,
    PassingError,
    RateLimitError,
    ServerError,
    class_of,
    is_passing,
)
from ._json import Json, Members, ShapeError, parse
from ._secret import Secret
from ._transport import Request, Response
from ._version import __version__

T = TypeVar("T")

logger = logging.getLogger("till")

_USER_AGENT = f"till-python/{__version__} python/{platform.python_version()}"
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0
_LONGEST_RETRY_AFTER = 10
"""A longer `Retry-After` is left to the caller: a call must not keep a customer waiting."""
_LONGEST_TIMEOUT = 1_000_000.0


class Transport(Protocol):
    """Makes one request at a time and waits, by blocking or by suspending."""

    async def exchange(self, request: Request, timeout: float) -> Response:
        """Raises `ConnectionFailedError`, also if the whole attempt takes longer than the timeout."""

    async def sleep(self, seconds: float) -> None:
        """Waits."""


@dataclass(frozen=True)
class Call:
    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Optional[str] = None
    """JSON text in ASCII."""
    with_key: bool = False
    """The key is sent only where it is required."""
    idempotency_key: Optional[str] = None
    repeatable: bool = True
    """False: retried only after a 429, because the call isn't idempotent."""


@dataclass(frozen=True)
class Answered(Generic[T]):
    value: T
    server_time: datetime
    """The service's time of the response."""


@dataclass(frozen=True)
class Engine:
    """Makes calls and retries them."""

    api_key: Secret
    base_url: str
    transport: Transport = field(repr=False)
    timeout: float
    max_retries: int

    async def call(
        self,
        call: Call,
        read: Callable[[Members], T],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Answered[T]:
        seconds = self.timeout if timeout is None else checked_seconds("timeout", timeout)
        retries = self.max_retries if max_retries is None else checked_retries(max_retries)
        request = self._request(call)
        retry = 0
        while True:
            try:
                response = await self.transport.exchange(request, seconds)
                return _read_answer(response, read)
            except (ConnectionFailedError, ApiError) as error:
                pause = _pause_after(error, call, retry) if retry < retries else None
                if pause is None:
                    raise
                logger.debug("%s %s: %s; retrying in %.1f s", call.method, call.path, error.code, pause)
            await self.transport.sleep(pause)
            retry += 1

    def _request(self, call: Call) -> Request:
        fields: dict[str, Union[str, Secret]] = {
            "accept": "application/json",
            "accept-encoding": "identity",
            "user-agent": _USER_AGENT,
        }
        if call.body is not None:
            fields["content-type"] = "application/json"
        if call.with_key:
            fields["authorization"] = Secret(f"Bearer {self.api_key.reveal()}")
        if call.idempotency_key is not None:
            fields["idempotency-key"] = call.idempotency_key
        query = f"?{urlencode(call.query)}" if call.query else ""
        body = None if call.body is None else call.body.encode("ascii")
        return Request(call.method, f"{self.base_url}{call.path}{query}", fields, body)


def complete(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine on a blocking transport, which never suspends, in one step."""
    try:
        work.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    work.close()
    raise RuntimeError("A blocking transport has suspended.")


def checked_seconds(name: str, seconds: object) -> float:
    """Checks a timeout or an interval. Raises `ConfigurationError`."""
    if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds > 0:
        return min(float(seconds), _LONGEST_TIMEOUT)
    raise ConfigurationError(f"{name} must be a number of seconds above 0.")


def checked_retries(max_retries: object) -> int:
    """Checks a number of retries. Raises `ConfigurationError`."""
    if isinstance(max_retries, int) and not isinstance(max_retries, bool) and max_retries >= 0:
        return max_retries
    raise ConfigurationError("max_retries must be an int, 0 or more.")


def _pause_after(error: PassingError, call: Call, retry: int) -> Optional[float]:
    """Seconds before retry `retry` (0 is the first): full jitter, extended by `Retry-After`; None means no retry."""
    if not is_passing(error) or (not call.repeatable and error.status != 429):
        return None
    if (error.retry_after_seconds or 0) > _LONGEST_RETRY_AFTER:
        return None
    return retry_pause(retry, error.retry_after_seconds)


def retry_pause(retry: int, retry_after: Optional[int]) -> float:
    """Seconds before retry `retry`, also after a long `Retry-After`: for work that goes on until it is stopped."""
    # no cryptography needed for a delay
    jittered = random.uniform(0, min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(retry, 10)))  # noqa: S311
    return max(jittered, float(retry_after or 0))


@dataclass(frozen=True)
class _Facts:
    """What all response errors share besides message and code."""

    status: int
    request_id: Optional[str]
    retry_after_seconds: Optional[int]

    def error(self, kind: type[ApiError], message: str, code: str) -> ApiError:
        return kind(
            message,
            code=code,
            status=self.status,
            request_id=self.request_id,
            retry_after_seconds=self.retry_after_seconds,
        )


def _read_answer(response: Response, read: Callable[[Members], T]) -> Answered[T]:
    server_time = _http_date(response.fields.get("date")) or datetime.now(timezone.utc)
    retry_after = _retry_after(response.fields.get("retry-after"), server_time)
    facts = _Facts(response.status, response.fields.get("x-request-id"), retry_after)
    if 300 <= response.status < 400:
        raise _unexpected(facts, f"The response was a redirect ({response.status}), which is not followed.")
    try:
        # ignore a byte order mark
        json = parse(response.body.decode("utf-8-sig"))
    except (ShapeError, UnicodeDecodeError):
        json = None
    if not 200 <= response.status < 300:
        _refuse(json, facts)
    try:
        return Answered(read(Members(json)), server_time)
    except ShapeError as error:
        raise _unexpected(facts, f"The response ({response.status}) has an unexpected shape: {error}.") from None


def _unexpected(facts: _Facts, what: str) -> ApiError:
    return facts.error(ApiError, f"{what} Is the service's URL right?", "unexpected_answer")


def _refuse(json: Json, facts: _Facts) -> NoReturn:
    """A response without a code comes from a proxy, so only its HTTP status counts."""
    said = json if isinstance(json, dict) else {}
    message, code = said.get("error"), said.get("code")
    if not isinstance(message, str) or not message:
        message = f"The response had status {facts.status} and no error message."
    if isinstance(code, str) and code:
        raise facts.error(class_of(code, facts.status), message, code)
    if facts.status == 429:
        raise facts.error(RateLimitError, message, "rate_limited")
    if facts.status >= 500:
        raise facts.error(ServerError, message, "api_error")
    raise facts.error(ApiError, message, "unexpected_answer")


def _retry_after(value: Optional[str], now: datetime) -> Optional[int]:
    """Parses `Retry-After`, a number of seconds or a date, to seconds; None if there is none or it can't be parsed."""
    if value is not None and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    moment = _http_date(value)
    return None if moment is None else max(0, math.ceil((moment - now).total_seconds()))


def _http_date(value: Optional[str]) -> Optional[datetime]:
    try:
        moment = email.utils.parsedate_to_datetime(value or "")
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
