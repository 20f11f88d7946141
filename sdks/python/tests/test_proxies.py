"""Through a proxy, or over the caller's own HTTP client: the same promises."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import socket
import ssl
import threading
import traceback
import unittest
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from till import ApiError, AsyncTill, ConfigurationError, ConnectionFailedError, Till

from .support import (
    INTENT,
    KEY,
    Asynchronous,
    ClientCase,
    answering,
    certified,
    http_answer,
    listening,
    proxying,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = http_answer()
LOGIN = "proxy-authorization: Basic dXNlcjpodW50ZXIy"


@contextmanager
def variables(**given: str) -> Iterator[None]:
    """The environment with these proxies and no other."""
    others = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    with mock.patch.dict(os.environ, {**others, **given}, clear=True):
        yield


def wait(event: threading.Event) -> None:
    event.wait(5)


def in_the_library(error: BaseException) -> str:
    """The variables of every frame that is not a test's, of the error and of what it came from."""
    text, found = "", [error]
    while found:
        one = found.pop()
        found += [other for other in (one.__cause__, one.__context__) if other is not None]
        for frame, _ in traceback.walk_tb(one.__traceback__):
            if "tests" not in Path(frame.f_code.co_filename).parts:
                text += repr(frame.f_locals)
    return text


class ProxyTest(ClientCase):
    def test_a_plain_address_is_asked_of_the_proxy_over_one_connection(self) -> None:
        with answering(lambda _: PLAIN) as (proxy, received):
            with variables(HTTP_PROXY=proxy.replace("//", "//user:hunter2@"), HTTPS_PROXY="http://127.0.0.1:1"):
                client = self.client("http://till.example:8080/pay", KEY)
            for _ in range(3):
                self.assertEqual(client.intents.get("x").id, INTENT["id"])
        self.assertEqual([request.connection for request in received], [1, 1, 1])
        seen = received[0]
        self.assertEqual(seen.target, "http://till.example:8080/pay/api/v1/intent-status?id=x")
        self.assertEqual(seen.headers["host"], "till.example:8080")
        self.assertEqual(f"proxy-authorization: {seen.headers['proxy-authorization']}", LOGIN)

    def test_what_no_proxy_names_is_reached_straight(self) -> None:
        with answering(lambda _: PLAIN) as (url, received):
            for listed in ("127.0.0.1", "*", f"example.com,{url[7:]}"):
                with variables(http_proxy="http://127.0.0.1:1", no_proxy=listed):
                    client = self.client(url, KEY, max_retries=0)
                client.intents.get("x")
            self.assertTrue(all(request.target.startswith("/api/v1/") for request in received))
            self.assertFalse([request for request in received if "proxy-authorization" in request.headers])

    def test_a_proxy_that_is_away_is_connection_failed_and_asked_again(self) -> None:
        answers = [http_answer({}, 503), PLAIN]
        with answering(lambda _: answers.pop(0)) as (proxy, received):
            with variables(HTTP_PROXY=proxy):
                self.client("http://till.example", KEY).intents.get("x")
            self.assertEqual(len(received), 2)
        with variables(HTTP_PROXY="http://127.0.0.1:1"), self.assertRaises(ConnectionFailedError):
            self.client("http://till.example", KEY, max_retries=0).intents.get("x")

    def test_an_address_that_is_no_proxys_is_refused_and_not_shown(self) -> None:
        for address in (
            "socks5://user:hunter2@127.0.0.1:1",
            "https://user:hunter2@127.0.0.1:1",
            "http://user:hunter2@",
            "http://user:hunter2@127.0.0.1:x",
        ):
            with variables(HTTPS_PROXY=address), self.subTest(address):
                with self.assertRaises(ConfigurationError) as caught:
                    self.client("https://till.example", KEY)
                text = str(caught.exception) + in_the_library(caught.exception)
                self.assertIn("HTTPS_PROXY", text)
                self.assertNotIn("hunter2", text)
                self.client("http://till.example", KEY)


class AsyncProxyTest(Asynchronous, ProxyTest):
    pass


