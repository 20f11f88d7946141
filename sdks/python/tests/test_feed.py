from __future__ import annotations

import asyncio
import json
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

from till import AsyncTill, CursorExpiredError, TillError, WebhookVerifier

from .support import (
    KEY,
    Asynchronous,
    ClientCase,
    Received,
    answering,
    eventually,
    http_answer,
    query_of,
    scripted,
    vectors,
)

feed = vectors("feed")
SECRET = vectors("verify")["secrets"]["taken"][0]
STOP = http_answer({"error": "The test ends here.", "code": "the_end"}, 418)


def facts(event: Any) -> dict[str, str]:
    return {"id": event.id, "type": event.type}


class FeedTest(ClientCase):
    def test_a_page(self) -> None:
        for one in feed["pages"]:
            answer = {"status": 200, "headers": {}, "body": one["body"]}
            with self.subTest(one["name"]), scripted([answer]) as (url, received):
                page = self.client(url, KEY).events.list(**one["list"])
                got = ([facts(event) for event in page.data], page.has_more, page.next)
                self.assertEqual(got, (one["events"], one["has_more"], one["next"]))
                [request] = received
                self.assertEqual((request.method, query_of(request)), ("GET", one["query"]))
                self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def test_its_events_are_those_that_the_verifier_gives(self) -> None:
        body = feed["pages"][0]["body"]
        verifier = WebhookVerifier(SECRET)
        with scripted([{"status": 200, "headers": {}, "body": body}]) as (url, _):
            for event, item in zip(self.client(url, KEY).events.list().data, json.loads(body)["data"]):
                self.assertEqual(event, verifier.verify(item["body"], verifier.sign(item["body"], id=item["id"])))

    def test_a_listener(self) -> None:
        # side by side, because of the pauses
        with ThreadPoolExecutor(len(feed["listens"])) as pool:
            runs = list(pool.map(self.listen_by, feed["listens"]))
        for one, (seen, error, stored, cursor, received) in zip(feed["listens"], runs):
            with self.subTest(one["name"]):
                self.assertEqual((seen, error.code), (one["events"], one["error"] or "the_end"))
                self.assertEqual(isinstance(error, CursorExpiredError), one["error"] == "cursor_expired")
                self.assertEqual([query_of(request) for request in received], one["queries"])
                self.assertEqual(stored, one["cursors"])
                after = one["listen"].get("after")
                self.assertEqual(cursor, stored[-1] if stored else None if after == "latest" else after)
                self.check_pauses(received, one["answers"])

    def listen_by(self, one: dict[str, Any]) -> tuple[list[dict[str, str]], TillError, list[str], Any, list[Received]]:
        with scripted(one["answers"], STOP) as (url, received):
            stored: list[str] = []
            listener = self.client(url, KEY).events.listen(**one["listen"], on_cursor=stored.append)
            return (*self.all_of(listener), stored, listener.cursor, received)

    def all_of(self, listener: Any) -> tuple[list[dict[str, str]], TillError]:
        """What a listener hands over, and the error that ends it."""
        seen = []
        try:
            for event in listener:
                seen.append(facts(event))  # noqa: PERF401 what came before the error counts
        except TillError as error:
            return seen, error
        raise AssertionError("a listener has no end")

    def check_pauses(self, received: list[Received], answers: list[dict[str, Any]]) -> None:
        """A `Retry-After` is waited for. A poll that brought nothing is followed by the next one a second later."""
        for request, following, answer in zip(received, received[1:], answers):
            page = json.loads(answer["body"]) if answer.get("status") == 200 else None
            is_idle = page is not None and page["data"] == [] and not page["has_more"]
            if "retry-after" in answer.get("headers", {}) or (is_idle and query_of(request).get("after") != "latest"):
                self.assertGreaterEqual(following.at - request.at, 0.99)

    def test_the_cursor_moves_when_the_last_event_of_a_page_has_been_handled_and_not_before(self) -> None:
        with scripted(feed["listens"][0]["answers"]) as (url, _):
            stored: list[str] = []
            listener = self.client(url, KEY).events.listen(on_cursor=stored.append)
            self.assertIsNone(listener.cursor)
            next(listener)
            next(listener)
            self.assertEqual((listener.cursor, stored), (None, []))
            next(listener)
            self.assertEqual((listener.cursor, stored), ("c2", ["c2"]))

    def test_after_a_break_it_goes_on_with_the_next_event(self) -> None:
        one = feed["listens"][0]
        with scripted(one["answers"], STOP) as (url, _):
            listener = self.client(url, KEY).events.listen()
            seen = []
            for event in listener:
                seen.append(facts(event))
                break
            self.assertEqual([*seen, *self.all_of(listener)[0]], one["events"])

    def test_a_cursor_that_cannot_be_stored_ends_it(self) -> None:
        def store(_: str) -> None:
            raise OSError("the disk is full")

        with scripted(feed["listens"][0]["answers"]) as (url, _), self.assertRaisesRegex(OSError, "the disk is full"):
            self.all_of(self.client(url, KEY).events.listen(on_cursor=store))

    def test_a_poll_may_take_its_25_seconds_beyond_the_timeout(self) -> None:
        def slowly(_: Received) -> Optional[bytes]:
            threading.Event().wait(0.3)
            return http_answer(feed["listens"][0]["answers"][0]["body"].encode())

        with answering(slowly) as (url, received):
            next(self.client(url, KEY, timeout=0.1).events.listen())
        self.assertEqual(len(received), 1)


class AsyncFeedTest(Asynchronous, FeedTest):
    pass


class CancellationTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_listener_is_cancelled_at_once_in_a_poll_and_in_a_pause_however_long(self) -> None:
        held = threading.Event()
        refusal = http_answer({"error": "Later.", "code": "rate_limited"}, 429, {"retry-after": "3600"})

        def hold(_: Received) -> Optional[bytes]:
            held.wait(20)
            return None

        for answer in (hold, lambda _: refusal):
            with answering(answer) as (url, received):
                async with AsyncTill(KEY, url) as till:
                    task = asyncio.ensure_future(till.events.listen().__anext__())
                    await eventually("the first poll", lambda received=received: len(received) == 1)  # type: ignore[misc]
                    await asyncio.sleep(0.1)
                    self.assertFalse(task.done())
                    task.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await task
                    held.set()

    async def test_the_cursor_may_be_stored_by_a_coroutine(self) -> None:
        one = feed["listens"][0]
        stored: list[str] = []

        async def store(cursor: str) -> None:
            await asyncio.sleep(0)
            stored.append(cursor)

        with scripted(one["answers"], STOP) as (url, _):
            async with AsyncTill(KEY, url) as till:
                with self.assertRaises(TillError):
                    async for _event in till.events.listen(on_cursor=store):
                        pass
        self.assertEqual(stored, one["cursors"])
