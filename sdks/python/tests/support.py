"""What the tests share: the vectors, the service they run against, clients of both kinds, and a server of our own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, cast
from urllib.parse import parse_qsl, urlsplit

from till import AsyncTill, Till, WebhookEvent, WebhookVerificationError, WebhookVerifier

if TYPE_CHECKING:
    from typing_extensions import Self

KEY = "svc_test_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab"
ROOT = Path(__file__).resolve().parent.parent
VECTORS = Path(os.environ.get("TILL_TEST_VECTORS") or ROOT.parent.parent / "tests" / "vectors")
INTENT = {
    "id": "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11",
    "amount_usdt": 12.5,
    "status": "pending",
    "environment": "sandbox",
    "livemode": False,
    "expires_at": "2026-03-01T12:30:00.000Z",
}

needs_service = unittest.skipUnless(os.environ.get("TILL_TEST_URL"), "there is no service to test against")


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def setting(name: str) -> str:
    return os.environ[f"TILL_TEST_{name}"]


def control(verb: str, *arguments: str) -> Any:
    """Stops and starts the service, and runs an operator's command."""
    body = json.dumps(arguments).encode() if arguments else b""
    with urllib.request.urlopen(f"{setting('CONTROL_URL')}/{verb}", data=body, timeout=120) as answer:
        return json.load(answer)


class Faults:
    """The service behind a proxy that does to the requests, one after another, what the plan says."""

    def __init__(self, plan: str) -> None:
        self.url = f"{setting('FAULTS_URL')}/{plan}/t{uuid.uuid4().hex}"

    def requests(self) -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"{self.url}/requests", timeout=10) as answer:
            return cast("list[dict[str, Any]]", json.load(answer))


async def eventually(what: str, check: Callable[[], bool]) -> None:
    """Polls until `check` holds; fails after 30 s."""
    until = time.monotonic() + 30
    while not check():
        if time.monotonic() > until:
            raise AssertionError(f"waited 30 s for {what}")
        await asyncio.sleep(0.02)


class ClientCase(unittest.TestCase):
    """Each promise is kept by both clients: a subclass with `Asynchronous` runs the same tests over `AsyncTill`."""

    def client(self, url: Optional[str] = None, key: Optional[str] = None, **settings: Any) -> Till:
        client = Till(key or setting("API_KEY"), url or setting("URL"), **settings)
        self.addCleanup(client.close)
        return client

    def close(self, client: Till) -> None:
        client.close()


class Asynchronous(ClientCase):
    def client(self, url: Optional[str] = None, key: Optional[str] = None, **settings: Any) -> Till:
        client = AsyncTill(key or setting("API_KEY"), url or setting("URL"), **settings)
        loop = asyncio.new_event_loop()
        self.addCleanup(loop.close)
        self.addCleanup(lambda: loop.run_until_complete(loop.shutdown_asyncgens()))
        self.addCleanup(lambda: loop.run_until_complete(client.aclose()))
        return cast("Till", _Driven(client, loop))

    def close(self, client: Till) -> None:
        cast("Any", client).aclose()


_PARTS = {"intents", "refunds", "sandbox", "reports", "events", "webhook_endpoints"}


class _Driven:
    """Looks like a synchronous client: runs the loop for as long as a call takes."""

    def __init__(self, target: object, loop: asyncio.AbstractEventLoop) -> None:
        self._target = target
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._target, name)
        if not callable(member):
            return _Driven(member, self._loop) if name in _PARTS else member
        return lambda *arguments, **named: self._run(member(*arguments, **named))

    def _run(self, result: Any) -> Any:
        return _Iterated(result, self._loop) if hasattr(result, "__anext__") else self._loop.run_until_complete(result)