@unittest.skipUnless(shutil.which("openssl"), "openssl is missing, which makes the certificate")
class TunnelTest(ClientCase):
    server: ssl.SSLContext
    trusting: ssl.SSLContext

    @classmethod
    def setUpClass(cls) -> None:
        contexts = certified()
        cls.server, cls.trusting = contexts.__enter__()
        cls.addClassCleanup(contexts.__exit__, None, None, None)

    def test_one_tunnel_carries_calls_one_after_another_and_ends_in_the_services_certificate(self) -> None:
        with self.serving() as port, proxying() as (proxy, asked):
            with variables(HTTPS_PROXY=proxy):
                client = self.client(f"https://localhost:{port}", KEY, ssl_context=self.trusting)
                other = self.client(f"https://127.0.0.1:{port}", KEY, ssl_context=self.trusting, max_retries=0)
            for _ in range(3):
                self.assertEqual(client.intents.get("x").id, INTENT["id"])
            self.assertEqual(asked, [f"CONNECT localhost:{port}"])
            with self.assertRaises(ConnectionFailedError) as caught:
                other.intents.get("x")
            self.assertIn("CERTIFICATE_VERIFY_FAILED", caught.exception.message)

    def test_the_proxy_gets_its_login_and_never_the_key(self) -> None:
        heads: list[str] = []

        def refuse(connection: socket.socket) -> None:
            heads.append(connection.recv(65_536).decode())
            connection.sendall(b"HTTP/1.1 407 Who are you\r\nContent-Length: 9\r\n\r\nnot yours")

        with listening(refuse) as port, variables(HTTPS_PROXY=f"user:hunter2@127.0.0.1:{port}"):
            client = self.client("https://till.example", KEY, max_retries=0)
            with self.assertRaises(ConnectionFailedError) as caught:
                client.intents.create("1")
        self.assertIn("the proxy responded with 407", caught.exception.message)
        self.assertEqual(heads, [f"CONNECT till.example:443 HTTP/1.1\r\nhost: till.example:443\r\n{LOGIN}\r\n\r\n"])
        self.assertNotIn("hunter2", str(caught.exception) + in_the_library(caught.exception))

    def test_a_proxy_that_never_finishes_or_says_too_much_is_no_answer(self) -> None:
        silent = threading.Event()
        for answer in (b"HTTP/1.1 200 Opened\r\n", b"HTTP/1.1 200 Opened\r\n\r\nmore", b"SSH-2.0\r\n"):

            def serve(connection: socket.socket, answer: bytes = answer) -> None:
                connection.recv(65_536)
                connection.sendall(answer)
                silent.wait(5)

            with listening(serve) as port, variables(HTTPS_PROXY=f"http://127.0.0.1:{port}"), self.subTest(answer):
                client = self.client("https://till.example", KEY, max_retries=0, timeout=0.4)
                with self.assertRaises(ConnectionFailedError):
                    client.intents.get("x")
        silent.set()

    @contextmanager
    def serving(self) -> Iterator[int]:
        def serve(connection: socket.socket) -> None:
            with suppress(OSError), self.server.wrap_socket(connection, server_side=True) as secured:
                while secured.recv(65_536):
                    secured.sendall(PLAIN)

        with listening(serve) as port:
            yield port


class AsyncTunnelTest(Asynchronous, TunnelTest):
    pass


class Answer:
    def __init__(self, status_code: int = 200) -> None:
        self.status_code = status_code
        self.headers = {"X-Request-Id": "r1"}
        self.content = PLAIN.partition(b"\r\n\r\n")[2]


class Recording:
    """Somebody's own HTTP client."""

    def __init__(self, *steps: object) -> None:
        self.steps = list(steps)
        self.requests: list[tuple[str, str, dict[str, Any]]] = []

    def request(self, method: str, url: str, **given: Any) -> Any:
        self.requests.append((method, url, given))
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step


class AsyncRecording(Recording):
    async def request(self, method: str, url: str, **given: Any) -> Any:
        await asyncio.sleep(0)
        return super().request(method, url, **given)


