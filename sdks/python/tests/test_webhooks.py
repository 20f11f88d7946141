from __future__ import annotations

import base64
import email.message
import io
import unittest
from dataclasses import fields
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, cast, get_args

import till
from till import (
    ConfigurationError,
    KeyRotated,
    PaymentSuccess,
    RawBody,
    TestPing,
    UnknownEvent,
    WebhookEvent,
    WebhookHeaders,
    WebhookVerificationError,
    WebhookVerifier,
)

from .support import KEY, Receiver, control, needs_service, setting, vectors

verify = vectors("verify")
events = vectors("events")
signed = vectors("signatures")["headers"]
SECRET, OTHER = verify["secrets"]["taken"][:2]
GENUINE = verify["cases"][0]


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, timezone.utc)


def verifier_of(case: dict[str, Any]) -> WebhookVerifier:
    return WebhookVerifier(case["secrets"], now=lambda: at(case["now"]))


def body_of(case: dict[str, Any]) -> bytes:
    return base64.b64decode(case["bodyBase64"]) if "bodyBase64" in case else str(case["body"]).encode()


def plain(event: WebhookEvent) -> dict[str, Any]:
    """An event as the vectors write it."""

    def written(value: object) -> object:
        if isinstance(value, datetime):
            return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return value if value is None or isinstance(value, (bool, str)) else str(value)

    members = {one.name: written(getattr(event, one.name)) for one in fields(event)}
    return {name: value for name, value in members.items() if name not in {"id", "body"}}


class VerifyTest(unittest.TestCase):
    def test_every_case_is_judged_as_described(self) -> None:
        for case in verify["cases"]:
            with self.subTest(case["name"]):
                if case["result"] == "genuine":
                    event = verifier_of(case).verify(body_of(case), case["headers"])
                    self.assertEqual(event.id, GENUINE["headers"]["webhook-id"])
                    continue
                with self.assertRaises(WebhookVerificationError) as caught:
                    verifier_of(case).verify(body_of(case), case["headers"])
                self.assertEqual(caught.exception.reason, case["result"])
                self.assertEqual(caught.exception.code, "signature_verification_failed")
                self.assertIsNone(caught.exception.status)
                self.assertTrue(caught.exception.message)

    def test_a_body_may_be_any_kind_of_raw_bytes_or_text(self) -> None:
        body = body_of(GENUINE)
        raw_bodies: tuple[RawBody, ...] = (body, bytearray(body), memoryview(body), body.decode())
        for raw_body in raw_bodies:
            event = verifier_of(GENUINE).verify(raw_body, GENUINE["headers"])
            self.assertIsInstance(event, PaymentSuccess)

    def test_a_parsed_body_says_so_before_anything_else(self) -> None:
        bodies: tuple[object, ...] = ({"event": "test.ping"}, [], None, 7)
        for body in bodies:
            with self.subTest(body), self.assertRaises(WebhookVerificationError) as caught:
                verifier_of(GENUINE).verify(cast("bytes", body), {})
            self.assertEqual(caught.exception.reason, "parsed_body")
            with self.assertRaises(WebhookVerificationError) as caught:
                verifier_of(GENUINE).verify_signature(cast("bytes", body), None)
            self.assertEqual(caught.exception.reason, "parsed_body")

    def test_headers_may_come_as_any_framework_hands_them_over(self) -> None:
        given: dict[str, str] = GENUINE["headers"]
        message = email.message.Message()
        for name, value in given.items():
            message[name] = value
        kinds: dict[str, WebhookHeaders] = {
            "http.server": message,
            "ASGI": [(name.lower().encode(), value.encode()) for name, value in given.items()],
            "WSGI's start_response": list(given.items()),
            "WSGI's environ": {
                **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in given.items()},
                "wsgi.version": (1, 0),
                "wsgi.input": io.BytesIO(),
                "wsgi.multithread": True,
                "CONTENT_LENGTH": "7",
            },
            **{one["name"]: one["headers"] for one in verify["spellings"]},
            "lists": {name: [value] for name, value in given.items()},
            "several values": [
                *((name, value) for name, value in given.items() if name != "webhook-signature"),
                ("Webhook-Signature", "v2,AAAA " + given["webhook-signature"] + " v1,AAAA"),
            ],
        }
        for kind, headers in kinds.items():
            with self.subTest(kind):
                verifier_of(GENUINE).verify(body_of(GENUINE), headers)

    def test_a_header_given_twice_is_joined_and_so_proves_nothing(self) -> None:
        twice = [*GENUINE["headers"].items(), *GENUINE["headers"].items()]
        with self.assertRaises(WebhookVerificationError) as caught:
            verifier_of(GENUINE).verify(body_of(GENUINE), twice)
        self.assertEqual(caught.exception.reason, "invalid_timestamp")

    def test_text_that_is_no_ascii_anywhere_is_a_mismatch_and_no_crash(self) -> None:
        for name in ("X-Service-Signature", "webhook-id", "webhook-signature"):
            for text in ("é", "\udc80", "K" * 64):
                with self.subTest(name), self.assertRaises(WebhookVerificationError) as caught:
                    verifier_of(GENUINE).verify(body_of(GENUINE), {**GENUINE["headers"], name: text})
                self.assertEqual(caught.exception.reason, "signature_mismatch")
        with self.assertRaises(WebhookVerificationError) as caught:
            verifier_of(GENUINE).verify(body_of(GENUINE), {**GENUINE["headers"], "webhook-timestamp": "\u0661\u0667"})
        self.assertEqual(caught.exception.reason, "invalid_timestamp")

    def test_the_tolerance_can_be_set(self) -> None:
        late = at(GENUINE["now"] + 10)
        for tolerance, reason in ((10, None), (9, "timestamp_too_old")):
            verifier = WebhookVerifier(SECRET, tolerance=tolerance, now=lambda: late)
            try:
                verifier.verify(body_of(GENUINE), GENUINE["headers"])
                self.assertIsNone(reason)
            except WebhookVerificationError as error:
                self.assertEqual(error.reason, reason)
        with self.assertRaises(ConfigurationError):
            WebhookVerifier(SECRET, tolerance=0)

    def test_the_one_signature_is_checked_alone(self) -> None:
        body, signature = body_of(GENUINE), GENUINE["headers"]["X-Service-Signature"]
        WebhookVerifier([OTHER, SECRET]).verify_signature(body, signature.upper())
        for given, reason in ((None, "missing_header"), ("", "missing_header"), (signature[:-1], "signature_mismatch")):
            with self.assertRaises(WebhookVerificationError) as caught:
                WebhookVerifier(SECRET).verify_signature(body, given)
            self.assertEqual(caught.exception.reason, reason)


