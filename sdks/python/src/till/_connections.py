"""
The library's own connections: http.client, with one deadline for a whole attempt and a pool of idle connections.

Threads can share it, and so can the processes of a fork.
"""

from __future__ import annotations

import io
import os
import queue
import re
import selectors
import socket
import ssl
import threading
import time
from collections import deque
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, IncompleteRead
from typing import TYPE_CHECKING, Any, Optional, Union, cast

from ._errors import ConnectionFailedError
from ._http import Origin, Request, Response

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_MAX_IDLE = 10
_MAX_BYTES = 8 * 1_024 * 1_024
_KEEP_ALIVE = re.compile(r"(?:^|[,\s])timeout=([0-9]{1,6})")
_DEFAULT_KEEP_SECONDS = 4.0
"""How long to keep an idle connection if the response doesn't say; common servers close theirs after five seconds."""


class Attempt:
    """The time that one attempt has. Another thread can cancel it, which ends its current wait."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self._deadline = time.monotonic() + timeout
        self._lock = threading.Lock()
        self._sock: Optional[socket.socket] = None
        self._cancelled = False

    def left(self) -> float:
        """Seconds until the deadline. Raises `TimeoutError`."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the attempt timed out")
        return left

    def hold(self, sock: socket.socket) -> None:
        """Sets the socket that `cancel` shuts down. Raises `ConnectionAbortedError` if that has already happened."""
        with self._lock:
            if self._cancelled:
                raise ConnectionAbortedError("the attempt was cancelled")
            self._sock = sock

    def release(self) -> bool:
        """After this, `cancel` doesn't touch the socket. False: it has already been shut down."""
        with self._lock:
            self._sock = None
            return not self._cancelled

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._sock is not None:
                with suppress(OSError):
                    # not the method of an SSLSocket, which would disturb a read in the attempt's thread
                    socket.socket.shutdown(self._sock, socket.SHUT_RDWR)


class Connections:
    """Makes requests on pooled connections."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._idle: deque[_Connection] = deque()
        self._closed = False

    def exchange(self, request: Request, attempt: Attempt, *, fresh: bool) -> Response:
        """Blocks. Raises `ConnectionFailedError`. `fresh`: don't reuse a connection."""
        try:
            return self._exchange(self._origin.through_proxy(request), attempt, fresh=fresh)
        except (socket.timeout, TimeoutError) as error:
            raise ConnectionFailedError(f"The service did not respond within {attempt.timeout:g} s.") from error
        except (OSError, HTTPException) as error:
            raise ConnectionFailedError(f"The service could not be reached: {error}.") from error

    def close(self) -> None:
        self._closed = True
        while self._idle:
            with suppress(IndexError):
                self._idle.pop().close()

    def _exchange(self, request: Request, attempt: Attempt, *, fresh: bool) -> Response:
        connection = None
        try:
            connection = (None if fresh else self._take()) or _connect(self._origin, attempt)
            response = connection.exchange(request, attempt)
        except BaseException as error:  # noqa: BLE001 whatever it is
            attempt.release()
            if connection is not None:
                connection.close()
            # without the frames of http.client, which hold the key
            raise error.with_traceback(None)  # noqa: B904
        keep = attempt.release() and connection.usable_until > time.monotonic() and not self._closed
        if keep and len(self._idle) < _MAX_IDLE:
            self._idle.append(connection)
        else:
            connection.close()
        return response

    def _take(self) -> Optional[_Connection]:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if connection.is_usable():
                return connection
            connection.close()


class _Connection:
    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._stream = _Stream(sock)
        self._process = os.getpid()
        self.usable_until = 0.0
        self._http = HTTPConnection("")
        self._http.response_class = _Response
        self._http.sock = cast("socket.socket", self._stream)

    def exchange(self, request: Request, attempt: Attempt) -> Response:
        attempt.hold(self._sock)
        self._stream.begin(attempt)
        self._http.request(request.method, request.target, body=request.body, headers=request.revealed())
        answer = self._http.getresponse()
        self._stream.may_end = True
        body = bytearray()
        while data := answer.read(65_536):
            body += data
        if answer.length:
            raise IncompleteRead(b"", answer.length)
        self._stream.end()
        seconds = 0.0 if answer.will_close else _keep_seconds(answer.headers)
        self.usable_until = time.monotonic() + seconds
        return Response(answer.status, _fields(answer.headers), bytes(body))

    def is_usable(self) -> bool:
        """Data before any request means that the connection was closed or can't be trusted."""
        if time.monotonic() >= self.usable_until:
            return False
        if self._process != os.getpid():
            # belongs to the parent process of a fork: two processes would read each other's responses
            return False
        if self._stream.has_data() or (isinstance(self._sock, ssl.SSLSocket) and self._sock.pending()):
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self._sock, selectors.EVENT_READ)
            return not selector.select(0)

    def close(self) -> None:
        with suppress(OSError):
            self._sock.close()


