"""The transport of the synchronous client. Safe to share between threads, and across a fork."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from typing import TypeVar

from ._connections import Attempt, Connections
from ._http import Origin, Request, Response

T = TypeVar("T")


class SyncTransport:
    """Blocks. The timeout applies to the whole attempt: name resolution, connecting, sending and reading."""

    def __init__(self, origin: Origin) -> None:
        self._connections = Connections(origin)

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        return self._connections.exchange(request, Attempt(timeout), fresh=fresh)

    async def within(self, work: Awaitable[T], seconds: float) -> T:
        # an attempt begins at once, and its timeout bounds it
        del seconds
        return await work

    async def sleep(self, seconds: float) -> None:
        # blocking is intended: no event loop runs this
        time.sleep(seconds)  # noqa: ASYNC251

    def close(self) -> None:
        self._connections.close()
