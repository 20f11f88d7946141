from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import datetime, timezone
from decimal import Decimal
from functools import partial
from typing import Any, Callable, Optional, Union

from till import ConfigurationError, DetailedIntent, InvalidAmountError, InvalidRequestError, Refund, TillError

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


def ids_and_error(items: Iterator[Union[DetailedIntent, Refund]]) -> tuple[list[str], Optional[str]]:
    """What an iterator hands over, and the code of the error that ends it."""
    seen = []
    try:
        for item in items:
            seen.append(item.id)  # noqa: PERF401 what came before the error counts
    except TillError as error:
        return seen, error.code
    return seen, None


class KeyedCase(ClientCase):
    def assert_keyed(self, requests: list[Received]) -> None:
        for request in requests:
            self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def assert_calls(self, part: str, wanted: list[dict[str, Any]]) -> None:
        """The calls of a part of the client ask and read as they should."""
        for one in wanted:
            with self.subTest(one["name"]), scripted([one]) as (url, received):
                call = getattr(getattr(self.client(url, KEY), part), one["call"])
                result = code_of(partial(call, **one["arguments"]))
                if isinstance(result, TillError):
                    self.assertEqual(result.code, one["error"])
                else:
                    self.assertEqual((plain(result), None), (as_read(one["result"]), one["error"]))
                [request] = received
                self.assertEqual((request.method, request.target), (one["method"], f"/api/v1{one['path']}"))
                self.assertEqual(json.loads(request.body or b"null"), one["request"])
                self.assert_keyed(received)

    def assert_made_again(self, part: str, wanted: list[dict[str, Any]], retries: list[dict[str, Any]]) -> None:
        refusal = {"headers": {}, "body": '{"error":"Later.","code":"x"}'}
        for retry in retries:
            one = next(one for one in wanted if one["call"] == retry["call"] and one["error"] is None)
            for status, again in ((503, retry["after_503"]), (429, retry["after_429"])):
                answers = [{**refusal, "status": status}, one]
                with self.subTest(retry["call"], status=status), scripted(answers) as (url, received):
                    call = getattr(getattr(self.client(url, KEY), part), retry["call"])
                    result = code_of(partial(call, **one["arguments"]))
                    self.assertEqual(isinstance(result, TillError), not again)
                    self.assertEqual([request.method for request in received], [retry["method"]] * (2 if again else 1))

    def assert_iterated(self, part: str, path: str, lists: list[dict[str, Any]]) -> None:
        for one in lists:
            with self.subTest(one["name"]), scripted(one["answers"]) as (url, received):
                seen = ids_and_error(getattr(self.client(url, KEY), part).iterate(**one["list"]))
                self.assertEqual(seen, (one["ids"], one["error"]))
                self.assertEqual([query_of(request) for request in received], one["queries"])
                self.assertEqual({request.target.partition("?")[0] for request in received}, {path})
                self.assert_keyed(received)

    def assert_first_page(self, part: str, lists: list[dict[str, Any]]) -> None:
        for one in lists:
            with self.subTest(one["name"]), scripted(one["answers"]) as (url, _):
                page = code_of(partial(getattr(self.client(url, KEY), part).list, **one["list"]))
                if isinstance(page, TillError):
                    self.assertEqual((one["first"], page.code), (None, one["error"]))
                    continue
                got: Any = page
                first = {"ids": [item.id for item in got.data], "has_more": got.has_more, "next": got.next}
                self.assertEqual(first, one["first"])


class PagesTest(KeyedCase):
    def test_an_intent_is_retrieved_with_all_that_it_has(self) -> None:
        for one in pages["intents"]:
            with self.subTest(one["name"]), answering(always(http_answer(one["body"].encode()))) as (url, received):
                intent = self.client(url, KEY).intents.retrieve(one["intent"]["id"])
                self.assertEqual(plain(intent), as_read(one["intent"]))
                hash(intent)
                self.assertEqual(received[0].target, f"/api/v1/payment-intents/{one['intent']['id']}")
                self.assert_keyed(received)

    def test_the_iterator_goes_through_all_pages(self) -> None:
        self.assert_iterated("intents", "/api/v1/payment-intents", pages["lists"])

    def test_a_list_is_one_page(self) -> None:
        self.assert_first_page("intents", pages["lists"])

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
                for call in [client.intents.retrieve, client.refunds.retrieve, client.refunds.cancel, *calls]:
                    with self.assertRaises(InvalidRequestError) as caught:
                        call(id)
                    self.assertEqual(caught.exception.code, "invalid_id")
            self.assertEqual(received, [])


