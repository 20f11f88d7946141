"""The transport of the asynchronous client, for any event loop of asyncio."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Optional, TypeVar, cast

from ._errors import ConnectionFailedError
from ._http import Origin, ProtocolError, Request, Response, ResponseReader

T = TypeVar("T")

_MAX_IDLE = 10


class AsyncTransport:
    """Never blocks the loop. The timeout applies to the whole attempt; cancelling ends it immediately."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._idle: list[_Connection] = []
        self._closed = False

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        try:
            return await in_time(self._attempt(request, fresh=fresh), timeout)
        except (OSError, ProtocolError) as error:
            raise ConnectionFailedError(f"The service could not be reached: {error}.") from error

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        self._closed = True
        loop = asyncio.get_running_loop()
        ours = [connection for connection in self._idle if connection.loop is loop]
        self._idle = [connection for connection in self._idle if connection.loop is not loop]
        for connection in ours:
            connection.close()
            await asyncio.wait({connection.closed})

    async def _attempt(self, request: Request, *, fresh: bool) -> Response:
        connection = (None if fresh else self._take()) or await self._connect()
        try:
            reader = ResponseReader()
            response = await connection.exchange(self._origin.through_proxy(request), reader)
        except BaseException:
            connection.close()
            raise
        if reader.keep_seconds > 0 and not self._closed and len(self._idle) < _MAX_IDLE:
            connection.usable_until = time.monotonic() + reader.keep_seconds
            self._idle.append(connection)
        else:
            connection.close()
        return response

    def _take(self) -> Optional[_Connection]:
        loop = asyncio.get_running_loop()
        # a connection belongs to the loop that created it and is dead once that loop has ended
        self._idle = [connection for connection in self._idle if not connection.loop.is_closed()]
        for connection in [one for one in reversed(self._idle) if one.loop is loop]:
            self._idle.remove(connection)
            if connection.is_usable():
                return connection
            connection.close()
        return None

    async def _connect(self) -> _Connection:
        loop = asyncio.get_running_loop()
        tls, tunnel = self._origin.tls, self._origin.tunnel
        host, port = self._origin.address
        # tries several addresses almost at once; other event loops don't support the option
        extra: dict[str, Any] = {"happy_eyeballs_delay": 0.25} if isinstance(loop, asyncio.BaseEventLoop) else {}
        _, connection = await loop.create_connection(
            lambda: _Connection(loop), host, port, ssl=tls if tunnel is None else None, **extra
        )
        if tls is not None and tunnel is not None:
            try:
                await connection.exchange(tunnel, ResponseReader(tunnel=True))
                await connection.secure(tls, self._origin.host)
            except BaseException:
                connection.close()
                raise
        return connection


class _Connection(asyncio.Protocol):
    usable_until = 0.0

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.closed: asyncio.Future[None] = loop.create_future()
        self._transport: Optional[asyncio.Transport] = None
        self._reader: Optional[ResponseReader] = None
        self._answered: Optional[asyncio.Future[None]] = None

    async def exchange(self, request: Request, reader: ResponseReader) -> Response:
        self._reader = reader
        self._answered = self.loop.create_future()
        if self._transport is None or self.closed.done():
            raise ConnectionResetError("the connection was closed")
        self._transport.write(request.encoded())
        try:
            await self._answered
        finally:
            self._reader = None
        return cast("Response", reader.response)

    async def secure(self, context: ssl.SSLContext, host: str) -> None:
        """Starts TLS on a tunnel."""
        if self._transport is None or self.closed.done():
            raise ConnectionResetError("the connection was closed")
        self._transport = await self.loop.start_tls(self._transport, self, context, server_hostname=host)
        if self._transport is None:
            raise ConnectionResetError("the connection was closed")

    def is_usable(self) -> bool:
        return (
            time.monotonic() < self.usable_until
            and self._transport is not None
            and not self._transport.is_closing()
            and not self.closed.done()
        )

    def close(self) -> None:
        if self._transport is not None:
            # not close(), which waits for the other side; the response is already complete
            with suppress(RuntimeError):
                self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._reader is None:
            self.close()  # nothing was requested
        else:
            self._feed(data)

    def eof_received(self) -> None:
        if self._reader is not None:
            self._feed(b"")

    def connection_lost(self, error: Optional[Exception]) -> None:
        if not self.closed.done():
            self.closed.set_result(None)
        self._end(error or ConnectionResetError("the connection was closed"))

    def _feed(self, data: bytes) -> None:
        reader = cast("ResponseReader", self._reader)
        try:
            if reader.feed(data):
                self._reader = None
                self._end(None)
        except ProtocolError as error:
            self._end(error)

    def _end(self, error: Optional[Exception]) -> None:
        if self._answered is None or self._answered.done():
            return
        if error is None:
            self._answered.set_result(None)
        else:
            self._answered.set_exception(error)


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
