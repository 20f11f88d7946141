"""Transports for a custom HTTP client: httpx, or any object with the same `request` method."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Mapping
from typing import Optional, Protocol, TypeVar

from ._async import in_time
from ._errors import ConnectionFailedError
from ._http import Origin, Request, Response
from ._secret import Secret

T = TypeVar("T")


class HttpAnswer(Protocol):
    """The response of an HTTP client, fully read."""

    @property
    def status_code(self) -> int:
        """The status, including redirects."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Names in any case; several values of one name are joined with a comma."""

    @property
    def content(self) -> bytes:
        """The body."""


class HttpClient(Protocol):
    """`httpx.Client` is one. Any exception counts as no response."""

    def request(
        self,
        method: str,
        url: str,
        *,
        content: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
        follow_redirects: bool,
    ) -> HttpAnswer:
        """Makes one request without retries. `headers` may contain the key; `follow_redirects` is always false."""


class AsyncHttpClient(Protocol):
    """`httpx.AsyncClient` is one. Any exception counts as no response."""

    async def request(
        self,
        method: str,
        url: str,
        *,
        content: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
        follow_redirects: bool,
    ) -> HttpAnswer:
        """Makes one request without retries. `headers` may contain the key; `follow_redirects` is always false."""


class ClientTransport:
    """Blocks. The client applies the timeout. Nothing is closed: the client belongs to the caller."""

    def __init__(self, origin: Origin, client: HttpClient) -> None:
        self._origin = origin
        self._client = client

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        del fresh
        try:
            return _response_of(
                self._client.request(
                    request.method,
                    self._origin.url(request.target),
                    content=request.body,
                    headers=request.revealed(),
                    timeout=timeout,
                    follow_redirects=False,
                )
            )
        except Exception as error:  # noqa: BLE001 a custom client can raise anything
            reason = _reason_of(error, request)
        # outside the handler, so that no frame of the client is attached: those contain the key
        raise ConnectionFailedError(f"The service could not be reached: {reason}.")

    async def within(self, work: Awaitable[T], seconds: float) -> T:
        # an attempt begins at once, and the client applies its timeout
        del seconds
        return await work

    async def sleep(self, seconds: float) -> None:
        # blocking is intended: no event loop runs this
        time.sleep(seconds)  # noqa: ASYNC251

    def close(self) -> None:
        """The client belongs to the caller."""


class AsyncClientTransport:
    """The timeout applies to the whole attempt. Nothing is closed: the client belongs to the caller."""

    def __init__(self, origin: Origin, client: AsyncHttpClient) -> None:
        self._origin = origin
        self._client = client

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        del fresh
        work = self._attempt(request, timeout)
        try:
            return await in_time(work, timeout)
        except ConnectionFailedError:
            raise
        except Exception as error:  # noqa: BLE001 a custom client can raise anything
            reason = _reason_of(error, request)
        raise ConnectionFailedError(f"The service could not be reached: {reason}.")

    async def within(self, work: Awaitable[T], seconds: float) -> T:
        return await in_time(work, seconds)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        """The client belongs to the caller."""

    async def _attempt(self, request: Request, timeout: float) -> Response:
        return _response_of(
            await self._client.request(
                request.method,
                self._origin.url(request.target),
                content=request.body,
                headers=request.revealed(),
                timeout=timeout,
                follow_redirects=False,
            )
        )


def _response_of(answer: HttpAnswer) -> Response:
    return Response(answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, answer.content)


def _reason_of(error: Exception, request: Request) -> str:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    for value in request.fields.values():
        if isinstance(value, Secret):
            reason = reason.replace(value.reveal(), "…")
    return reason
