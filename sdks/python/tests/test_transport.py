"""Between the library and the network: HTTP as it may come, connections that are kept, TLS, threads, forks, loops."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from unittest import mock

from till import ApiError, AsyncTill, ConnectionFailedError, Till, WaitTimeoutError

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
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = http_answer()
BODY = PLAIN.partition(b"\r\n\r\n")[2]
OK = b"HTTP/1.1 200 OK\r\n"
LENGTH = f"Content-Length: {len(BODY)}\r\n".encode()
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n%x;ext=1\r\n%s\r\n0\r\nTrailer: x\r\n\r\n" % (len(BODY), BODY)
EARLY = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"


class HttpTest(ClientCase):
    def test_an_answer_ends_where_its_length_its_chunks_or_its_connection_do(self) -> None:
        for data, kept in (
            (PLAIN, True),
            (EARLY + PLAIN, True),
            (OK + CHUNKED, True),
            (OK + b"Connection: close\r\n\r\n" + BODY, False),
            (b"HTTP/1.0 200 OK\r\n" + LENGTH + b"\r\n" + BODY, False),
        ):
            with self.subTest(data[:60]):
                self.assertEqual(self.connections(data, 0), [1, 1] if kept else [1, 2])

    def test_what_breaks_off_or_is_not_http_is_no_answer(self) -> None:
        for data in (
            b"",
            OK,
            PLAIN[:-1],
            (OK + CHUNKED)[:-20],
            b"SSH-2.0-OpenSSH\r\n",
            b"HTTP/2 200\r\n\r\n",
            b"HTTP/1.1 101 Switching\r\n\r\n",
            OK + b"no colon\r\n" + LENGTH + b"\r\n" + BODY,
            OK + b"Transfer-Encoding: chunked\r\n\r\nmany\r\n",
            OK + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n" + BODY,
        ):
            with self.subTest(data[-40:]), self.breaking_off(data) as client, self.assertRaises(ConnectionFailedError):
                client.intents.get("x")

    def test_what_is_too_large_is_no_answer_whatever_length_it_announces(self) -> None:
        endless = b"%x\r\n%s\r\n" % (4_000_000, b" " * 4_000_000)
        for data in (
            OK + b"Content-Length: 999999999999999\r\n\r\n" + b" " * 9_000_000,
            OK + b"Connection: close\r\n\r\n" + b" " * 9_000_000,
            OK + b"Transfer-Encoding: chunked\r\n\r\n" + endless * 3,
        ):
            with self.subTest(data[:60]), self.breaking_off(data) as client:
                with self.assertRaises(ConnectionFailedError) as caught:
                    client.intents.get("x")
                self.assertIn("too large", caught.exception.message)

    def test_a_connection_is_kept_only_when_that_is_safe_and_as_long_as_announced(self) -> None:
        for head, seconds, kept in (
            (LENGTH, 3, True),
            (LENGTH, 5, False),
            (b"Keep-Alive: timeout=65\r\n" + LENGTH, 63, True),
            (b"Keep-Alive: timeout=65\r\n" + LENGTH, 65, False),
            (b"Keep-Alive: max=9, timeout=1\r\n" + LENGTH, 0, False),
            (LENGTH * 2, 0, False),
        ):
            with self.subTest((head, seconds)):
                self.assertEqual(self.connections(OK + head + b"\r\n" + BODY, seconds), [1, 1] if kept else [1, 2])
        both = OK + LENGTH + CHUNKED
        self.assertEqual(self.connections(both, 0), [1, 2])

    def connections(self, data: bytes, seconds: float) -> list[int]:
        """The connections that two calls were made on, so many seconds apart by a clock that only this moves."""
        clock = mock.Mock(monotonic=mock.Mock(return_value=1_000.0))
        with mock.patch("till._connections.time", clock), answering(always(data)) as (url, received):
            client = self.client(url, KEY, max_retries=0)
            for _ in range(2):
                self.assertEqual(client.intents.get("x").id, INTENT["id"])
                clock.monotonic.return_value += seconds
            return [request.connection for request in received]

    @contextmanager
    def breaking_off(self, data: bytes) -> Iterator[Till]:
        def serve(connection: socket.socket) -> None:
            with suppress(OSError):
                connection.recv(65_536)
                connection.sendall(data)

        with listening(serve) as port:
            yield self.client(f"http://127.0.0.1:{port}", KEY, max_retries=0, timeout=60)


class AsyncHttpTest(Asynchronous, HttpTest):
    pass


class ConnectionsTest(ClientCase):
    def test_calls_one_after_another_share_a_connection(self) -> None:
        with answering(lambda _: PLAIN) as (url, received):
            client = self.client(url, KEY)
            for _ in range(3):
                client.intents.get("x")
            self.assertEqual([request.connection for request in received], [1, 1, 1])

    def test_a_connection_that_was_closed_meanwhile_is_not_used(self) -> None:
        served: list[socket.socket] = []
        closed = threading.Event()

        def serve(connection: socket.socket) -> None:
            served.append(connection)
            # then close waits until the client's side knows of it; the answer does not say so
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 60))
            connection.recv(65_536)
            connection.sendall(PLAIN)
            connection.close()
            closed.set()

        with listening(serve) as port:
            client = self.client(f"http://127.0.0.1:{port}", KEY, max_retries=0)
            client.intents.get("x")
            self.assertTrue(closed.wait(60))
            client.intents.get("x")
            self.assertEqual(len(served), 2)

    def test_what_nobody_asked_for_is_never_taken_for_an_answer(self) -> None:
        stray = http_answer({**INTENT, "id": "of somebody else"})
        with answering(lambda request: PLAIN + stray if request.connection == 1 else PLAIN) as (url, received):
            client = self.client(url, KEY)
            for _ in range(3):
                self.assertEqual(client.intents.get("x").id, INTENT["id"])
            self.assertEqual([request.connection for request in received], [1, 2, 2])

    def test_what_may_be_done_only_once_takes_a_connection_of_its_own(self) -> None:
        with answering(lambda _: PLAIN) as (url, received):
            client = self.client(url, KEY)
            client.intents.get("x")
            client.sandbox.simulate("x")
            self.assertEqual([request.connection for request in received], [1, 2])

    def test_an_answer_that_drips_ends_at_the_timeout_as_a_whole(self) -> None:
        with dripping() as (url, _):
            begun = time.monotonic()
            with self.assertRaises(ConnectionFailedError) as caught:
                self.client(url, KEY, timeout=0.6, max_retries=0).intents.get("x")
            self.assertGreaterEqual(time.monotonic() - begun, 0.6)
            self.assertIn("0.6 s", caught.exception.message)

    def test_nobody_listening_is_connection_failed(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # so that no other process listens there
            port = taken.getsockname()[1]
            for url in (
                f"http://127.0.0.1:{port}",
                f"http://localhost:{port}",
                "http://till.invalid",
                f"https://[::1]:{port}",
            ):
                with self.subTest(url), self.assertRaises(ConnectionFailedError) as caught:
                    self.client(url, KEY, max_retries=0).intents.get("x")
                self.assertEqual((caught.exception.code, caught.exception.status), ("connection_failed", None))
                self.assertIsInstance(caught.exception.__cause__, OSError)

    def test_something_that_is_not_http_is_connection_failed(self) -> None:
        for data in (b"SSH-2.0-OpenSSH_9\r\n", PLAIN[:-3]):
            with answering(always(data)) as (url, _), self.subTest(data[:12]), self.assertRaises(ConnectionFailedError):
                self.client(url, KEY, max_retries=0, timeout=0.5).intents.get("x")

    def test_a_refusal_that_comes_before_the_request_was_read_is_read_all_the_same(self) -> None:
        refusal = http_answer({"error": "Too much.", "code": "payload_too_large"}, 413, {"connection": "close"})
        with early(refusal) as url, self.assertRaises((ApiError, ConnectionFailedError)) as caught:
            self.client(url, KEY, max_retries=0).intents.create("1", metadata={"a": "b" * 300_000})
        if isinstance(caught.exception, ApiError):  # unless the reset swallowed the answer
            self.assertEqual(caught.exception.code, "payload_too_large")

    def test_it_works_after_close_too(self) -> None:
        with answering(lambda _: PLAIN) as (url, received):
            client = self.client(url, KEY)
            client.intents.get("x")
            self.close(client)
            for _ in range(2):
                client.intents.get("x")
            self.assertEqual([request.connection for request in received], [1, 2, 3])


class AsyncConnectionsTest(Asynchronous, ConnectionsTest):
    pass


class SharingTest(unittest.TestCase):
    def test_threads_share_a_client_and_each_gets_its_own_answer(self) -> None:
        def answer(request: Received) -> bytes:
            return http_answer({**INTENT, "id": request.target.partition("id=")[2]})

        with answering(answer) as (url, received), Till(KEY, url) as till, ThreadPoolExecutor(8) as pool:
            names = [f"i{number}" for number in range(200)]
            self.assertEqual([intent.id for intent in pool.map(till.intents.get, names)], names)
            self.assertLessEqual(max(request.connection for request in received), 8)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
    def test_a_forked_process_does_not_use_its_parents_connections(self) -> None:
        script = f"""