class _Iterated:
    """Looks like a synchronous iterator."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target = target
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        async def step() -> Any:
            return await self._target.__anext__()

        try:
            return self._loop.run_until_complete(step())
        except StopAsyncIteration:
            raise StopIteration from None


@dataclass
class Received:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int
    at: float


@contextmanager
def answering(answer: Callable[[Received], Optional[bytes]]) -> Iterator[tuple[str, list[Received]]]:
    """A server that answers what `answer` gives; None closes the connection. Gives its address and the requests."""
    received: list[Received] = []
    connections: list[int] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            connections.append(1)
            number = len(connections)
            with suppress(OSError):
                while request := self.read(number):
                    received.append(request)
                    given = answer(request)
                    if given is None:
                        return
                    self.wfile.write(given)
                    if b"connection: close" in given.lower():
                        return

        def read(self, number: int) -> Optional[Received]:
            first = self.rfile.readline().decode().split()
            if not first:
                return None
            headers: dict[str, str] = {}
            while (line := self.rfile.readline().decode().rstrip()) != "":
                name, _, value = line.partition(":")
                headers[name.lower()] = value.strip()
            body = self.rfile.read(int(headers.get("content-length", 0)))
            return Received(first[0], first[1], headers, body, number, time.monotonic())

    with _Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", received
        finally:
            server.shutdown()


@contextmanager
def listening(serve: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that hands every connection to `serve`, in a thread of its own. Gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    threading.Thread(target=run, args=[connection], daemon=True).start()

        def run(connection: socket.socket) -> None:
            with connection:
                serve(connection)

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield cast("int", server.getsockname()[1])
        finally:
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxying() -> Iterator[tuple[str, list[str]]]:
    """A forward proxy. Gives its address, and method and target of what it was asked for."""
    asked: list[str] = []

    def serve(client: socket.socket) -> None:
        head = b""
        with suppress(OSError):
            while b"\r\n\r\n" not in head:
                head += client.recv(65_536)
            method, target = head.split(b" ", 2)[:2]
            asked.append(f"{method.decode()} {target.decode()}")
            tunnel = method == b"CONNECT"
            address = urlsplit(f"//{target.decode()}" if tunnel else target.decode())
            with socket.create_connection((str(address.hostname), address.port or 80)) as service:
                if tunnel:
                    client.sendall(b"HTTP/1.1 200 Opened\r\n\r\n")
                else:
                    service.sendall(head)
                back = threading.Thread(target=relay, args=[service, client])
                back.start()
                relay(client, service)
                back.join()

    def relay(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    with listening(serve) as port:
        yield f"http://127.0.0.1:{port}", asked


@contextmanager
def certified() -> Iterator[tuple[ssl.SSLContext, ssl.SSLContext]]:
    """The server's and a trusting client's side of a certificate for localhost."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TILL_TEST_TMP")) as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/cert.pem"
        subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject]
        subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(certificate, key)
        yield server, ssl.create_default_context(cafile=certificate)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256


@contextmanager
def scripted(answers: list[dict[str, Any]], then: Optional[bytes] = None) -> Iterator[tuple[str, list[Received]]]:
    """A server that gives a vector's answers in turn (`lost`: the connection is cut), and `then` after these."""
    left = list(answers)

    def answer(_: Received) -> Optional[bytes]:
        if not left:
            return then
        one = left.pop(0)
        return None if one.get("lost") else http_answer(one["body"].encode(), one["status"], one["headers"])

    with answering(answer) as (url, received):
        yield url, received


def query_of(request: Received) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(request.target).query))


def as_read(value: Any, name: str = "") -> Any:
    """The values of a vector as this library has them."""
    if isinstance(value, list):
        return tuple(as_read(item) for item in value)
    if isinstance(value, dict):
        return value if name == "metadata" else {key: as_read(member, key) for key, member in value.items()}
    if isinstance(value, str) and name.endswith("_micros"):
        return int(value)
    if isinstance(value, str) and (name.endswith("_usdt") or name in {"amount", "rate"}):
        return Decimal(value)
    if isinstance(value, str) and name.endswith(("timestamp", "_at", "_since")):
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    return value


def plain(result: Any) -> Any:
    """A result as dicts and tuples."""
    if isinstance(result, tuple):
        return tuple(plain(item) for item in result)
    if not is_dataclass(result):
        return result
    return {field.name: plain(getattr(result, field.name)) for field in fields(result)}


def always(answer: Optional[bytes]) -> Callable[[Received], Optional[bytes]]:
    return lambda _: answer


def http_answer(body: object = INTENT, status: int = 200, headers: Optional[dict[str, str]] = None) -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = {"content-type": "application/json", "content-length": str(len(data)), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} Whatever\r\n{head}\r\n".encode() + data


class Receiver:
    """The merchant's endpoint: keeps what came, genuine or not."""

    def __init__(self, verifier: WebhookVerifier) -> None:
        self.events: list[WebhookEvent] = []
        self.refusals: list[WebhookVerificationError] = []
        self._arrived = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with receiver._arrived:
                    try:
                        receiver.events.append(verifier.verify(body, self.headers))
                        self.send_response(204)
                    except WebhookVerificationError as error:
                        receiver.refusals.append(error)
                        self.send_response(401)
                    receiver._arrived.notify_all()
                self.end_headers()

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", int(setting("WEBHOOK_PORT"))), Handler)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait_for(self, wanted: Callable[[], bool], seconds: float = 30) -> bool:
        with self._arrived:
            return self._arrived.wait_for(wanted, seconds)


def code_blocks(language: str) -> list[str]:
    """The code of the README, in its order."""
    text = (ROOT / "README.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
