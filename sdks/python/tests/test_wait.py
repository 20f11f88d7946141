from __future__ import annotations

import asyncio
import json
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

from till import AsyncTill, NotFoundError, ServerError, WaitTimeoutError

from .support import (
    INTENT,
    KEY,
    Asynchronous,
    ClientCase,
    Faults,
    answering,
    control,
    http_answer,
    needs_service,
    setting,
)


@needs_service
class WaitTest(ClientCase):
    def test_an_intent_that_is_paid_while_waiting_is_given_as_it_is_then(self) -> None:
        made = self.client().intents.create("1")
        payer = threading.Timer(0.5, lambda: ClientCase.client(self).sandbox.simulate(made.id))
        payer.start()
        ended = self.client().intents.wait(made.id, interval=0.2)
        payer.join()
        self.assertEqual((ended.id, ended.status), (made.id, "paid"))

    def test_any_end_is_given_and_at_once_when_it_is_there_already(self) -> None:
        client = self.client()
        for outcome, status in (("expired", "expired"), ("paid", "paid")):
            made = client.intents.create("1")
            client.sandbox.simulate(made.id, outcome)
            begun = time.monotonic()
            self.assertEqual(client.intents.wait(made.id).status, status)
            self.assertLess(time.monotonic() - begun, 1.5)

    def test_it_ends_at_its_timeout_and_not_before_with_the_intent_as_last_seen(self) -> None:
        made = self.client().intents.create("1")
        begun = time.monotonic()
        with self.assertRaises(WaitTimeoutError) as caught:
            self.client().intents.wait(made.id, timeout=1, interval=0.3)
        self.assertTrue(1 <= time.monotonic() - begun < 2)
        self.assertEqual(caught.exception.code, "wait_timeout")
        assert caught.exception.intent is not None
        self.assertEqual((caught.exception.intent.id, caught.exception.intent.status), (made.id, "pending"))

    def test_a_service_that_never_answers_ends_it_at_the_timeout_with_nothing_seen(self) -> None:
        faults = Faults("hang.hang.hang")
        begun = time.monotonic()
        with self.assertRaises(WaitTimeoutError) as caught:
            self.client(faults.url).intents.wait("x", timeout=0.7)
        self.assertTrue(0.7 <= time.monotonic() - begun < 2)
        self.assertIsNone(caught.exception.intent)
        self.assertEqual(getattr(caught.exception.__cause__, "code", None), "connection_failed")

    def test_what_passes_does_not_end_it(self) -> None:
        made = self.client().intents.create("1")
        self.client().sandbox.simulate(made.id)
        faults = Faults("drop.500.html502.429w0.503.ok")
        self.assertEqual(self.client(faults.url).intents.wait(made.id, interval=0.05).status, "paid")
        self.assertEqual(len(faults.requests()), 6)

    def test_retry_after_may_lengthen_a_pause(self) -> None:
        made = self.client().intents.create("1")
        self.client().sandbox.simulate(made.id)
        faults = Faults("429.ok")
        self.client(faults.url).intents.wait(made.id, interval=0.05)
        first, second = (request["atMs"] for request in faults.requests())
        self.assertGreaterEqual(second - first, 990)

    def test_any_other_error_ends_it_at_once(self) -> None:
        faults = Faults("ok")
        with self.assertRaises(NotFoundError):
            self.client(faults.url).intents.wait("00000000-0000-4000-8000-000000000000")
        self.assertEqual(len(faults.requests()), 1)

    def test_it_outlasts_a_service_that_is_stopped_and_started_again(self) -> None:
        client = self.client()
        made = client.intents.create("1")

        def restart() -> None:
            control("stop")
            time.sleep(1)
            control("start")
            ClientCase.client(self).sandbox.simulate(made.id)

        away = threading.Thread(target=restart)
        away.start()
        try:
            self.assertEqual(client.intents.wait(made.id, interval=0.2).status, "paid")
        finally:
            away.join()


class AsyncWaitTest(Asynchronous, WaitTest):
    pass


class DeadlineTest(ClientCase):
    def test_without_a_timeout_it_ends_two_minutes_after_the_expiry_by_the_services_clock(self) -> None:
        # the service's clock is years off; by it the two minutes end in a second
        now = datetime(2019, 1, 1, tzinfo=timezone.utc)
        expired = (now - timedelta(seconds=119)).isoformat().replace("+00:00", "Z")
        answer = http_answer({**INTENT, "expires_at": expired}, headers={"date": format_datetime(now, usegmt=True)})
        with answering(lambda _: answer) as (url, received):
            begun = time.monotonic()
            with self.assertRaises(WaitTimeoutError) as caught:
                self.client(url, KEY).intents.wait("x", interval=0.4)
            self.assertTrue(0.9 <= time.monotonic() - begun < 3)
            self.assertGreaterEqual(len(received), 2)
            self.assertEqual(getattr(caught.exception.intent, "status", None), "pending")

    def test_an_end_that_is_not_known_yet_is_an_end(self) -> None:
        with answering(lambda _: http_answer({**INTENT, "status": "disputed"})) as (url, _):
            self.assertEqual(self.client(url, KEY).intents.wait("x").status, "disputed")

    def test_an_error_that_is_passing_is_the_cause_in_the_end(self) -> None:
        with answering(lambda _: http_answer({}, 503)) as (url, _), self.assertRaises(WaitTimeoutError) as caught:
            self.client(url, KEY).intents.wait("x", timeout=0.3, interval=0.1)
        self.assertIsInstance(caught.exception.__cause__, ServerError)

    @needs_service
    def test_a_poll_that_the_deadline_cuts_off_hides_no_earlier_error(self) -> None:
        with self.assertRaises(WaitTimeoutError) as caught:
            self.client(Faults("503.hang").url, KEY).intents.wait("x", timeout=1, interval=0.05)
        self.assertIsInstance(caught.exception.__cause__, ServerError)


class AsyncDeadlineTest(Asynchronous, DeadlineTest):
    pass


@needs_service
class CancellationTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().slow_callback_duration = 5  # a busy machine is not what is tested

    async def test_cancelling_the_task_ends_the_waiting_at_once(self) -> None:
        async with AsyncTill(setting("API_KEY"), setting("URL")) as till:
            made = await till.intents.create("1")
            waiting = asyncio.ensure_future(till.intents.wait(made.id))
            await asyncio.sleep(0.5)
            begun = time.monotonic()
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
            self.assertLess(time.monotonic() - begun, 0.5)
            self.assertEqual((await till.intents.get(made.id)).status, "pending")

    async def test_cancelling_ends_a_look_that_is_under_way_and_its_connection(self) -> None:
        faults = Faults("hang.ok")
        async with AsyncTill(setting("API_KEY"), faults.url) as till:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(till.intents.wait("x"), 0.4)
            made = await till.intents.create("1")
            self.assertEqual(json.loads(faults.requests()[1]["body"]), {"amount_usdt": 1})
            self.assertEqual((await till.intents.get(made.id)).id, made.id)

    async def test_many_wait_side_by_side_on_one_loop(self) -> None:
        async with AsyncTill(setting("API_KEY"), setting("URL")) as till:
            made = await asyncio.gather(*(till.intents.create(number) for number in range(1, 21)))
            waiting = asyncio.gather(*(till.intents.wait(one.id, interval=0.2) for one in made))
            await asyncio.gather(*(till.sandbox.simulate(one.id) for one in made))
            ended = await waiting
            self.assertEqual([one.amount_usdt for one in ended], list(range(1, 21)))
            self.assertEqual({one.status for one in ended}, {"paid"})
