"""Requests are made with httpx. The timeout of an attempt covers all of it, and no error shows the key."""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Optional, TypeVar, Union

import httpx

from ._errors import ConfigurationError, ConnectionFailedError
from ._secret import Secret

T = TypeVar("T")
C = TypeVar("C", httpx.Client, httpx.AsyncClient)

_MAX_BYTES = 8 * 1_024 * 1_024
# No call waits for another's connection, since its timeout would pass meanwhile. Common servers close idle connections
# after five seconds.
_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=4.0)


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    fields: Mapping[str, Union[str, Secret]]
    body: Optional[bytes]

    def revealed(self) -> dict[str, Any]:
        """The arguments of httpx. Redirects are never followed."""
        headers = {name: value.reveal() if isinstance(value, Secret) else value for name, value in self.fields.items()}
        return {
            "method": self.method,
            "url": self.url,
            "headers": headers,
            "content": self.body,
            "follow_redirects": False,
        }


@dataclass(frozen=True)
class Response:
    status: int
    fields: Mapping[str, str]
    """Names in any case; several values of one name are joined."""
    body: bytes


class SyncTransport:
    """Blocks. Threads can share it, and so can the processes of a fork."""

    def __init__(self, http_client: Optional[httpx.Client], ssl_context: Optional[ssl.SSLContext]) -> None:
        self._given = http_client
        self._verify = _verify_by(ssl_context, http_client)
        self._own = None if http_client else _connected(httpx.Client, verify=self._verify)
        self._process = os.getpid()

    async def exchange(self, request: Request, timeout: float) -> Response:
        try:
            deadline = _Deadline(timeout)
            with self._client().stream(**request.revealed(), extensions=deadline.extensions) as answer:
                body = _Body()
                for data in answer.iter_bytes():
                    body.add(data)
                    deadline.check()
                return Response(answer.status_code, answer.headers, bytes(body))
        except Exception as error:  # noqa: BLE001 a custom client can raise anything
            failure = _failure_of(error, request, timeout)
        # outside the handler, so that no frame of httpx is attached: those contain the key
        raise failure

    async def sleep(self, seconds: float) -> None:
        # blocking is intended: no event loop runs this
        time.sleep(seconds)  # noqa: ASYNC251

    def close(self) -> None:
        own, self._own = self._own, None
        if own is not None:
            own.close()

    def _client(self) -> httpx.Client:
        if self._given is not None:
            return self._given
        own = self._own
        # a forked process must not read the responses of its parent
        if own is None or self._process != os.getpid():
            own = self._own = _connected(httpx.Client, verify=self._verify)
            self._process = os.getpid()
        return own


class AsyncTransport:
    """Suspends. Cancelling an attempt closes its connection. Event loops can use it one after another."""

    def __init__(self, http_client: Optional[httpx.AsyncClient], ssl_context: Optional[ssl.SSLContext]) -> None:
        self._given = http_client
        self._verify = _verify_by(ssl_context, http_client)
        self._own = None if http_client else _connected(httpx.AsyncClient, verify=self._verify)
        self._user: object = None

    async def exchange(self, request: Request, timeout: float) -> Response:
        try:
            return await _in_time(self._attempt(request), timeout)
        except Exception as error:  # noqa: BLE001 a custom client can raise anything
            failure = _failure_of(error, request, timeout)
        raise failure

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        own, self._own = self._own, None
        if own is not None and self._user == _user():
            await own.aclose()

    async def _attempt(self, request: Request) -> Response:
        async with self._client().stream(**request.revealed(), timeout=None) as answer:
            body = _Body()
            async for data in answer.aiter_bytes():
                body.add(data)
            return Response(answer.status_code, answer.headers, bytes(body))

    def _client(self) -> httpx.AsyncClient:
        if self._given is not None:
            return self._given
        # connections belong to one loop of one process
        if self._own is None or self._user not in (None, _user()):
            self._own = _connected(httpx.AsyncClient, verify=self._verify)
        self._user = _user()
        return self._own


class _Deadline:
    """Bounds an attempt of a blocking client: each step, such as connecting, gets the time that is left."""

    def __init__(self, timeout: float) -> None:
        self._until = time.monotonic() + timeout
        self._limits = dict.fromkeys(("connect", "read", "write", "pool"), timeout)
        self.extensions = {"timeout": self._limits, "trace": self._before_step}

    def check(self) -> None:
        if time.monotonic() >= self._until:
            raise httpx.ReadTimeout("the attempt timed out")

    def _before_step(self, _name: str, _facts: Mapping[str, Any]) -> None:
        left = max(0.001, self._until - time.monotonic())
        self._limits.update(dict.fromkeys(self._limits, left))


class _Body(bytearray):
    def add(self, data: bytes) -> None:
        self.extend(data)
        if len(self) > _MAX_BYTES:
            raise httpx.StreamError("the response is too large")


def _verify_by(given: Optional[ssl.SSLContext], http_client: object) -> Union[ssl.SSLContext, bool]:
    """By default the system's certificates, which httpx doesn't use on its own."""
    if http_client is None:
        return given or ssl.create_default_context()
    if given is None:
        return True
    raise ConfigurationError("Set the ssl_context on your http_client instead: it makes its own connections.")


def _connected(kind: type[C], *, verify: Union[ssl.SSLContext, bool]) -> C:
    """A client of httpx, which reads the proxies of the environment. Raises `ConfigurationError` without their URLs."""
    with suppress(ValueError, ImportError, httpx.InvalidURL):
        return kind(limits=_LIMITS, verify=verify)
    raise ConfigurationError(
        "HTTPS_PROXY, HTTP_PROXY and ALL_PROXY must be URLs of proxies, for example http://proxy.example.com:3128."
    )


async def _in_time(work: Awaitable[T], timeout: float) -> T:
    """Returns the result of the work. Cancels it with the caller; raises `TimeoutException` at the timeout."""
    # unlike wait_for before Python 3.12, asyncio.wait never loses a cancellation when the attempt ends at the same time
    attempt = asyncio.ensure_future(work)
    attempt.add_done_callback(_retrieve)
    try:
        await asyncio.wait({attempt}, timeout=timeout)
    finally:
        attempt_is_late = attempt.cancel()
    if attempt_is_late:
        raise httpx.TimeoutException("the attempt timed out")
    return attempt.result()


def _retrieve(attempt: asyncio.Future[Any]) -> None:
    """Lets an abandoned attempt fail silently."""
    if not attempt.cancelled():
        attempt.exception()


def _user() -> tuple[int, asyncio.AbstractEventLoop]:
    return os.getpid(), asyncio.get_running_loop()


def _failure_of(error: Exception, request: Request, timeout: float) -> ConnectionFailedError:
    if isinstance(error, httpx.TimeoutException):
        return ConnectionFailedError(f"The service did not respond within {timeout:g} s.")
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    for value in request.fields.values():
        if isinstance(value, Secret):
            reason = reason.replace(value.reveal(), "…")
    return ConnectionFailedError(f"The service could not be reached: {reason}.")