class SecretsTest(unittest.TestCase):
    def test_what_is_a_secret_is_taken(self) -> None:
        for secret in verify["secrets"]["taken"]:
            WebhookVerifier(secret)
        WebhookVerifier(iter(verify["secrets"]["taken"]))

    def test_what_is_no_secret_is_refused_when_the_verifier_is_made_and_not_repeated(self) -> None:
        refused = [one["secret"] for one in verify["secrets"]["refused"]]
        for secret in (*refused, None, [], (), [SECRET, ""], [SECRET, None], [SECRET, KEY], SECRET.encode(), 7):
            with self.subTest(secret), self.assertRaises(ConfigurationError) as caught:
                WebhookVerifier(cast("str", secret))
            self.assertEqual(caught.exception.code, "invalid_configuration")
            for text in filter(None, map(str.strip, refused)):
                if text != "whsec_":
                    self.assertNotIn(text, str(caught.exception))


class SignTest(unittest.TestCase):
    def test_the_headers_are_those_of_the_service(self) -> None:
        for one in vectors("signatures")["vectors"]:
            with self.subTest(one["name"]):
                signer = WebhookVerifier(one["secret"])
                headers = signer.sign(one["body"], id=one["eventId"], timestamp=at(one["timestampSeconds"]))
                expected = {
                    "X-Service-Signature": one["serviceSignature"],
                    "X-Service-Event-Id": one["eventId"],
                    "webhook-id": one["eventId"],
                    "webhook-timestamp": str(one["timestampSeconds"]),
                    "webhook-signature": one["standardSignature"],
                }
                self.assertEqual({name: headers[name] for name in expected}, expected)

    def test_all_headers_of_the_service_are_there_in_its_order(self) -> None:
        headers = WebhookVerifier(SECRET).sign(signed["ofBody"][0]["body"])
        self.assertEqual(list(headers), signed["names"])
        self.assertEqual({name: headers[name] for name in signed["fixed"]}, signed["fixed"])

    def test_what_the_body_does_not_have_is_in_no_header(self) -> None:
        named = ("X-Service-Event", "X-Service-Environment", "X-Service-Livemode")
        bodies: list[tuple[Any, dict[str, str]]] = [(one["body"], one["headers"]) for one in signed["ofBody"]]
        for body, expected in (*bodies, (b'{"event":"\xff"}', {}), ("[" * 100_000, {})):
            with self.subTest(body[:60]):
                headers = WebhookVerifier(SECRET).sign(body)
                self.assertEqual({name: headers[name] for name in named if name in headers}, expected)
                self.assertEqual(len(headers), 7 + len(expected))

    def test_what_was_signed_verifies_also_by_both_secrets_of_a_rotation(self) -> None:
        body = '{"event":"test.ping"}'
        signed = WebhookVerifier([SECRET, OTHER]).sign(body)
        self.assertEqual(len(signed["webhook-signature"].split(" ")), 2)
        for verifier in (WebhookVerifier(SECRET), WebhookVerifier([OTHER, SECRET])):
            with self.assertRaises(WebhookVerificationError) as caught:
                verifier.verify(body, signed)
            self.assertEqual(caught.exception.reason, "invalid_body")  # genuine, but a ping without its members


