from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import fields
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, get_type_hints

import till
from till import (
    ApiError,
    AsyncTill,
    ConflictError,
    ConnectionFailedError,
    InvalidRequestError,
    NotFoundError,
    RateLimitError,
    ServerError,
)

from .support import (
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
class CallsTest(ClientCase):
    def test_an_intent_is_created_with_everything_it_may_have_and_read_again(self) -> None:
        client = self.client()
        made = client.intents.create(
            "12.50",
            reference="order-1042 🧾",
            metadata={"cart": "8812", "__class__": "\u2028"},
            expires_in=900,
            success_url="https://shop.example/thanks?order=1042&x=ü",
            cancel_url="https://shop.example/cart",
        )
        self.assertEqual((made.status, made.environment, made.livemode), ("pending", "sandbox", False))
        self.assertEqual((made.reference, made.terminal_name), ("order-1042 🧾", "Front desk"))
        self.assertEqual(made.metadata, {"cart": "8812", "__class__": "\u2028"})
        self.assertEqual(made.success_url, "https://shop.example/thanks?order=1042&x=ü")
        self.assertEqual(made.cancel_url, "https://shop.example/cart")
        self.assertEqual(made.checkout_uri, f"service:pay?intent={made.id}")
        self.assertEqual(made.checkout_url, f"{setting('URL')}/pay/{made.id}")
        left = made.expires_at - datetime.now(timezone.utc)
        self.assertTrue(timedelta(seconds=800) < left < timedelta(seconds=1_000))
        intent = client.intents.get(made.id)
        for member in fields(till.Intent):
            self.assertEqual(getattr(intent, member.name), getattr(made, member.name))
        hash(made)

    def test_what_an_intent_was_not_given_it_does_not_have(self) -> None:
        made = self.client().intents.create(Decimal(3))
        self.assertEqual((made.reference, made.metadata), (None, None))

    def test_an_intent_is_cancelled_once_and_again_it_is_a_conflict(self) -> None:
        client = self.client()
        made = client.intents.create(1)
        self.assertEqual(client.intents.cancel(made.id).status, "cancelled")
        with self.assertRaises(ConflictError) as caught:
            client.intents.cancel(made.id)
        self.assertEqual(caught.exception.code, "invalid_transition")
        self.assertTrue(caught.exception.request_id)

    def test_a_simulated_customer_does_what_was_said(self) -> None:
        client = self.client()
        outcomes = {"paid": "paid", "underpaid": "pending", "overpaid": "paid", "late": "expired", "expired": "expired"}
        for outcome, status in outcomes.items():
            with self.subTest(outcome):
                made = client.intents.create("2.5")
                self.assertEqual(client.sandbox.simulate(made.id, outcome).status, status)

    def test_a_demo_intent_tells_when_it_pays_itself(self) -> None:
        demo = self.client().sandbox.create_demo()
        self.assertEqual((demo.environment, demo.auto_completes_in), ("sandbox", timedelta(seconds=6)))
        self.assertEqual(demo.amount_usdt * 1_000_000, demo.amount_micros)
        self.assertEqual(self.client().intents.get(demo.id).amount_micros, demo.amount_micros)

    def test_the_sales_of_a_period_count_what_was_paid(self) -> None:
        client = self.client()
        before = client.reports.sales()
        client.sandbox.simulate(client.intents.create("0.000001").id)
        after = client.reports.sales()
        self.assertEqual(after.sales_count - before.sales_count, 1)
        self.assertEqual(after.total_micros - before.total_micros, 1)
        self.assertEqual(after.total_usdt - before.total_usdt, Decimal("0.000001"))
        self.assertEqual(
            (after.merchant_name, after.terminal_name, after.currency), ("Shop of python", "Front desk", "USDT")
        )

    def test_a_period_may_be_given_as_moments_days_or_text(self) -> None:
        client = self.client()
        start, end = (
            datetime(2026, 3, 1, 9, tzinfo=timezone(timedelta(hours=2))),
            datetime(2026, 4, 1, tzinfo=timezone.utc),
        )
        report = client.reports.sales(start=start, end=end)
        self.assertEqual((report.start, report.end), (start, end))
        days = client.reports.sales(start=date(2026, 3, 1), end=date(2026, 3, 2))
        self.assertEqual(days, client.reports.sales(start="2026-03-01", end="2026-03-02"))
        with self.assertRaises(InvalidRequestError) as caught:
            client.reports.sales(start="yesterday")
        self.assertEqual(caught.exception.code, "invalid_period")

    def test_an_intent_that_is_not_there_and_an_id_that_is_none(self) -> None:
        client = self.client()
        with self.assertRaises(NotFoundError):
            client.intents.get("00000000-0000-4000-8000-000000000000")
        with self.assertRaises(InvalidRequestError) as caught:
            client.intents.get("a&b=c ü")
        self.assertEqual(caught.exception.code, "invalid_id")

    def test_a_key_that_is_not_known_is_an_authentication_error_asked_once(self) -> None:
        faults = Faults("ok")
        with self.assertRaises(till.AuthenticationError) as caught:
            self.client(faults.url, KEY).intents.create("1")
        self.assertEqual((caught.exception.code, caught.exception.status), ("invalid_api_key", 401))
        self.assertEqual(len(faults.requests()), 1)


class AsyncCallsTest(Asynchronous, CallsTest):
    pass


@needs_service
class RetriesTest(ClientCase):
    def test_a_lost_answer_makes_one_intent_and_not_two(self) -> None:
        faults = Faults("lost.503.drop.ok")
        client = self.client(faults.url)
        before = self.client().reports.sales().sales_count
        made = client.intents.create("4.2", reference="order-1")
        keys = [request["headers"]["idempotency-key"] for request in faults.requests()]
        self.assertEqual((len(keys), len(set(keys))), (4, 1))
        again = self.client().intents.create("4.2", reference="order-1", idempotency_key=keys[0])
        self.assertEqual(again.id, made.id)
        self.assertEqual(self.client().reports.sales().sales_count, before)

    def test_each_call_has_an_idempotency_key_of_its_own_unless_it_is_given_one(self) -> None:
        faults = Faults("ok")
        client = self.client(faults.url)
        first, second = client.intents.create("1"), client.intents.create("1")
        self.assertNotEqual(first.id, second.id)
        given = [client.intents.create("1", idempotency_key=f"order {first.id}").id for _ in range(2)]
        self.assertEqual(given[0], given[1])
        client.intents.cancel(first.id, idempotency_key=f"cancel {first.id}")
        keys = [request["headers"]["idempotency-key"] for request in faults.requests()]
        self.assertEqual(len(set(keys[:2])), 2)
        self.assertEqual(keys[2:], [f"order {first.id}"] * 2 + [f"cancel {first.id}"])

    def test_a_key_that_was_used_for_something_else_is_a_conflict(self) -> None:
        client = self.client()
        key = client.intents.create("1").id
        client.intents.create("1", idempotency_key=key)
        with self.assertRaises(ConflictError) as caught:
            client.intents.create("2", idempotency_key=key)
        self.assertEqual(caught.exception.code, "idempotency_conflict")

    def test_a_cancel_whose_answer_was_lost_is_asked_again_and_no_conflict(self) -> None:
        made = self.client().intents.create("1")
        faults = Faults("lost.500.ok")
        self.assertEqual(self.client(faults.url).intents.cancel(made.id).status, "cancelled")
        self.assertEqual(len(faults.requests()), 3)

    def test_reads_and_demo_intents_are_asked_again(self) -> None:
        made = self.client().intents.create("1")
        calls: list[Callable[[till.Till], Any]] = [
            lambda client: client.intents.get(made.id),
            lambda client: client.reports.sales(),
            lambda client: client.sandbox.create_demo(),
        ]
        for call in calls:
            faults = Faults("drop.html502.429w0.ok")
            call(self.client(faults.url))
            self.assertEqual(len(faults.requests()), 4)

    def test_no_more_than_four_attempts_are_made_and_the_last_error_comes(self) -> None:
        faults = Faults("500.drop.503.html502.ok")
        with self.assertRaises(ServerError) as caught:
            self.client(faults.url).intents.get("x")
        self.assertEqual((caught.exception.status, len(faults.requests())), (502, 4))
        faults = Faults("drop.ok")
        with self.assertRaises(ConnectionFailedError):
            self.client(faults.url, max_retries=0).intents.get("x")
        self.assertEqual(len(faults.requests()), 1)

    def test_a_simulation_is_not_asked_again_after_a_lost_answer_or_an_error_but_after_429(self) -> None:
        client = self.client()
        for plan, error in (("lost", ConnectionFailedError), ("500", ServerError), ("drop", ConnectionFailedError)):
            faults = Faults(plan)
            made = client.intents.create("1")
            with self.assertRaises(error):
                self.client(faults.url).sandbox.simulate(made.id)
            self.assertEqual(len(faults.requests()), 1)
            self.assertEqual(client.intents.get(made.id).status, "paid" if plan == "lost" else "pending")
        faults = Faults("429w0.ok")
        made = client.intents.create("1")
        self.assertEqual(self.client(faults.url).sandbox.simulate(made.id).status, "paid")
        self.assertEqual(len(faults.requests()), 2)

    def test_retry_after_is_waited_for(self) -> None:
        faults = Faults("429.ok")
        made = self.client(faults.url).intents.create("1")
        first, second = (request["atMs"] for request in faults.requests())
        self.assertTrue(made.id)
        self.assertGreaterEqual(second - first, 990)

    def test_a_redirect_is_not_followed(self) -> None:
        faults = Faults("redirect")
        with self.assertRaises(ApiError) as caught:
            self.client(faults.url).intents.create("1")
        self.assertEqual((caught.exception.code, caught.exception.status), ("unexpected_answer", 302))
        self.assertEqual(len(faults.requests()), 1)

    def test_a_slow_service_is_waited_for_within_the_timeout_and_not_beyond(self) -> None:
        faults = Faults("slow1500")
        self.assertTrue(self.client(faults.url).intents.create("1").id)
        self.assertEqual(len(faults.requests()), 1)
        begun = time.monotonic()
        with self.assertRaises(ConnectionFailedError) as caught:
            self.client(Faults("hang").url, timeout=0.4, max_retries=0).intents.get("x")
        self.assertGreaterEqual(time.monotonic() - begun, 0.4)
        self.assertEqual(caught.exception.message, "The service did not respond within 0.4 s.")

    def test_a_call_may_have_a_timeout_and_retries_of_its_own(self) -> None:
        with self.assertRaises(ConnectionFailedError) as caught:
            self.client(Faults("hang").url).intents.get("x", timeout=0.2, max_retries=0)
        self.assertEqual(caught.exception.message, "The service did not respond within 0.2 s.")
        faults = Faults("500.500.500")
        with self.assertRaises(ServerError):
            self.client(faults.url).intents.get("x", max_retries=1)
        self.assertEqual(len(faults.requests()), 2)

    def test_a_service_that_does_not_answer_is_asked_again(self) -> None:
        made = self.client().intents.create("1")
        faults = Faults("hang")
        # a first answer can only come to a second request
        read = self.client(faults.url, max_retries=20).intents.get(made.id, timeout=1)
        self.assertEqual(read.id, made.id)
        self.assertGreater(len(faults.requests()), 1)

    def test_a_call_outlasts_a_restart_of_the_service(self) -> None:
        client = self.client(max_retries=30)
        made = client.intents.create("1")
        control("stop")
        try:
            with self.assertRaises(ConnectionFailedError):
                client.intents.get(made.id, max_retries=0)
        finally:
            control("start")
        self.assertEqual(client.intents.get(made.id).id, made.id)

    def test_the_key_goes_with_create_cancel_and_sales_and_with_nothing_else(self) -> None:
        faults = Faults("ok")
        client = self.client(faults.url)
        made = client.intents.create("1")
        client.intents.get(made.id)
        client.sandbox.simulate(made.id, "underpaid")
        client.sandbox.create_demo()
        client.reports.sales()
        with self.assertRaises(ConflictError):
            client.intents.cancel(made.id)
        seen = [
            (request["method"], request["path"].partition("?")[0], request["headers"].get("authorization"))
            for request in faults.requests()
        ]
        bearer = f"Bearer {setting('API_KEY')}"
        self.assertEqual(
            seen,
            [
                ("POST", "/api/v1/create-payment-intent", bearer),
                ("GET", "/api/v1/intent-status", None),
                ("POST", "/api/v1/simulate-payment", None),
                ("POST", "/api/v1/demo-create-intent", None),
                ("GET", "/api/v1/get-terminal-sales", bearer),
                ("POST", "/api/v1/cancel-payment-intent", bearer),
            ],
        )

    def test_a_request_is_what_is_documented_and_options_left_out_are_absent(self) -> None:
        faults = Faults("ok")
        client = self.client(faults.url)
        made = client.intents.create("12.50")
        client.sandbox.simulate(made.id)
        first, second = faults.requests()
        self.assertEqual(first["body"], '{"amount_usdt":12.5}')
        self.assertEqual(json.loads(second["body"]), {"id": made.id, "outcome": "paid"})
        self.assertRegex(first["headers"]["user-agent"], r"^till-python/\d+\.\d+\.\d+ python/3\.\d+\.\d+")
        self.assertEqual(first["headers"]["content-type"], "application/json")
        self.assertNotIn("idempotency-key", second["headers"])


class AsyncRetriesTest(Asynchronous, RetriesTest):
    pass


class PausesTest(ClientCase):
    def test_a_pause_longer_than_ten_seconds_is_the_callers_to_wait_for(self) -> None:
        with answering(lambda _: http_answer({}, 429, {"retry-after": "11"})) as (url, received):
            with self.assertRaises(RateLimitError) as caught:
                self.client(url, KEY).intents.get("x")
            self.assertEqual((caught.exception.retry_after_seconds, len(received)), (11, 1))


class AsyncPausesTest(Asynchronous, PausesTest):
    pass


class ShapeTest(ClientCase):
    def test_both_clients_have_the_same_calls_with_the_same_arguments(self) -> None:
        import inspect  # noqa: PLC0415

        for name in ("Intents", "Sandbox", "Reports", "Events", "WebhookEndpoints"):
            one, other = getattr(till, name), getattr(till, f"Async{name}")
            names = [call for call in vars(one) if not call.startswith("_")]
            self.assertEqual(names, [call for call in vars(other) if not call.startswith("_")])
            for call in names:
                first, second = (inspect.signature(getattr(kind, call)) for kind in (one, other))
                if call in {"iterate", "listen"}:  # iterators of two kinds
                    self.assertEqual(list(first.parameters), list(second.parameters))
                    continue
                self.assertEqual(first, second)
                self.assertTrue(asyncio.iscoroutinefunction(getattr(other, call)))
        signature = str(inspect.signature(AsyncTill)).replace("AsyncClient", "Client")
        self.assertEqual(str(inspect.signature(till.Till)), signature)

    def test_annotations_can_be_evaluated_at_run_time(self) -> None:
        for name in till.__all__:
            member = getattr(till, name)
            if isinstance(member, type) and "__dataclass_fields__" in vars(member):
                self.assertEqual(list(get_type_hints(member)), [one.name for one in fields(member)])

    def test_members_stand_in_the_documented_order(self) -> None:
        documented = {
            till.Intent: "id amount_usdt amount_micros status environment livemode expires_at",
            till.CreatedIntent: "id amount_usdt amount_micros status environment livemode expires_at"
            " checkout_uri checkout_url reference metadata terminal_name success_url cancel_url quote",
            till.DemoIntent: "id amount_usdt amount_micros environment expires_at auto_completes_in",
            till.DetailedIntent: "id terminal_id terminal_name environment livemode status amount_usdt amount_micros"
            " received_usdt received_micros remaining_usdt remaining_micros overpaid_usdt overpaid_micros flags"
            " reference metadata success_url cancel_url checkout_url receive_address created_at expires_at paid_at"
            " expired_at cancelled_at transfers refunds refund_address quote",
            till.Quote: "currency amount rate source quoted_at spread_bps",
            till.IntentTransfer: "id tx_hash from_address amount_usdt amount_micros block_number confirmations"
            " received_at counted simulated",
            till.IntentRefund: "id amount_usdt amount_micros status tx_hash created_at to_address",
            till.Page: "data has_more next",
            till.CreatedWebhookEndpoint: "id url event_types terminal_id environment livemode status disabled_reason"
            " failing_since created_at created secret",
            till.RotatedWebhookEndpoint: "id url event_types terminal_id environment livemode status disabled_reason"
            " failing_since created_at secret takes_over_at",
            till.TestEventResult: "event_id status response_status error",
            till.SalesReport: "merchant_name terminal_name start end total_usdt total_micros currency sales_count "
            "refunded_usdt refunded_micros refunds_count net_usdt net_micros",
        }
        for kind, members in documented.items():
            self.assertEqual([one.name for one in fields(kind)], members.split())