import os, sys, warnings
from till import Till
warnings.simplefilter("ignore")
till = Till({KEY!r}, sys.argv[1])
till.intents.get("parent")
child = os.fork()
if child == 0:
    till.intents.get("child")
    os._exit(0)
os.waitpid(child, 0)
till.intents.get("parent")
"""
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        with answering(lambda _: PLAIN) as (url, received):
            subprocess.run([sys.executable, "-B", "-c", script, url], check=True, env=env, timeout=60)
        seen = [(request.target.partition("id=")[2], request.connection) for request in received]
        self.assertEqual(seen, [("parent", 1), ("child", 2), ("parent", 1)])

    def test_an_asynchronous_client_may_be_used_by_one_loop_after_another(self) -> None:
        with answering(lambda _: PLAIN) as (url, received):
            till = AsyncTill(KEY, url)

            async def look() -> None:
                await till.intents.get("x")

            async def look_and_close() -> None:
                await till.intents.get("x")
                await till.aclose()

            loop = asyncio.new_event_loop()
            loop.run_until_complete(look())
            asyncio.run(look_and_close())
            loop.run_until_complete(look_and_close())
            loop.close()
            asyncio.run(look())
            self.assertEqual([request.connection for request in received], [1, 1, 2, 3])


class LoopTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().slow_callback_duration = 5  # a busy machine is not what is tested

    async def test_the_loop_goes_on_while_a_call_waits(self) -> None:
        turned = threading.Event()

        def answer(_: Received) -> bytes:
            turned.wait()
            return PLAIN

        with answering(answer) as (url, received):
            async with AsyncTill(KEY, url, timeout=30, max_retries=0) as till:
                call = asyncio.ensure_future(till.intents.get("x"))
                await eventually("the request", lambda: len(received) == 1)
                for _ in range(10):
                    await asyncio.sleep(0.01)
                turned.set()
                self.assertEqual((await call).id, INTENT["id"])

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

    async def test_the_time_of_a_call_begins_when_a_thread_is_free(self) -> None:
        with self.holding(2) as (url, received, free):
            async with AsyncTill(KEY, url, timeout=60, max_retries=0) as till:
                held = [asyncio.ensure_future(till.intents.get("held")) for _ in range(2)]
                await eventually("the requests that hold both threads", lambda: len(received) == 2)
                late = asyncio.ensure_future(till.intents.get("late", timeout=2))
                ended, _ = await asyncio.wait({late}, timeout=2.2)
                self.assertEqual((ended, len(received)), (set(), 2))
                free.set()
                self.assertEqual([one.id for one in await asyncio.gather(late, *held)], [INTENT["id"]] * 3)

    async def test_a_wait_ends_at_its_timeout_though_no_thread_was_free(self) -> None:
        with self.holding(1) as (url, received, free):
            async with AsyncTill(KEY, url, timeout=60, max_retries=0) as till:
                held = asyncio.ensure_future(till.intents.get("held"))
                await eventually("the request that holds the thread", lambda: len(received) == 1)
                begun = time.monotonic()
                waiting = asyncio.ensure_future(till.intents.wait("late", timeout=0.3))
                await asyncio.wait({waiting}, timeout=30)
                self.assertIsInstance(waiting.exception(), WaitTimeoutError)
                self.assertGreaterEqual(time.monotonic() - begun, 0.3)
                free.set()
                await held
                self.assertEqual(len(received), 1)

    async def test_a_call_that_is_cancelled_frees_its_thread_or_its_turn(self) -> None:
        with self.holding(1) as (url, received, _):
            async with AsyncTill(KEY, url, timeout=60, max_retries=0) as till:
                held = asyncio.ensure_future(till.intents.get("held"))
                await eventually("the request that holds the thread", lambda: len(received) == 1)
                late = asyncio.ensure_future(till.intents.get("late"))
                await asyncio.sleep(0)
                for call in (late, held):
                    call.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await call
                self.assertEqual((await till.intents.get("next")).id, INTENT["id"])
                self.assertEqual([request.target.partition("id=")[2] for request in received], ["held", "next"])

    @contextmanager
    def holding(self, threads: int) -> Iterator[tuple[str, list[Received], threading.Event]]:
        """A client has so many threads, and a service holds its answers to `held` until the event."""
        free = threading.Event()

        def answer(request: Received) -> bytes:
            if request.target.endswith("id=held"):
                free.wait(60)
            return PLAIN

        with mock.patch("till._async._MAX_THREADS", threads), answering(answer) as (url, received):
            try:
                yield url, received, free
            finally:
                free.set()

    async def test_cancelling_ends_a_pause_between_attempts(self) -> None:
        with answering(lambda _: http_answer({}, 429, {"retry-after": "10"})) as (url, received):
            async with AsyncTill(KEY, url) as till:
                with self.assertLogs("till", "DEBUG") as log:
                    call = asyncio.ensure_future(till.intents.get("x"))
                    await eventually("the pause, which is logged when it begins", lambda: len(log.output) == 1)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                self.assertEqual(len(received), 1)


@unittest.skipUnless(shutil.which("openssl"), "openssl is missing, which makes the certificate")
class TlsTest(ClientCase):
    server: ssl.SSLContext
    trusting: ssl.SSLContext

    @classmethod
    def setUpClass(cls) -> None:
        contexts = certified()
        cls.server, cls.trusting = contexts.__enter__()
        cls.addClassCleanup(contexts.__exit__, None, None, None)

    def test_a_certificate_that_is_trusted_is_taken_and_the_connection_kept(self) -> None:
        with self.serving() as (port, handshakes):
            client = self.client(f"https://localhost:{port}", KEY, ssl_context=self.trusting)
            for _ in range(3):
                self.assertEqual(client.intents.get("x").id, INTENT["id"])
            self.assertEqual(len(handshakes), 1)

    def test_a_certificate_that_is_not_trusted_or_of_another_name_is_refused(self) -> None:
        with self.serving() as (port, _):
            for name, context in (("localhost", None), ("127.0.0.1", self.trusting)):
                client = self.client(f"https://{name}:{port}", KEY, ssl_context=context, max_retries=0)
                with self.subTest(name), self.assertRaises(ConnectionFailedError) as caught:
                    client.intents.get("x")
                self.assertIn("CERTIFICATE_VERIFY_FAILED", caught.exception.message)

    @contextmanager
    def serving(self) -> Iterator[tuple[int, list[int]]]:
        handshakes: list[int] = []

        def serve(connection: socket.socket) -> None:
            with suppress(OSError), self.server.wrap_socket(connection, server_side=True) as secured:
                handshakes.append(1)
                while secured.recv(65_536):
                    secured.sendall(PLAIN)

        with listening(serve) as port:
            yield port, handshakes


class AsyncTlsTest(Asynchronous, TlsTest):
    pass


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


@contextmanager
def early(answer: bytes) -> Iterator[str]:
    """Answers after the first bytes of a request and closes, as servers do with what is too large."""

    def serve(connection: socket.socket) -> None:
        connection.recv(1_024)
        connection.sendall(answer)
        connection.shutdown(socket.SHUT_WR)
        time.sleep(0.2)

    with listening(serve) as port:
        yield f"http://127.0.0.1:{port}"