class EventsTest(unittest.TestCase):
    def read(self, body: str) -> WebhookEvent:
        verifier = WebhookVerifier(SECRET)
        return verifier.verify(body, verifier.sign(body, id="event-1"))

    def test_every_body_becomes_its_event_member_for_member(self) -> None:
        for one in events["events"]:
            with self.subTest(one["name"]):
                event = self.read(one["body"])
                self.assertEqual(event.id, "event-1")
                if one["event"].get("unknown"):
                    self.assertEqual((type(event), event.type), (UnknownEvent, one["event"]["type"]))
                else:
                    self.assertEqual(list(plain(event).items()), list(one["event"].items()))
                self.assertEqual(event.body["event"], event.type)

    def test_a_body_that_is_no_event_is_refused_although_it_is_signed(self) -> None:
        for body in (*(one["body"] for one in events["refused"]), "[" * 100_000, '{"event":NaN}'):
            with self.subTest(body[:60]), self.assertRaises(WebhookVerificationError) as caught:
                self.read(body)
            self.assertEqual(caught.exception.reason, "invalid_body")

    def test_the_body_has_members_that_are_newer_than_the_library_with_every_digit(self) -> None:
        event = self.read('{"event":"moon.risen","height":1234567890123.456789,"days":3}')
        self.assertEqual(event.body, {"event": "moon.risen", "height": Decimal("1234567890123.456789"), "days": 3})

    def test_events_are_frozen_hashable_and_made_by_name_for_tests(self) -> None:
        ping = TestPing(
            id="1", message="m", request_id="r", environment="sandbox", livemode=False, timestamp=at(0), body={}
        )
        self.assertEqual(ping.type, "test.ping")
        self.assertEqual(len({ping, ping}), 1)
        with self.assertRaises(AttributeError):
            ping.message = "other"  # type: ignore[misc]

    def test_members_stand_in_the_documented_order(self) -> None:
        members = [one.name for one in fields(KeyRotated)]
        self.assertEqual(
            members, ["id", "type", "terminal_id", "environment", "livemode", "rotated_at", "last4", "body"]
        )
        for kind in get_args(WebhookEvent):
            members = [one.name for one in fields(kind)]
            self.assertEqual((members[:2], members[-1]), (["id", "type"], "body"))


@needs_service
class ReceivedTest(unittest.TestCase):
    def test_a_webhook_of_the_service_arrives_and_is_verified(self) -> None:
        client = till.Till(setting("API_KEY"), setting("URL"))
        self.addCleanup(client.close)
        with Receiver(WebhookVerifier(setting("WEBHOOK_SECRET"))) as receiver:
            intent = client.intents.create("12.50")
            client.sandbox.simulate(intent.id)

            def paid() -> list[PaymentSuccess]:
                successes = [event for event in receiver.events if isinstance(event, PaymentSuccess)]
                return [event for event in successes if event.intent_id == intent.id]

            self.assertTrue(receiver.wait_for(lambda: bool(paid())))
            event = paid()[0]
            self.assertEqual((event.amount_usdt, event.amount_micros), (Decimal("12.5"), 12_500_000))
            self.assertEqual((event.terminal_name, event.simulated), ("Front desk", True))
            self.assertLess(abs(datetime.now(timezone.utc) - event.timestamp), timedelta(minutes=1))
            self.assertEqual(receiver.refusals, [])

    def test_during_a_rotation_both_secrets_or_the_first_take_what_comes_and_the_second_alone_does_not(self) -> None:
        first, endpoint = setting("WEBHOOK_SECRET"), setting("WEBHOOK_ENDPOINT_ID")
        second = control("admin", "rotate-webhook-secret", "--endpoint", endpoint)["webhook_secret"]
        for secrets in ([first, second], [second, first], [first]):
            with Receiver(WebhookVerifier(secrets)) as receiver:
                control("admin", "ping-webhook", "--endpoint", endpoint)
                pinged = lambda: any(isinstance(event, TestPing) for event in receiver.events)  # noqa: E731
                self.assertTrue(receiver.wait_for(pinged))
                self.assertEqual(receiver.refusals, [])
        with Receiver(WebhookVerifier(second)) as receiver:
            control("admin", "ping-webhook", "--endpoint", endpoint)
            self.assertTrue(receiver.wait_for(lambda: bool(receiver.refusals)))
            self.assertEqual(receiver.refusals[0].reason, "signature_mismatch")
