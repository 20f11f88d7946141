"""The transport of the synchronous client. Safe to share between threads, and across a fork."""

from __future__ import annotations

import os
import queue
import selectors
import socket
import ssl
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._errors import ConnectionFailedError
from ._http import Origin, ProtocolError, Request, Response, ResponseReader

_MAX_IDLE = 10


class SyncTransport:
    """Blocks. The timeout applies to the whole attempt: name resolution, connecting, sending and reading."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._idle: deque[_Connection] = deque()
        self._closed = False

    async def exchange(self, request: Request, *, timeout: float, fresh: bool) -> Response:
        deadline = time.monotonic() + timeout
        try:
            connection = (None if fresh else self._take()) or _connect(self._origin, deadline)
            try:
                reader = ResponseReader()
                response = connection.exchange(self._origin.through_proxy(request), reader, deadline)
            except BaseException:
                connection.close()
                raise
        except (socket.timeout, TimeoutError) as error:
            raise ConnectionFailedError(f"The service did not respond within {timeout:g} s.") from error
        except (OSError, ProtocolError) as error:
            raise ConnectionFailedError(f"The service could not be reached: {error}.") from error
        self._keep(connection, reader.keep_seconds)
        return response

    async def sleep(self, seconds: float) -> None:
        # blocking is intended: no event loop runs this
        time.sleep(seconds)  # noqa: ASYNC251

    def close(self) -> None:
        self._closed = True
        while self._idle:
            with suppress(IndexError):
                self._idle.pop().close()

    def _take(self) -> Optional[_Connection]:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if connection.is_usable():
                return connection
            connection.close()

    def _keep(self, connection: _Connection, seconds: float) -> None:
        if seconds <= 0 or self._closed or len(self._idle) >= _MAX_IDLE:
            connection.close()
            return
        connection.usable_until = time.monotonic() + seconds
        self._idle.append(connection)


@dataclass
class _Connection:
    sock: socket.socket
    process: int
    usable_until: float = 0.0

    def exchange(self, request: Request, reader: ResponseReader, deadline: float) -> Response:
        # a service that refuses early may close the connection while we are still sending; its response may have
        # arrived
        with suppress(BrokenPipeError, ConnectionResetError):
            rest = request.encoded()
            while rest:
                self._limit(deadline)
                rest = rest[self.sock.send(rest) :]
        while reader.response is None:
            self._limit(deadline)
            reader.feed(self.sock.recv(65_536))
        return reader.response

    def is_usable(self) -> bool:
        """Data before any request means that the connection was closed or can't be trusted."""
        if time.monotonic() >= self.usable_until:
            return False
        if self.process != os.getpid():
            # belongs to the parent process of a fork: two processes would read each other's responses
            return False
        if isinstance(self.sock, ssl.SSLSocket) and self.sock.pending():
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self.sock, selectors.EVENT_READ)
            return not selector.select(0)

    def close(self) -> None:
        with suppress(OSError):
            self.sock.close()

    def _limit(self, deadline: float) -> None:
        self.sock.settimeout(_left(deadline))


def _connect(origin: Origin, deadline: float) -> _Connection:
    """Connects to the first address that responds. Each gets an equal share of the remaining time."""
    addresses = _resolve(*origin.address, deadline)
    for position, (family, kind, protocol, _, address) in enumerate(addresses, start=1):
        connected = socket.socket(family, kind, protocol)
        try:
            connected.settimeout(_left(deadline) / (len(addresses) - position + 1))
            connected.connect(address)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if origin.tunnel is not None:
                _Connection(connected, os.getpid()).exchange(origin.tunnel, ResponseReader(tunnel=True), deadline)
            if origin.tls is not None:
                connected.settimeout(_left(deadline))
                connected = origin.tls.wrap_socket(connected, server_hostname=origin.host)
            return _Connection(connected, os.getpid())
        except BaseException as error:
            connected.close()
            if position == len(addresses) or not isinstance(error, OSError) or isinstance(error, ssl.SSLError):
                raise
    raise OSError(f"{origin.address[0]} has no address")


def _resolve(host: str, port: int, deadline: float) -> list[Any]:
    """Runs in its own thread, since the system's name resolution has no timeout."""
    answers: queue.SimpleQueue[Union[list[Any], OSError]] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            answers.put(error)

    threading.Thread(target=look_up, name="till-look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=_left(deadline))
    except queue.Empty:
        raise TimeoutError(f"looking up {host} took too long") from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the attempt timed out")
    return left
