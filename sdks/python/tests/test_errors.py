from __future__ import annotations

import copy
import pickle
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import cast

import till
from till import (
    ApiError,
    ConfigurationError,
    ConnectionFailedError,
    InvalidRequestError,
    RateLimitError,
    Till,
    TillError,
)
from till._errors import class_of

from .support import INTENT, KEY, Asynchronous, ClientCase, always, answering, http_answer, vectors

errors = vectors("errors")
# ConnectionError and PermissionError are Python's own
OUR_NAMES = {"Connection": "ConnectionFailedError", "Permission": "PermissionDeniedError"}


def kind(name: str) -> type[TillError]:
    found: type[TillError] = getattr(till, OUR_NAMES.get(name, f"{name}Error"))
    return found


class AnswersTest(ClientCase):
    def test_every_answer_becomes_the_error_that_it_stands_for(self) -> None:
        for one in errors["answers"]:
            with (
                self.subTest(one["name"]),
                answering(always(http_answer(one["body"].encode(), one["status"], one["headers"]))) as (
                    url,
                    received,
                ),
            ):
                client = self.client(url, KEY, max_retries=0)
                with self.assertRaises(ApiError) as caught:
                    client.intents.get("x")
                error, expected = caught.exception, one["error"]
                self.assertIs(type(error), kind(expected["class"]))
                facts = (error.code, error.status, error.request_id, error.retry_after_seconds)
                self.assertEqual(
                    facts, tuple(expected[name] for name in ("code", "status", "requestId", "retryAfterSeconds"))
                )
                self.assertTrue(error.message)
                if expected["message"] is not None:
                    self.assertEqual(error.message, expected["message"])
                self.assertEqual(len(received), 1)

    def test_an_answer_is_asked_for_again_exactly_when_that_can_help(self) -> None:
        for one in errors["answers"]:
            with (
                self.subTest(one["name"]),
                answering(always(http_answer(one["body"].encode(), one["status"], one["headers"]))) as (
                    url,
                    received,
                ),
            ):
                with self.assertRaises(ApiError):
                    self.client(url, KEY).intents.get("x", max_retries=1)
                self.assertEqual(len(received), 2 if one["retried"] else 1)

    def test_retry_after_may_be_a_date_reckoned_by_the_services_clock(self) -> None:
        wrong = datetime(2019, 1, 1, tzinfo=timezone.utc)
        for now in (wrong, datetime.now(timezone.utc)):
            later = format_datetime(now + timedelta(seconds=90), usegmt=True)
            headers = {"date": format_datetime(now, usegmt=True), "retry-after": later}
            with answering(always(http_answer({}, 429, headers))) as (url, received):
                with self.assertRaises(RateLimitError) as caught:
                    self.client(url, KEY).intents.get("x")
                self.assertIn(caught.exception.retry_after_seconds, (89, 90, 91))
                self.assertEqual(len(received), 1)

    def test_a_retry_after_that_is_not_understood_is_none(self) -> None:
        for value in ("soon", "-1", "1.5", "", "99999999999", "Mon, 99 Foo 2026 99:99:99 GMT"):
            with answering(always(http_answer({}, 429, {"retry-after": value}))) as (url, _):
                with self.subTest(value), self.assertRaises(RateLimitError) as caught:
                    self.client(url, KEY, max_retries=0).intents.get("x")
                self.assertIsNone(caught.exception.retry_after_seconds)

    def test_text_that_is_nested_too_deep_is_not_understood(self) -> None:
        with answering(lambda _: http_answer(b"[" * 100_000)) as (url, _), self.assertRaises(ApiError) as caught:
            self.client(url, KEY).intents.get("x")
        self.assertEqual(caught.exception.code, "unexpected_answer")

    def test_words_that_are_not_known_yet_come_through(self) -> None:
        answer = {**INTENT, "status": "disputed", "environment": "moon", "later": [1]}
        with answering(lambda _: http_answer(answer)) as (url, _):
            intent = self.client(url, KEY).intents.get("x")
        self.assertEqual((intent.status, intent.environment), ("disputed", "moon"))

    def test_a_moment_is_read_in_utc_whatever_its_offset(self) -> None:
        taken = {
            "2026-03-01T14:30:00+02:00": datetime(2026, 3, 1, 12, 30, tzinfo=timezone.utc),
            "2026-03-01T12:30:00.5Z": datetime(2026, 3, 1, 12, 30, 0, 500_000, timezone.utc),
            "2026-03-01T12:30:00.123456789-00:30": datetime(2026, 3, 1, 13, 0, 0, 123_456, timezone.utc),
        }
        text = ""
        with answering(lambda _: http_answer({**INTENT, "expires_at": text})) as (url, _):
            client = self.client(url, KEY)
            for text, moment in taken.items():  # noqa: B007
                self.assertEqual(client.intents.get("x").expires_at, moment)
            for text in ("2026-03-01", "2026-02-30T00:00:00Z", "2026-03-01T12:30:00", "0001-01-01T00:00:00+01:00"):
                with self.subTest(text), self.assertRaises(ApiError):
                    client.intents.get("x")


class AsyncAnswersTest(Asynchronous, AnswersTest):
    pass