class OwnClientTest(ClientCase):
    kind: type[Recording] = Recording

    def test_every_attempt_goes_through_it_with_one_idempotency_key_and_no_redirects(self) -> None:
        own = self.kind(OSError("away"), Answer(503), Answer(302))
        client = self.client("http://till.example", KEY, http_client=own, timeout=7)
        with self.assertRaises(ApiError) as caught:
            client.intents.create("1", idempotency_key="order-1")
        self.assertEqual((caught.exception.code, caught.exception.status), ("unexpected_answer", 302))
        self.assertEqual(caught.exception.request_id, "r1")
        self.assertEqual({url for _, url, _ in own.requests}, {"http://till.example/api/v1/create-payment-intent"})
        for _, _, given in own.requests:
            self.assertEqual((given["timeout"], given["follow_redirects"]), (7, False))
            self.assertEqual(given["headers"]["idempotency-key"], "order-1")
            self.assertEqual(given["headers"]["authorization"], f"Bearer {KEY}")

    def test_what_it_raises_is_no_answer_and_shows_no_key(self) -> None:
        own = self.kind(RuntimeError(f"refused: Bearer {KEY}"))
        with self.assertRaises(ConnectionFailedError) as caught:
            self.client("http://till.example", KEY, http_client=own, max_retries=0).intents.create("1")
        self.assertIn("RuntimeError: refused: …", caught.exception.message)
        self.assertIsNone(caught.exception.__context__)

    def test_it_has_connections_and_certificates_of_its_own(self) -> None:
        with variables(HTTPS_PROXY="socks5://127.0.0.1:1"):
            self.client("https://till.example", KEY, http_client=self.kind())
            with self.assertRaises(ConfigurationError):
                self.client(
                    "https://till.example", KEY, http_client=self.kind(), ssl_context=ssl.create_default_context()
                )


class AsyncOwnClientTest(Asynchronous, OwnClientTest):
    kind = AsyncRecording


@unittest.skipIf(importlib.util.find_spec("httpx") is None, "httpx is missing")
class HttpxTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().slow_callback_duration = 60  # the synchronous client blocks it, as it should

    async def test_its_clients_go_through_a_proxy_and_follow_no_redirect(self) -> None:
        httpx = importlib.import_module("httpx")
        answers = [PLAIN, http_answer({}, 302, {"location": "http://127.0.0.1:1"})] * 2
        with answering(lambda _: answers.pop(0)) as (proxy, received), variables():
            with httpx.Client(proxy=proxy, follow_redirects=True) as client:
                till = Till(KEY, "http://till.example", http_client=client)
                self.assertEqual(till.intents.get("x").id, INTENT["id"])
                with self.assertRaises(ApiError):
                    till.intents.create("1")
                till.close()
                self.assertFalse(client.is_closed)
            async with httpx.AsyncClient(proxy=proxy, follow_redirects=True) as client:
                async_till = AsyncTill(KEY, "http://till.example", http_client=client)
                self.assertEqual((await async_till.intents.get("x")).id, INTENT["id"])
                with self.assertRaises(ApiError):
                    await async_till.intents.create("1")
        self.assertEqual(len(received), 4)
        self.assertTrue(all(request.target.startswith("http://till.example/api/v1/") for request in received))

    async def test_its_silence_ends_at_the_timeout(self) -> None:
        httpx = importlib.import_module("httpx")
        silent = threading.Event()
        with listening(lambda _: wait(silent)) as port, variables():
            with httpx.Client() as client:
                till = Till(KEY, f"http://127.0.0.1:{port}", http_client=client, timeout=0.2, max_retries=0)
                with self.assertRaises(ConnectionFailedError) as caught:
                    till.intents.create("1")
            async with httpx.AsyncClient() as client:
                async_till = AsyncTill(KEY, f"http://127.0.0.1:{port}", http_client=client, timeout=0.2, max_retries=0)
                with self.assertRaises(ConnectionFailedError):
                    await async_till.intents.create("1")
        silent.set()
        self.assertNotIn(KEY, str(caught.exception) + in_the_library(caught.exception))
