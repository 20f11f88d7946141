"""Between the library and the network: time, size, proxies, certificates, threads, forks, loops."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from unittest import mock

import httpx

from till import ApiError, AsyncTill, ConfigurationError, ConnectionFailedError, Till

from .support import (
    INTENT,
    KEY,
    ROOT,
    Asynchronous,
    ClientCase,
    Received,
    always,
    answering,
    certified,
    eventually,
    http_answer,
    listening,
    proxying,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = http_answer()
BODY = PLAIN.partition(b"\r\n\r\n")[2]
OK = b"HTTP/1.1 200 OK\r\n"


@contextmanager
def variables(**given: str) -> Iterator[None]:
    """The environment with these proxies and no other."""
    others = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    with mock.patch.dict(os.environ, {**others, **given}, clear=True):
        yield


def keeping() -> Any:
    """Idle connections are kept for longer than a busy machine may take between two calls."""
    return mock.patch("till._transport._LIMITS", httpx.Limits(keepalive_expiry=600))


class AnswerTest(ClientCase):
    def test_what_breaks_off_or_is_not_http_is_no_answer(self) -> None:
        for data in (b"", OK, PLAIN[:-1], b"SSH-2.0-OpenSSH\r\n", OK + b"Transfer-Encoding: chunked\r\n\r\nmany\r\n"):
            with self.subTest(data[-40:]), self.breaking_off(data) as client, self.assertRaises(ConnectionFailedError):
                client.intents.get("x")

    def test_what_is_too_large_is_no_answer_whatever_length_it_announces(self) -> None:
        chunk = b"%x\r\n%s\r\n" % (4_000_000, b" " * 4_000_000)
        for data in (
            OK + b"Content-Length: 999999999999999\r\n\r\n" + b" " * 9_000_000,
            OK + b"Connection: close\r\n\r\n" + b" " * 9_000_000,
            OK + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 3,
        ):
            with self.subTest(data[:60]), self.breaking_off(data) as client:
                with self.assertRaises(ConnectionFailedError) as caught:
                    client.intents.get("x")
                self.assertIn("too large", caught.exception.message)

    def test_an_answer_that_drips_ends_at_the_timeout_as_a_whole(self) -> None:
        with dripping() as (url, _):
            begun = time.monotonic()
            with self.assertRaises(ConnectionFailedError) as caught:
                self.client(url, KEY, timeout=0.6, max_retries=0).intents.get("x")
            self.assertGreaterEqual(time.monotonic() - begun, 0.6)
            self.assertEqual(caught.exception.message, "The service did not respond within 0.6 s.")

    def test_nobody_listening_is_connection_failed(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # so that no other process listens there
            port = taken.getsockname()[1]
            for url in (f"http://127.0.0.1:{port}", "http://till.invalid", f"https://[::1]:{port}"):
                with self.subTest(url), self.assertRaises(ConnectionFailedError) as caught:
                    self.client(url, KEY, max_retries=0).intents.get("x")
                self.assertEqual((caught.exception.code, caught.exception.status), ("connection_failed", None))

    @contextmanager
    def breaking_off(self, data: bytes) -> Iterator[Till]:
        def serve(connection: socket.socket) -> None:
            with suppress(OSError):
                connection.recv(65_536)
                connection.sendall(data)

        with listening(serve) as port:
            yield self.client(f"http://127.0.0.1:{port}", KEY, max_retries=0, timeout=60)


class AsyncAnswerTest(Asynchronous, AnswerTest):
    pass


class ConnectionsTest(ClientCase):
    def test_calls_share_a_connection_and_after_close_they_open_a_new_one(self) -> None:
        with keeping(), answering(always(PLAIN)) as (url, received):
            client = self.client(url, KEY)
            for _ in range(3):
                client.intents.get("x")
            self.close(client)
            client.intents.get("x")
            self.assertEqual([request.connection for request in received], [1, 1, 1, 2])


class AsyncConnectionsTest(Asynchronous, ConnectionsTest):
    pass


class ProxyTest(ClientCase):
    def test_a_plain_address_is_asked_of_the_proxy_with_its_login(self) -> None:
        with answering(always(PLAIN)) as (proxy, received):
            with variables(HTTP_PROXY=proxy.replace("//", "//user:hunter2@"), HTTPS_PROXY="http://127.0.0.1:1"):
                client = self.client("http://till.example:8080/pay", KEY)
            client.intents.get("x")
        seen = received[0]
        self.assertEqual(seen.target, "http://till.example:8080/pay/api/v1/intent-status?id=x")
        self.assertEqual(seen.headers["host"], "till.example:8080")
        self.assertEqual(seen.headers["proxy-authorization"], "Basic dXNlcjpodW50ZXIy")

    def test_what_no_proxy_names_is_reached_straight(self) -> None:
        with answering(always(PLAIN)) as (url, received):
            for listed in ("127.0.0.1", "*", "example.com,127.0.0.1"):
                with variables(http_proxy="http://127.0.0.1:1", no_proxy=listed):
                    self.client(url, KEY, max_retries=0).intents.get("x")
            self.assertEqual({request.target for request in received}, {"/api/v1/intent-status?id=x"})

    def test_a_proxy_that_is_away_is_connection_failed(self) -> None:
        with variables(HTTP_PROXY="http://127.0.0.1:1"), self.assertRaises(ConnectionFailedError):
            self.client("http://till.example", KEY, max_retries=0).intents.get("x")

    def test_the_proxy_of_a_tunnel_gets_its_login_and_never_the_key(self) -> None:
        heads: list[str] = []

        def refuse(connection: socket.socket) -> None:
            heads.append(connection.recv(65_536).decode())
            connection.sendall(b"HTTP/1.1 407 Who are you\r\nContent-Length: 9\r\n\r\nnot yours")

        with listening(refuse) as port, variables(HTTPS_PROXY=f"http://user:hunter2@127.0.0.1:{port}"):
            client = self.client("https://till.example", KEY, max_retries=0)
            with self.assertRaises(ConnectionFailedError) as caught:
                client.intents.create("1")
        self.assertIn("407", caught.exception.message)
        self.assertRegex(heads[0], r"^CONNECT till.example:443 HTTP/1.1\r\n")
        self.assertIn("proxy-authorization: basic dxnlcjpodw50zxiy", heads[0].lower())
        self.assertNotIn(KEY, heads[0])
        self.assertNotIn("hunter2", str(caught.exception))

    def test_an_address_that_is_no_proxys_is_refused_and_not_shown(self) -> None:
        for address in ("ftp://user:hunter2@127.0.0.1:1", "http://user:hunter2@127.0.0.1:x"):
            with variables(HTTPS_PROXY=address), self.subTest(address):
                with self.assertRaises(ConfigurationError) as caught:
                    self.client("https://till.example", KEY)
                self.assertIn("HTTPS_PROXY", str(caught.exception))
                self.assertNotIn("hunter2", str(caught.exception))
                self.assertEqual((caught.exception.__cause__, caught.exception.__context__), (None, None))


class AsyncProxyTest(Asynchronous, ProxyTest):
    pass


@unittest.skipUnless(shutil.which("openssl"), "openssl is missing, which makes the certificate")
class TlsTest(ClientCase):
    server: ssl.SSLContext
    trusting: ssl.SSLContext

    @classmethod
    def setUpClass(cls) -> None:
        contexts = certified()
        cls.server, cls.trusting = contexts.__enter__()
        cls.addClassCleanup(contexts.__exit__, None, None, None)

    def test_a_certificate_that_is_not_trusted_or_of_another_name_is_refused(self) -> None:
        with self.serving() as port:
            trusted = self.client(f"https://localhost:{port}", KEY, ssl_context=self.trusting)
            self.assertEqual(trusted.intents.get("x").id, INTENT["id"])
            for name, context in (("localhost", None), ("127.0.0.1", self.trusting)):
                client = self.client(f"https://{name}:{port}", KEY, ssl_context=context, max_retries=0)
                with self.subTest(name), self.assertRaises(ConnectionFailedError) as caught:
                    client.intents.get("x")
                self.assertIn("CERTIFICATE_VERIFY_FAILED", caught.exception.message)

    def test_a_tunnel_through_a_proxy_ends_in_the_services_certificate(self) -> None:
        with self.serving() as port, proxying() as (proxy, asked), variables(HTTPS_PROXY=proxy):
            client = self.client(f"https://localhost:{port}", KEY, ssl_context=self.trusting)
            self.assertEqual(client.intents.get("x").id, INTENT["id"])
            self.assertEqual(asked, [f"CONNECT localhost:{port}"])

    def test_a_client_of_ones_own_has_certificates_of_its_own(self) -> None:
        with self.assertRaises(ConfigurationError):
            Till(KEY, "https://till.example", http_client=httpx.Client(), ssl_context=self.trusting)

    @contextmanager
    def serving(self) -> Iterator[int]:
        def serve(connection: socket.socket) -> None:
            with suppress(OSError), self.server.wrap_socket(connection, server_side=True) as secured:
                while secured.recv(65_536):
                    secured.sendall(PLAIN)

        with listening(serve) as port:
            yield port


class AsyncTlsTest(Asynchronous, TlsTest):
    pass


class OwnClientTest(ClientCase):
    """The caller's own client, which answers without a network here."""

    def own(self, *steps: object) -> tuple[Till, list[httpx.Request]]:
        requests: list[httpx.Request] = []
        left = list(steps)

        def answer(request: httpx.Request) -> httpx.Response:
            requests.append(request)
            step = left.pop(0)
            if isinstance(step, Exception):
                raise step
            return httpx.Response(step, content=BODY, headers={"X-Request-Id": "r1"})  # type: ignore[arg-type]

        transport = httpx.MockTransport(answer)
        client: Any = httpx.AsyncClient if isinstance(self, Asynchronous) else httpx.Client
        own = client(transport=transport, follow_redirects=True)
        return self.client("http://till.example", KEY, http_client=own), requests

    def test_every_attempt_goes_through_it_with_one_idempotency_key_and_no_redirects(self) -> None:
        client, requests = self.own(httpx.ConnectError("away"), 503, 302)
        with self.assertRaises(ApiError) as caught:
            client.intents.create("1", idempotency_key="order-1")
        error = caught.exception
        self.assertEqual((error.code, error.status, error.request_id), ("unexpected_answer", 302, "r1"))
        self.assertEqual(len(requests), 3)
        for request in requests:
            self.assertEqual(request.url, "http://till.example/api/v1/create-payment-intent")
            self.assertEqual(request.headers["idempotency-key"], "order-1")
            self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def test_what_it_raises_is_no_answer_and_shows_no_key(self) -> None:
        client, _ = self.own(RuntimeError(f"refused: Bearer {KEY}"))
        with self.assertRaises(ConnectionFailedError) as caught:
            client.intents.create("1", max_retries=0)
        self.assertIn("RuntimeError: refused: …", caught.exception.message)
        self.assertIsNone(caught.exception.__context__)

    def test_it_is_not_closed(self) -> None:
        client, _ = self.own(200, 200)
        client.intents.get("x")
        self.close(client)
        self.assertEqual(client.intents.get("x").id, INTENT["id"])


