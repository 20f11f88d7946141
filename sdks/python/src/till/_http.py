"""HTTP/1.1 without a socket: requests, and a parser for responses."""

from __future__ import annotations

import re
import ssl
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Optional, Union

from ._proxy import Proxy
from ._secret import Secret

_STATUS_LINE = re.compile(r"HTTP/1\.([01]) ([1-9][0-9]{2})(?: .*)?")
_FIELD_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_KEEP_ALIVE = re.compile(r"(?:^|[,\s])timeout=([0-9]{1,6})")
_MAX_LINE = 16 * 1_024
_MAX_FIELDS = 200
_MAX_BODY = 8 * 1_024 * 1_024
_DEFAULT_KEEP_SECONDS = 4.0
"""How long to keep an idle connection if the response doesn't say; common servers close theirs after five seconds."""


class ProtocolError(Exception):
    """The data is not a complete HTTP response."""


class Origin:
    """The location of the service."""

    def __init__(
        self, *, secure: bool, host: str, port: Optional[int], path: str, context: Optional[ssl.SSLContext]
    ) -> None:
        self.secure = secure
        self.host = host
        self.port = port or (443 if secure else 80)
        self.path = path
        name = f"[{host}]" if ":" in host else host
        self.authority = name if port is None else f"{name}:{port}"
        self._context = context
        self.proxy: Optional[Proxy] = None

    @cached_property
    def tls(self) -> Optional[ssl.SSLContext]:
        """Created on first use: reading the system's certificates takes a while."""
        return (self._context or ssl.create_default_context()) if self.secure else None

    @property
    def address(self) -> tuple[str, int]:
        """The host and port to connect to."""
        return (self.host, self.port) if self.proxy is None else (self.proxy.host, self.proxy.port)

    @property
    def tunnel(self) -> Optional[Request]:
        """The request that opens a tunnel through a proxy."""
        if self.proxy is None or not self.secure:
            return None
        target = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        return Request("CONNECT", target, {"host": target, **self.proxy.fields}, None)

    def through_proxy(self, request: Request) -> Request:
        """A proxy gets the full URL and its credentials, unless the request goes through a tunnel."""
        if self.proxy is None or self.secure:
            return request
        return Request(request.method, self.url(request.target), {**request.fields, **self.proxy.fields}, request.body)

    def url(self, target: str) -> str:
        return f"{'https' if self.secure else 'http'}://{self.authority}{target}"

    def __str__(self) -> str:
        return self.url(self.path)


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    fields: Mapping[str, Union[str, Secret]]
    body: Optional[bytes]

    def revealed(self) -> dict[str, str]:
        return {name: value.reveal() if isinstance(value, Secret) else value for name, value in self.fields.items()}

    def encoded(self) -> memoryview:
        """A memoryview never prints its content, even in a traceback."""
        length = "" if self.body is None else f"content-length: {len(self.body)}\r\n"
        head = Secret(
            f"{self.method} {self.target} HTTP/1.1\r\n"
            + "".join(f"{name}: {value}\r\n" for name, value in self.revealed().items())
            + length
        )
        return memoryview(f"{head.reveal()}\r\n".encode("ascii") + (self.body or b""))


@dataclass(frozen=True)
class Response:
    status: int
    fields: Mapping[str, str]
    """Names in lowercase; several values of one name are joined."""
    body: bytes