class _Stream(io.RawIOBase):
    """What http.client needs of a socket. Every read and write ends at the attempt's deadline."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._attempt: Optional[Attempt] = None
        self._received = 0
        self._reader = _Reader(self)
        self.may_end = False
        """Whether the other side may close. http.client takes what it has of the headers for all of them."""

    def begin(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._received = 0
        self.may_end = False

    def end(self) -> None:
        """From now on, nothing more is read from the socket."""
        self._attempt = None

    def has_data(self) -> bool:
        return len(self._reader.peek(1)) > 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        if self._attempt is None:
            return 0
        self._sock.settimeout(self._attempt.left())
        count = self._sock.recv_into(buffer)
        if count == 0 and not self.may_end:
            raise ConnectionResetError("the connection was closed before the response was complete")
        self._received += count
        if self._received > _MAX_BYTES:
            raise HTTPException("the response is too large")
        return count

    def sendall(self, data: bytes) -> None:
        # a service that refuses early may close the connection while we are still sending; its response may have
        # arrived
        with suppress(BrokenPipeError, ConnectionResetError):
            rest = memoryview(data)
            while rest and self._attempt is not None:
                self._sock.settimeout(self._attempt.left())
                rest = rest[self._sock.send(rest) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        """The same reader for every response, so that data after a response is noticed."""
        return self._reader

    def close(self) -> None:
        """http.client closes before the response is read; `_Connection` closes the socket."""


class _Reader(io.BufferedReader):
    def close(self) -> None:
        """http.client closes it after each response."""


class _Response(HTTPResponse):
    def begin(self) -> None:
        super().begin()
        # http.client itself skips only 100
        while 101 < self.status < 200:
            self.headers = None  # type: ignore[assignment]
            super().begin()
        if self.status == 101:
            raise HTTPException("the response changes the protocol")
        if self.headers.defects:
            raise HTTPException("the response has an invalid header")


def _fields(headers: HTTPMessage) -> dict[str, str]:
    fields: dict[str, str] = {}
    for name, value in headers.items():
        lower = name.lower()
        fields[lower] = f"{fields[lower]}, {value}" if lower in fields else value
    return fields


def _keep_seconds(headers: HTTPMessage) -> float:
    """0 unless exactly one header says where the response ends: anything else could confuse two responses."""
    lengths = [*headers.get_all("content-length", []), *headers.get_all("transfer-encoding", [])]
    if len(lengths) != 1:
        return 0.0
    announced = _KEEP_ALIVE.search(headers.get("keep-alive", ""))
    # a second less than announced, so that a request doesn't meet a closing connection
    return max(0.0, float(announced[1]) - 1.0) if announced else _DEFAULT_KEEP_SECONDS


def _connect(origin: Origin, attempt: Attempt) -> _Connection:
    """Connects to the first address that responds. Each gets an equal share of the remaining time."""
    addresses = _resolve(*origin.address, attempt)
    for position, (family, kind, protocol, _, address) in enumerate(addresses, start=1):
        sock = socket.socket(family, kind, protocol)
        try:
            attempt.hold(sock)
            sock.settimeout(attempt.left() / (len(addresses) - position + 1))
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if origin.tunnel is not None:
                _open_tunnel(sock, origin.tunnel, attempt)
            if origin.tls is not None:
                sock = origin.tls.wrap_socket(sock, server_hostname=origin.host, do_handshake_on_connect=False)
                attempt.hold(sock)
                sock.settimeout(attempt.left())
                sock.do_handshake()
            return _Connection(sock)
        except BaseException as error:
            attempt.release()
            sock.close()
            if position == len(addresses) or not isinstance(error, OSError) or isinstance(error, ssl.SSLError):
                raise
    raise OSError(f"{origin.address[0]} has no address")


def _open_tunnel(sock: socket.socket, request: Request, attempt: Attempt) -> None:
    """Asks a proxy. http.client's own way sends HTTP/1.0, and no brackets around IPv6, before Python 3.12."""
    stream = _Stream(sock)
    stream.begin(attempt)
    lines = "".join(f"{name}: {value}\r\n" for name, value in request.revealed().items())
    stream.sendall(f"{request.method} {request.target} HTTP/1.1\r\n{lines}\r\n".encode("ascii"))
    answer = HTTPResponse(cast("socket.socket", stream), method=request.method)
    answer.begin()
    stream.end()
    if not 200 <= answer.status < 300:
        raise HTTPException(f"the proxy responded with {answer.status}")
    if stream.has_data():
        raise HTTPException("the proxy sent more than a response")


def _resolve(host: str, port: int, attempt: Attempt) -> list[Any]:
    """Runs in its own thread, since the system's name resolution has no timeout."""
    answers: queue.SimpleQueue[Union[list[Any], OSError]] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            answers.put(error)

    threading.Thread(target=look_up, name="till-look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=attempt.left())
    except queue.Empty:
        raise TimeoutError(f"looking up {host} took too long") from None
    if isinstance(answer, OSError):
        raise answer
    return answer