class PricesTest(KeyedCase):
    def test_an_intent_is_created_by_price(self) -> None:
        self.assert_calls("intents", pages["creates"])

    def test_it_is_made_again(self) -> None:
        again = {"call": "create", "method": "POST", "after_503": True, "after_429": True}
        self.assert_made_again("intents", pages["creates"], [again])

    def test_digits_are_sent_as_they_are(self) -> None:
        made = pages["creates"][0]
        given: list[tuple[Any, str]] = [
            ("24.90", "24.90"),
            (Decimal("24.90"), "24.90"),
            (Decimal("1E+3"), "1000"),
            (Decimal("1E-3"), "0.001"),
            (25, "25"),
        ]
        for amount, text in given:
            with self.subTest(amount), scripted([made]) as (url, received):
                intent = self.client(url, KEY).intents.create(amount=amount, currency="EUR")
                self.assertEqual(received[0].body.decode(), f'{{"amount":"{text}","currency":"EUR"}}')
                assert intent.quote is not None
                self.assertEqual(str(intent.quote.amount), "24.90")

    def test_what_is_not_one_exact_amount_is_refused_before_anything_is_sent(self) -> None:
        refused: list[dict[str, Any]] = [
            {"currency": "EUR"},
            {"amount_usdt": "24.90", "currency": "EUR"},
            {"amount": "24.90", "currency": "EUR", "amount_usdt": "24.90"},
            {"amount": "24.90", "currency": "EUR", "amount_micros": 1},
            {"amount": 24.9, "currency": "EUR"},
            {"amount": True, "currency": "EUR"},
            {"amount": Decimal("NaN"), "currency": "EUR"},
            {"amount": Decimal("1E+999999999"), "currency": "EUR"},
            {"amount": b"1", "currency": "EUR"},
        ]
        with scripted([]) as (url, received):
            client = self.client(url, KEY)
            for given in refused:
                with self.subTest(str(given)), self.assertRaises(InvalidAmountError) as caught:
                    client.intents.create(**given)
                self.assertIsNone(caught.exception.status)
            self.assertEqual(received, [])

    def test_the_currency_of_a_price_is_left_to_the_service(self) -> None:
        no = next(one for one in pages["creates"] if one["error"] == "invalid_currency")
        with scripted([no]) as (url, received):
            error: Any = code_of(lambda: self.client(url, KEY).intents.create(amount="24.90"))
            self.assertEqual(error.code, "invalid_currency")
            self.assertEqual(received[0].body, b'{"amount":"24.90"}')


class EndpointsTest(KeyedCase):
    def test_every_call_asks_and_reads_as_it_should(self) -> None:
        self.assert_calls("webhook_endpoints", pages["endpoints"])

    def test_a_call_is_made_again_only_where_that_is_safe(self) -> None:
        self.assert_made_again("webhook_endpoints", pages["endpoints"], pages["retries"])

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


class RefundsTest(KeyedCase):
    def test_every_call_asks_and_reads_as_it_should(self) -> None:
        self.assert_calls("refunds", pages["refunds"])

    def test_every_call_is_made_again(self) -> None:
        self.assert_made_again("refunds", pages["refunds"], pages["refund_retries"])

    def test_the_iterator_goes_through_all_pages(self) -> None:
        self.assert_iterated("refunds", "/api/v1/refunds", pages["refund_lists"])

    def test_a_list_is_one_page(self) -> None:
        self.assert_first_page("refunds", pages["refund_lists"])

    def test_one_idempotency_key_for_all_attempts_and_one_for_each_call_unless_it_is_given_one(self) -> None:
        made = next(one for one in pages["refunds"] if one["call"] == "create")
        later = {"status": 503, "headers": {}, "body": '{"error":"Later.","code":"api_error"}'}
        with scripted([later, made, made, made, made]) as (url, received):
            refunds = self.client(url, KEY).refunds
            refunds.create(TERMINAL, amount_micros=1)
            refunds.create(TERMINAL, amount_micros=1)
            refunds.create(TERMINAL, amount_micros=1, idempotency_key="return-1042-1")
            refunds.cancel(TERMINAL)
        first, again, second, third, cancel = [request.headers.get("idempotency-key") for request in received]
        self.assertRegex(str(first), r"^[0-9a-f-]{36}$")
        self.assertEqual((again, third, cancel), (first, "return-1042-1", None))
        self.assertNotEqual(second, first)
        self.assertEqual(received[0].body.decode(), f'{{"amount_usdt":0.000001,"intent_id":"{TERMINAL}"}}')

    def test_an_amount_or_a_key_that_cannot_be_is_refused_before_anything_is_sent(self) -> None:
        with scripted([]) as (url, received):
            refunds = self.client(url, KEY).refunds
            for amount, key, code in (
                ("0", None, "invalid_amount"),
                ("0.0000001", None, "invalid_amount"),
                ("1", "é", "invalid_idempotency_key"),
            ):
                error: Any = code_of(partial(refunds.create, TERMINAL, amount, idempotency_key=key))
                self.assertEqual(error.code, code)
            self.assertEqual(received, [])


class AsyncPagesTest(Asynchronous, PagesTest):
    pass


class AsyncPricesTest(Asynchronous, PricesTest):
    pass


class AsyncEndpointsTest(Asynchronous, EndpointsTest):
    pass


class AsyncRefundsTest(Asynchronous, RefundsTest):
    pass
