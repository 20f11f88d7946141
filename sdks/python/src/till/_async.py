"""The transport of the asynchronous client, for any event loop of asyncio."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Optional, TypeVar

from ._connections import Attempt, Connections
from ._errors import ConnectionFailedError
from ._http import Origin, Request, Response

T = TypeVar("T")

_MAX_THREADS = 32


class AsyncTransport:
    """
    Never blocks the loop: requests run in threads.

    The timeout applies to the whole attempt. Cancelling ends it immediately and closes its connection.
    """

    def __init__(self, origin: Origin) -> None:
        self._connections = Connections(origin)
        self._threads: Optional[ThreadPoolExecutor] = None
        self._process = 0

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        return await in_time(self._attempt(request, Attempt(timeout), fresh=fresh), timeout)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        self._connections.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False)
            self._threads = None

    async def _attempt(self, request: Request, attempt: Attempt, *, fresh: bool) -> Response:
        work = partial(self._connections.exchange, request, attempt, fresh=fresh)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool(), work)
        finally:
            attempt.cancel()

    def _pool(self) -> ThreadPoolExecutor:
        # the threads of a parent process don't exist after a fork
        if self._threads is None or self._process != os.getpid():
            self._threads = ThreadPoolExecutor(_MAX_THREADS, thread_name_prefix="till")
            self._process = os.getpid()
        return self._threads


async def in_time(work: Coroutine[Any, Any, T], timeout: float) -> T:
    """Returns the result of the work. Cancels it with the caller; raises `ConnectionFailedError` at the timeout."""
    # unlike wait_for before Python 3.12, asyncio.wait never loses a cancellation when the attempt ends at the same time
    attempt = asyncio.ensure_future(work)
    attempt.add_done_callback(_retrieve)
    try:
        await asyncio.wait({attempt}, timeout=timeout)
    finally:
        attempt_is_late = attempt.cancel()
    if attempt_is_late:
        raise ConnectionFailedError(f"The service did not respond within {timeout:g} s.")
    return attempt.result()


def _retrieve(attempt: asyncio.Future[Any]) -> None:
    """Lets an abandoned attempt fail silently."""
    if not attempt.cancelled():
        attempt.exception()
