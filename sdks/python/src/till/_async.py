"""The transport of the asynchronous client, for any event loop of asyncio."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Optional, TypeVar

from ._connections import Attempt, Connections
from ._errors import ConnectionFailedError
from ._http import Origin, Request, Response

T = TypeVar("T")

_MAX_THREADS = 32


class AsyncTransport:
    """
    Never blocks the loop: requests run in threads.

    The timeout applies to the whole attempt, which begins once a thread is free. Cancelling ends it immediately and
    closes its connection.
    """

    def __init__(self, origin: Origin) -> None:
        self._connections = Connections(origin)
        self._threads: Optional[ThreadPoolExecutor] = None
        self._process = 0
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._slots: Optional[asyncio.Semaphore] = None

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        slots = self._slots_of(asyncio.get_running_loop())
        await slots.acquire()
        # nothing is awaited before the work has the slot, so that a cancellation can't lose it
        attempt = Attempt(timeout)
        try:
            return await in_time(asyncio.wrap_future(self._start(request, attempt, slots, fresh=fresh)), timeout)
        finally:
            attempt.cancel()

    async def within(self, work: Awaitable[T], seconds: float) -> T:
        return await in_time(work, seconds)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        self._connections.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False)
            self._threads = None

    def _start(self, request: Request, attempt: Attempt, slots: asyncio.Semaphore, *, fresh: bool) -> Future[Response]:
        """Runs the attempt in a thread. Its slot is free once the thread is, also if no one waits for it any more."""
        loop = asyncio.get_running_loop()

        def release(_: object) -> None:
            # a closed loop has no calls that wait
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(slots.release)

        try:
            work = self._pool().submit(self._connections.exchange, request, attempt, fresh=fresh)
        except BaseException:
            slots.release()
            raise
        work.add_done_callback(release)
        return work

    def _slots_of(self, loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
        """A slot for each thread. A semaphore belongs to one loop, and loops can use the client one after another."""
        if self._slots is None or self._loop is not loop:
            self._slots = asyncio.Semaphore(_MAX_THREADS)
            self._loop = loop
        return self._slots

    def _pool(self) -> ThreadPoolExecutor:
        # the threads of a parent process don't exist after a fork
        if self._threads is None or self._process != os.getpid():
            self._threads = ThreadPoolExecutor(_MAX_THREADS, thread_name_prefix="till")
            self._process = os.getpid()
        return self._threads


async def in_time(work: Awaitable[T], timeout: float) -> T:
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