class AsyncOwnClientTest(Asynchronous, OwnClientTest):
    pass


class SharingTest(unittest.TestCase):
    def test_threads_share_a_client_and_each_gets_its_own_answer(self) -> None:
        def answer(request: Received) -> bytes:
            return http_answer({**INTENT, "id": request.target.partition("id=")[2]})

        with answering(answer) as (url, _), Till(KEY, url) as till, ThreadPoolExecutor(8) as pool:
            names = [f"i{number}" for number in range(200)]
            self.assertEqual([intent.id for intent in pool.map(till.intents.get, names)], names)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
    def test_a_forked_process_does_not_use_its_parents_connections(self) -> None:
        script = f"""
import os, sys, warnings
import httpx, till._transport
from till import Till
warnings.simplefilter("ignore")
till._transport._LIMITS = httpx.Limits(keepalive_expiry=600)
client = Till({KEY!r}, sys.argv[1])
client.intents.get("parent")
child = os.fork()
if child == 0:
    client.intents.get("child")
    os._exit(0)
os.waitpid(child, 0)
client.intents.get("parent")
"""
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        with answering(always(PLAIN)) as (url, received):
            subprocess.run([sys.executable, "-B", "-c", script, url], check=True, env=env, timeout=60)
        seen = [(request.target.partition("id=")[2], request.connection) for request in received]
        self.assertEqual(seen, [("parent", 1), ("child", 2), ("parent", 1)])

    def test_an_asynchronous_client_may_be_used_by_one_loop_after_another(self) -> None:
        with answering(always(PLAIN)) as (url, received):
            till = AsyncTill(KEY, url)

            async def look() -> None:
                await till.intents.get("x")
                await till.aclose()

            for _ in range(3):
                asyncio.run(look())
            self.assertEqual([request.connection for request in received], [1, 2, 3])


class LoopTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().slow_callback_duration = 5  # a busy machine is not what is tested

    async def test_many_calls_go_on_at_the_same_time_and_none_waits_for_another(self) -> None:
        everyone = threading.Event()

        def answer(_: Received) -> bytes:
            everyone.wait(60)
            return PLAIN

        with answering(answer) as (url, received):
            async with AsyncTill(KEY, url, timeout=60, max_retries=0) as till:
                calls = asyncio.gather(*(till.intents.get("x") for _ in range(150)))
                await eventually("all requests", lambda: len(received) == 150)
                everyone.set()
                self.assertEqual({intent.id for intent in await calls}, {INTENT["id"]})

    async def test_cancelling_ends_a_call_at_once_and_nothing_goes_on_behind_it(self) -> None:
        with dripping() as (url, asked):
            async with AsyncTill(KEY, url, timeout=600) as till:
                before = asyncio.all_tasks()
                call = asyncio.ensure_future(till.intents.get("x"))
                await eventually("the request", asked.is_set)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                await eventually("the end of the attempt", lambda: asyncio.all_tasks() == before)

    async def test_cancelling_ends_a_pause_between_attempts(self) -> None:
        with answering(always(http_answer({}, 429, {"retry-after": "10"}))) as (url, received):
            async with AsyncTill(KEY, url) as till:
                with self.assertLogs("till", "DEBUG") as log:
                    call = asyncio.ensure_future(till.intents.get("x"))
                    await eventually("the pause, which is logged when it begins", lambda: len(log.output) == 1)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                self.assertEqual(len(received), 1)


@contextmanager
def dripping() -> Iterator[tuple[str, threading.Event]]:
    """Answers a byte at a time and never ends: each read succeeds, yet there is no answer. Tells once it is asked."""
    asked = threading.Event()

    def serve(connection: socket.socket) -> None:
        with suppress(OSError):
            connection.recv(65_536)
            asked.set()
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
            while True:
                connection.sendall(b" ")
                time.sleep(0.05)

    with listening(serve) as port:
        yield f"http://127.0.0.1:{port}", asked