class ResponseReader:
    """Parses one response incrementally. Strict wherever leniency could confuse two responses."""

    response: Optional[Response] = None
    keep_seconds = 0.0
    """How long the connection may be kept for another request; 0 means not at all."""

    def __init__(self, *, tunnel: bool = False) -> None:
        self._tunnel = tunnel
        self._buffer = bytearray()
        self._steps = self._read()
        next(self._steps)

    def feed(self, data: bytes) -> bool:
        """
        True once the response is complete.

        Empty data means that the other side has closed the connection. Raises `ProtocolError`.
        """
        try:
            self._steps.send(data)
        except StopIteration as end:
            self.response = end.value
            if self._buffer:
                self.keep_seconds = 0.0
            return True
        return False

    def _read(self) -> Generator[None, bytes, Response]:
        minor, status = "0", 100
        fields: dict[str, str] = {}
        while status < 200:
            line = _STATUS_LINE.fullmatch((yield from self._line()))
            if line is None:
                raise ProtocolError("the response is not HTTP/1.1")
            minor, status = line[1], int(line[2])
            fields = yield from self._fields()
            if status == 101:
                raise ProtocolError("the response changes the protocol")
        if self._tunnel:
            return self._opened(status, fields)
        coding, length = fields.get("transfer-encoding"), _length(fields.get("content-length"))
        framed = status in {204, 304} or coding is not None or length is not None
        if framed and minor == "1" and (coding is None or length is None):
            self.keep_seconds = _keep_seconds(fields)
        if status in {204, 304}:
            body = b""
        elif coding is not None:
            if coding.strip().lower() != "chunked":
                raise ProtocolError("the response has an unknown transfer coding")
            body = yield from self._chunks()
        else:
            body = yield from (self._rest() if length is None else self._exactly(length))
        return Response(status, fields, body)

    def _opened(self, status: int, fields: Mapping[str, str]) -> Response:
        """After a tunnel opens, the service must not send data first."""
        if not 200 <= status < 300:
            raise ProtocolError(f"the proxy responded with {status}")
        if self._buffer:
            raise ProtocolError("the proxy sent more than a response")
        return Response(status, fields, b"")

    def _fields(self) -> Generator[None, bytes, dict[str, str]]:
        fields: dict[str, str] = {}
        for _ in range(_MAX_FIELDS):
            line = yield from self._line()
            if line == "":
                return fields
            name, colon, value = line.partition(":")
            if not colon or not _FIELD_NAME.fullmatch(name):
                raise ProtocolError("the response has an invalid header")
            name, value = name.lower(), value.strip(" \t")
            fields[name] = f"{fields[name]}, {value}" if name in fields else value
        raise ProtocolError("the response has too many headers")

    def _chunks(self) -> Generator[None, bytes, bytes]:
        body = bytearray()
        while True:
            size = (yield from self._line()).partition(";")[0].strip(" \t")
            if not re.fullmatch(r"[0-9A-Fa-f]{1,8}", size):
                raise ProtocolError("the response has a chunk without a size")
            if int(size, 16) == 0:
                yield from self._fields()
                return bytes(body)
            body += yield from self._exactly(int(size, 16), len(body))
            if (yield from self._line()) != "":
                raise ProtocolError("the response has a chunk longer than its size")

    def _exactly(self, length: int, before: int = 0) -> Generator[None, bytes, bytes]:
        if before + length > _MAX_BODY:
            raise ProtocolError("the response is too large")
        while len(self._buffer) < length:
            yield from self._more()
        return self._take(length)

    def _rest(self) -> Generator[None, bytes, bytes]:
        while len(self._buffer) <= _MAX_BODY:
            data = yield
            if not data:
                return self._take(len(self._buffer))
            self._buffer += data
        raise ProtocolError("the response is too large")

    def _line(self) -> Generator[None, bytes, str]:
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > _MAX_LINE:
                break
            yield from self._more()
        if not 0 <= end <= _MAX_LINE:
            raise ProtocolError("the response has a line that is too long")
        return self._take(end + 1)[:-1].rstrip(b"\r").decode("latin-1")

    def _more(self) -> Generator[None, bytes, None]:
        data = yield
        if not data:
            raise ProtocolError("the connection was closed before the response was complete")
        self._buffer += data

    def _take(self, length: int) -> bytes:
        taken = bytes(self._buffer[:length])
        del self._buffer[:length]
        return taken


def _length(value: Optional[str]) -> Optional[int]:
    if value is None:
        return None
    lengths = {one.strip() for one in value.split(",")}
    length = lengths.pop()
    if lengths or not re.fullmatch(r"[0-9]{1,10}", length):
        raise ProtocolError("the response has no known length")
    return int(length)


def _keep_seconds(fields: Mapping[str, str]) -> float:
    if "close" in {token.strip().lower() for token in fields.get("connection", "").split(",")}:
        return 0.0
    announced = _KEEP_ALIVE.search(fields.get("keep-alive", ""))
    # a second less than announced, so that a request doesn't meet a closing connection
    return max(0.0, float(announced[1]) - 1.0) if announced else _DEFAULT_KEEP_SECONDS
