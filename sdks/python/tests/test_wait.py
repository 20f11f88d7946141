from __future__ import annotations

import asyncio
import json
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from functools import partial

from till import AsyncTill, CreatedIntent, NotFoundError, ServerError, WaitTimeoutError

from .support import (
    INTENT,
    KEY,
    Asynchronous,
    ClientCase,
    Faults,
    Received,
    always,
    answering,
    control,
    eventually,
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
            # a wait that began with a pause would time out
            self.assertEqual(client.intents.wait(made.id, interval=600).status, status)

    def test_a_service_that_never_answers_ends_it_at_the_timeout_with_nothing_seen(self) -> None:
        faults = Faults("hang.hang.hang")
        begun = time.monotonic()
        with self.assertRaises(WaitTimeoutError) as caught:
            self.client(faults.url).intents.wait("x", timeout=0.7)
        self.assertGreaterEqual(time.monotonic() - begun, 0.7)
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


class StatusTest(ClientCase):
    def test_an_end_that_is_not_known_yet_is_an_end(self) -> None:
        with answering(lambda _: http_answer({**INTENT, "status": "disputed"})) as (url, _):
            self.assertEqual(self.client(url, KEY).intents.wait("x").status, "disputed")


class AsyncStatusTest(Asynchronous, StatusTest):
    pass


@dataclass
class Ended:
    """How a wait ended, and after how many seconds."""

    error: WaitTimeoutError
    seconds: float


@needs_service
class DeadlineTest(ClientCase):
    """The waits run side by side, since a deadline that leaves room for an answer on a busy machine takes seconds."""

    made: CreatedIntent
    looks: list[Received]
    ended: dict[str, Ended]

    @classmethod
    def setUpClass(cls) -> None:
        case = cls()
        cls.addClassCleanup(case.doCleanups)
        cls.made = case.client().intents.create("1")
        # the service's clock is years off; by it the five minutes end in five seconds
        now = datetime(2019, 1, 1, tzinfo=timezone.utc)
        expired = (now - timedelta(seconds=295)).isoformat().replace("+00:00", "Z")
        dated = http_answer({**INTENT, "expires_at": expired}, headers={"date": format_datetime(now, usegmt=True)})
        failing = http_answer({}, 503)
        with answering(always(dated)) as (years_off, cls.looks), answering(always(failing)) as (broken, _):
            waits = {
                "pending": partial(case.wait_out, setting("URL"), cls.made.id, timeout=5, interval=0.3),
                "by the service's clock": partial(case.wait_out, years_off, "x", interval=0.4),
                "failing": partial(case.wait_out, broken, "x", timeout=5, interval=0.4),
                "cut off": partial(case.wait_out, Faults("503.hang").url, "x", timeout=5, interval=0.05),
            }
            with ThreadPoolExecutor(len(waits)) as pool:
                begun = {name: pool.submit(wait) for name, wait in waits.items()}
        cls.ended = {name: wait.result() for name, wait in begun.items()}

    def wait_out(self, url: str, id: str, **options: float) -> Ended:
        client = self.client(url)
        begun = time.monotonic()
        with self.assertRaises(WaitTimeoutError) as caught:
            client.intents.wait(id, **options)
        return Ended(caught.exception, time.monotonic() - begun)

    def test_it_ends_at_its_timeout_and_not_before_with_the_intent_as_last_seen(self) -> None:
        ended = self.ended["pending"]
        self.assertGreaterEqual(ended.seconds, 5)
        self.assertEqual(ended.error.code, "wait_timeout")
        assert ended.error.intent is not None
        self.assertEqual((ended.error.intent.id, ended.error.intent.status), (self.made.id, "pending"))

    def test_without_a_timeout_it_ends_five_minutes_after_the_expiry_by_the_services_clock(self) -> None:
        ended = self.ended["by the service's clock"]
        self.assertGreaterEqual(ended.seconds, 4.9)
        # five seconds have room for thirteen looks, five minutes have room for hundreds
        self.assertIn(len(self.looks), range(2, 20))
        self.assertEqual(getattr(ended.error.intent, "status", None), "pending")

    def test_an_error_that_is_passing_is_the_cause_in_the_end(self) -> None:
        self.assertIsInstance(self.ended["failing"].error.__cause__, ServerError)

    def test_a_poll_that_the_deadline_cuts_off_hides_no_earlier_error(self) -> None:
        self.assertIsInstance(self.ended["cut off"].error.__cause__, ServerError)


class AsyncDeadlineTest(Asynchronous, DeadlineTest):
    pass


@needs_service
class CancellationTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().slow_callback_duration = 5  # a busy machine is not what is tested

    async def test_cancelling_the_task_ends_the_waiting_at_once(self) -> None:
        faults = Faults("ok")
        async with AsyncTill(setting("API_KEY"), faults.url) as till:
            made = await till.intents.create("1")
            before = asyncio.all_tasks()
            waiting = asyncio.ensure_future(till.intents.wait(made.id, interval=600))
            alone = before | {waiting}
            # a look has a task of its own, and a pause has none
            await eventually("the pause", lambda: len(faults.requests()) == 2 and asyncio.all_tasks() == alone)
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
            self.assertEqual((await till.intents.get(made.id)).status, "pending")

    async def test_cancelling_ends_a_look_that_is_under_way_and_its_connection(self) -> None:
        faults = Faults("hang.ok")
        async with AsyncTill(setting("API_KEY"), faults.url, timeout=600) as till:
            waiting = asyncio.ensure_future(till.intents.wait("x"))
            await eventually("the look", lambda: len(faults.requests()) == 1)
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
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