class CodesTest(unittest.TestCase):
    def test_the_code_decides_the_class(self) -> None:
        for one in errors["codes"]:
            if one["class"] != "WebhookVerification":  # the service's own, for those who call it; none of its answers
                self.assertIs(class_of(one["code"], 418), kind(one["class"]), one["code"])
        for one in errors["library"]:
            self.assertEqual(kind(one["class"])("").code if one["class"] != "Api" else one["code"], one["code"])

    def test_every_class_has_the_one_base(self) -> None:
        for name in till.__all__:
            if name.endswith("Error"):
                self.assertTrue(issubclass(getattr(till, name), TillError), name)

    def test_errors_survive_pickle_and_copy(self) -> None:
        error = till.NotFoundError("No such intent.", code="gone", status=404, request_id="r", retry_after_seconds=3)
        refusal = till.WebhookVerificationError("Old.", reason="timestamp_too_old")
        for one in (error, refusal, till.WaitTimeoutError("Over.", intent=None)):
            for again in (pickle.loads(pickle.dumps(one)), copy.copy(one)):
                self.assertIs(type(again), type(one))
                self.assertEqual((str(again), vars(again)), (str(one), vars(one)))

    def test_an_error_in_a_log_says_message_code_and_request(self) -> None:
        error = till.NotFoundError("No such intent.", code="not_found", status=404, request_id="3b24")
        self.assertEqual(str(error), "No such intent. [not_found, request 3b24]")
        self.assertEqual(str(ConnectionFailedError("Nobody.")), "Nobody. [connection_failed]")


class ConfigurationTest(ClientCase):
    def test_what_is_no_key_is_refused_at_once(self) -> None:
        for key in (
            "",
            None,
            "svc_test_",
            "svc_live_",
            "sk_test_1",
            "svc_prod_1",
            f" {KEY}",
            f"{KEY}\n",
            "svc_test_é",
            7,
        ):
            with self.subTest(key), self.assertRaises(ConfigurationError) as caught:
                Till(cast("str", key), "https://till.example")
            self.assertEqual(caught.exception.code, "invalid_configuration")

    def test_what_is_no_address_is_refused_at_once_and_not_repeated(self) -> None:
        for url in (
            *("till.example", "ftp://till.example", "https://", "https:///x", "https://till.example?x=1", "//till"),
            *("https://u:hunter2@till.example", "https://hunter2@till.example", "https://till.example/#x"),
            *("https://till.example:99999", "https://till.example:x", "https://till example", " https://till.example"),
            *("https://till.example\n", "https://[::1", f"https://{'a' * 64}.example", "https://a..b", "file:///etc"),
        ):
            with self.subTest(url), self.assertRaises(ConfigurationError) as caught:
                self.client(url, KEY)
            self.assertNotIn("hunter2", str(caught.exception))
            self.assertIsNone(caught.exception.__cause__)

    def test_an_address_may_end_in_the_version_or_in_nothing(self) -> None:
        for url, meant in {
            "https://till.example": "https://till.example/api/v1",
            "HTTPS://Till.Example/": "https://till.example/api/v1",
            "https://till.example/api/v1": "https://till.example/api/v1",
            "https://till.example/api/v1//": "https://till.example/api/v1",
            "https://shop.example/pay": "https://shop.example/pay/api/v1",
            "http://localhost:3000": "http://localhost:3000/api/v1",
            "http://[::1]:3000": "http://[::1]:3000/api/v1",
            "https://käse.example": "https://xn--kse-qla.example/api/v1",
        }.items():
            self.assertEqual(repr(till.Till(KEY, url)), f"Till(environment='sandbox', base_url='{meant}')")

    def test_the_keys_prefix_selects_the_environment(self) -> None:
        sandbox, live = self.client("https://a.example", KEY), self.client("https://a.example", "svc_live_x")
        self.assertEqual((sandbox.environment, sandbox.livemode), ("sandbox", False))
        self.assertEqual((live.environment, live.livemode), ("live", True))

    def test_settings_that_are_none_are_refused(self) -> None:
        for settings in ({"timeout": 0}, {"timeout": -1}, {"timeout": "1"}, {"max_retries": -1}, {"max_retries": 1.5}):
            with self.subTest(settings), self.assertRaises(ConfigurationError):
                self.client("https://a.example", KEY, **settings)
        client = self.client("https://a.example", KEY)
        for call in (
            lambda: client.intents.get("x", timeout=0),
            lambda: client.intents.get("x", max_retries=-1),
            lambda: client.intents.wait("x", timeout=0),
            lambda: client.intents.wait("x", interval=0),
            lambda: client.reports.sales(start=datetime(2026, 3, 1)),  # noqa: DTZ001
        ):
            with self.assertRaises(ConfigurationError):
                call()

    def test_an_idempotency_key_that_cannot_be_sent_is_refused_at_once(self) -> None:
        client = self.client("https://a.example", KEY)
        for key in ("", "ü", "a\r\nx: y", "a" * 256):
            with self.subTest(key), self.assertRaises(InvalidRequestError) as caught:
                client.intents.create("1", idempotency_key=key)
            self.assertEqual((caught.exception.code, caught.exception.status), ("invalid_idempotency_key", None))


class AsyncConfigurationTest(Asynchronous, ConfigurationTest):
    pass
