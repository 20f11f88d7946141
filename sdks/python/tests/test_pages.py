from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import datetime, timezone
from functools import partial
from typing import Any, Callable, Optional

from till import ConfigurationError, DetailedIntent, InvalidRequestError, TillError

from .support import (
    KEY,
    Asynchronous,
    ClientCase,
    Received,
    always,
    answering,
    as_read,
    http_answer,
    plain,
    query_of,
    scripted,
    vectors,
)

pages = vectors("pages")
TERMINAL = "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55"
CALLS = ("retrieve", "update", "delete", "rotate_secret", "test")


def code_of(call: Callable[[], object]) -> object:
    """What a call ends with: its result, or its error."""
    try:
        return call()
    except TillError as error:
        return error


def ids_and_error(intents: Iterator[DetailedIntent]) -> tuple[list[str], Optional[str]]:
    """What an iterator hands over, and the code of the error that ends it."""
    seen = []
    try:
        for intent in intents:
            seen.append(intent.id)  # noqa: PERF401 what came before the error counts
    except TillError as error:
        return seen, error.code
    return seen, None


class PagesTest(ClientCase):
    def assert_keyed(self, requests: list[Received]) -> None:
        for request in requests:
            self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def test_an_intent_is_retrieved_with_all_that_it_has(self) -> None:
        for one in pages["intents"]:
            with self.subTest(one["name"]), answering(always(http_answer(one["body"].encode()))) as (url, received):
                intent = self.client(url, KEY).intents.retrieve(one["intent"]["id"])
                self.assertEqual(plain(intent), as_read(one["intent"]))
                hash(intent)
                self.assertEqual(received[0].target, f"/api/v1/payment-intents/{one['intent']['id']}")
                self.assert_keyed(received)

    def test_the_iterator_goes_through_all_pages(self) -> None:
        for one in pages["lists"]:
            with self.subTest(one["name"]), scripted(one["answers"]) as (url, received):
                seen = ids_and_error(self.client(url, KEY).intents.iterate(**one["list"]))
                self.assertEqual(seen, (one["ids"], one["error"]))
                self.assertEqual([query_of(request) for request in received], one["queries"])
                self.assertEqual(
                    {request.target.partition("?")[0] for request in received}, {"/api/v1/payment-intents"}
                )
                self.assert_keyed(received)

    def test_a_list_is_one_page(self) -> None:
        for one in pages["lists"]:
            with self.subTest(one["name"]), scripted(one["answers"]) as (url, _):
                page = code_of(partial(self.client(url, KEY).intents.list, **one["list"]))
                if isinstance(page, TillError):
                    self.assertEqual((one["first"], page.code), (None, one["error"]))
                    continue
                got: Any = page
                first = {"ids": [intent.id for intent in got.data], "has_more": got.has_more, "next": got.next}
                self.assertEqual(first, one["first"])

    def test_a_page_is_read_when_it_is_needed_and_not_before(self) -> None:
        answers = next(one["answers"] for one in pages["lists"] if len(one["queries"]) == 3)
        with scripted(answers) as (url, received):
            intents = self.client(url, KEY).intents.iterate()
            self.assertEqual(len(received), 0)
            next(intents)
            self.assertEqual(len(received), 1)

    def test_times_need_a_zone(self) -> None:
        with scripted(pages["lists"][0]["answers"]) as (url, received):
            client = self.client(url, KEY)
            client.intents.list(created_after=datetime(2026, 3, 1, tzinfo=timezone.utc))
            self.assertEqual(query_of(received[0]), {"created_after": "2026-03-01T00:00:00Z"})
            with self.assertRaises(ConfigurationError):
                client.intents.list(created_before=datetime(2026, 3, 1))  # noqa: DTZ001
            self.assertEqual(len(received), 1)

    def test_a_call_for_one_terminal_names_it(self) -> None:
        with answering(always(http_answer({}))) as (url, received):
            client = self.client(url, KEY)
            code_of(lambda: client.intents.create("1", terminal_id=TERMINAL))
            code_of(lambda: client.reports.sales(start="2026-03-01", terminal_id=TERMINAL))
        self.assertEqual(json.loads(received[0].body), {"amount_usdt": 1, "terminal_id": TERMINAL})
        self.assertEqual(query_of(received[1]), {"start": "2026-03-01", "terminal_id": TERMINAL})

    def test_an_id_that_a_path_cannot_carry_is_refused_before_anything_is_sent(self) -> None:
        with scripted([]) as (url, received):
            client = self.client(url, KEY)
            calls = [getattr(client.webhook_endpoints, name) for name in CALLS]
            for id in [*pages["refused_ids"], None]:
                for call in [client.intents.retrieve, *calls]:
                    with self.assertRaises(InvalidRequestError) as caught:
                        call(id)
                    self.assertEqual(caught.exception.code, "invalid_id")
            self.assertEqual(received, [])


class EndpointsTest(ClientCase):
    def test_every_call_asks_and_reads_as_it_should(self) -> None:
        for one in pages["endpoints"]:
            with self.subTest(one["name"]), scripted([one]) as (url, received):
                call = getattr(self.client(url, KEY).webhook_endpoints, one["call"])
                result = code_of(partial(call, **one["arguments"]))
                if isinstance(result, TillError):
                    self.assertEqual(result.code, one["error"])
                else:
                    self.assertEqual((plain(result), None), (as_read(one["result"]), one["error"]))
                [request] = received
                self.assertEqual((request.method, request.target), (one["method"], f"/api/v1{one['path']}"))
                self.assertEqual(json.loads(request.body or b"null"), one["request"])
                self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def test_a_call_is_made_again_only_where_that_is_safe(self) -> None:
        refusal = {"headers": {}, "body": '{"error":"Later.","code":"x"}'}
        for retry in pages["retries"]:
            one = next(one for one in pages["endpoints"] if one["call"] == retry["call"] and one["error"] is None)
            for status, again in ((503, retry["after_503"]), (429, retry["after_429"])):
                answers = [{**refusal, "status": status}, one]
                with self.subTest(retry["call"], status=status), scripted(answers) as (url, received):
                    call = getattr(self.client(url, KEY).webhook_endpoints, retry["call"])
                    result = code_of(partial(call, **one["arguments"]))
                    self.assertEqual(isinstance(result, TillError), not again)
                    self.assertEqual([request.method for request in received], [retry["method"]] * (2 if again else 1))

    def test_a_test_event_has_ten_seconds_more_than_other_calls(self) -> None:
        one = next(one for one in pages["endpoints"] if one["call"] == "test")

        def slowly(_: Received) -> bytes:
            threading.Event().wait(0.3)
            return http_answer(one["body"].encode())

        with answering(slowly) as (url, _):
            client = self.client(url, KEY, timeout=0.1, max_retries=0)
            self.assertEqual(client.webhook_endpoints.test("x").status, "delivered")
            self.assertIn("0.1 s", str(code_of(lambda: client.webhook_endpoints.retrieve("x"))))

    def test_the_secret_of_an_endpoint_is_not_printed_with_it(self) -> None:
        one = next(one for one in pages["endpoints"] if one["call"] == "create")
        with scripted([one]) as (url, _):
            endpoint = self.client(url, KEY).webhook_endpoints.create("https://shop.example")
        self.assertIsNotNone(endpoint.secret)
        self.assertNotIn("whsec_", repr(endpoint))


class AsyncPagesTest(Asynchronous, PagesTest):
    pass


class AsyncEndpointsTest(Asynchronous, EndpointsTest):
    pass
