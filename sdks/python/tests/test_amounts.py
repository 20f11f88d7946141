from __future__ import annotations

import decimal
import json
import re
import unittest
from decimal import Decimal
from typing import Any

from till import ApiError, InvalidAmountError
from till._amounts import micros_of_digits

from .support import INTENT, KEY, Asynchronous, ClientCase, Received, answering, http_answer, needs_service, vectors

amounts = vectors("amounts")


def created(request: Received) -> bytes:
    """Gives back the amount that was asked for, digit by digit."""
    asked = re.search(rb'"amount_usdt":([^,}]+)', request.body)
    intent = json.dumps({**INTENT, "checkout_uri": "service:pay"}).replace("12.5", asked[1].decode() if asked else "")
    return http_answer(f'{{"terminal":"Bar","intent":{intent}}}'.encode())


def report(number: str) -> bytes:
    return http_answer(
        f"""{{"merchant_name":"M","terminal_name":"T",
        "reconciliation_period":{{"start":"2026-03-01T00:00:00Z","end":"2026-03-02T00:00:00Z"}},
        "summary":{{"total_collected":{number},"currency":"USDT","sales_count":1}}}}""".encode()
    )


class AmountsTest(ClientCase):
    def test_an_amount_that_can_be_asked_for_is_sent_digit_by_digit_and_comes_back_the_same(self) -> None:
        inputs: list[tuple[dict[str, Any], str, str]] = []
        for one in amounts["taken"]:
            inputs += [({"amount_usdt": kind(one["usdt"])}, one["json"], one["micros"]) for kind in (str, Decimal)]
        for one in amounts["micros"]["taken"]:
            inputs.append(({"amount_micros": int(one["micros"])}, one["json"], one["micros"]))
        inputs += [
            ({"amount_usdt": 100}, "100", "100000000"),
            ({"amount_usdt": Decimal("1E+2")}, "100", "100000000"),
            ({"amount_usdt": Decimal("1.5E-6") * 2}, "0.000003", "3"),
            ({"amount_usdt": 999_999_999}, "999999999", "999999999000000"),
        ]
        with answering(created) as (url, received):
            client = self.client(url, KEY)
            for given, digits, micros in inputs:
                with self.subTest(given):
                    intent = client.intents.create(**given)
                    self.assertEqual(received[-1].body, f'{{"amount_usdt":{digits}}}'.encode())
                    self.assertEqual(str(intent.amount_usdt), digits)
                    self.assertEqual(intent.amount_usdt, Decimal(digits))
                    self.assertEqual(intent.amount_micros, int(micros))

    def test_an_amount_that_cannot_be_asked_for_is_invalid_amount_and_nothing_is_sent(self) -> None:
        decimals = ["NaN", "sNaN", "Infinity", "-Infinity", "-1", "0", "-0", "0.0000001", "1E+9", "1E-999999999"]
        inputs: list[dict[str, Any]] = [
            *({"amount_usdt": one["usdt"]} for one in amounts["refused"]),
            *({"amount_usdt": number} for number in amounts["numbers"]["refused"]),
            *({"amount_usdt": one["number"] * 1.0} for one in amounts["numbers"]["taken"]),
            *({"amount_micros": int(micros)} for micros in amounts["micros"]["refused"]),
            *({"amount_usdt": Decimal(text)} for text in decimals),
            {"amount_usdt": Decimal("1E+999999999")},
            {"amount_usdt": "9" * 10_000},
            {"amount_usdt": 10**400},
            {"amount_usdt": True},
            {"amount_usdt": b"1"},
            {"amount_micros": 12.0},
            {"amount_micros": "12"},
            {"amount_micros": True},
            {},
            {"amount_usdt": "1", "amount_micros": 1_000_000},
        ]
        with answering(created) as (url, received):
            client = self.client(url, KEY)
            for given in inputs:
                with self.subTest(str(given)[:60]), self.assertRaises(InvalidAmountError) as caught:
                    client.intents.create(**given)
                self.assertEqual(caught.exception.code, "invalid_amount")
                self.assertIsNone(caught.exception.status)
            self.assertEqual(received, [])

    def test_the_precision_of_the_thread_does_not_round_amounts(self) -> None:
        with answering(created) as (url, received), decimal.localcontext() as context:
            context.prec = 3
            intent = self.client(url, KEY).intents.create(Decimal("123456789.123456"))
            self.assertEqual(received[0].body, b'{"amount_usdt":123456789.123456}')
            self.assertEqual(str(intent.amount_usdt), "123456789.123456")

    def test_a_number_in_an_answer_is_read_digit_by_digit(self) -> None:
        number = ""
        with answering(lambda _: report(number)) as (url, _):
            client = self.client(url, KEY)
            for one in amounts["answers"]["taken"]:
                number = one["json"]
                with self.subTest(number):
                    sales = client.reports.sales()
                    self.assertEqual(str(sales.total_usdt), one["usdt"])
                    self.assertEqual(sales.total_micros, int(one["micros"]))
            for number in [*amounts["answers"]["refused"], "NaN", "Infinity", "1" * 5_000, "1e99999999999999999999"]:
                with self.subTest(number[:40]), self.assertRaises(ApiError) as caught:
                    client.reports.sales()
                self.assertEqual(caught.exception.code, "unexpected_answer")

    @needs_service
    def test_the_service_takes_the_smallest_and_the_largest_amount_and_gives_them_back(self) -> None:
        client = self.client()
        for micros in (1, 999_999_999_999_999):
            intent = client.intents.create(amount_micros=micros)
            self.assertEqual(intent.amount_micros, micros)
            self.assertEqual(client.intents.get(intent.id).amount_micros, micros)


class AsyncAmountsTest(Asynchronous, AmountsTest):
    pass


class DigitsTest(unittest.TestCase):
    def test_digits_of_another_script_are_no_number(self) -> None:
        for text in ("١٢", "12\n", "1_0", "+1", "", "-", "1e", "1.", ".5", "0x1"):
            self.assertIsNone(micros_of_digits(text))
