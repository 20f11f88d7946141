"""The key and the secrets stand in nothing that is printed, logged, pickled or sent to a collector of errors."""

from __future__ import annotations

import copy
import io
import logging
import pickle
import pprint
import traceback
from functools import partial
from typing import Any, Callable

from till import AsyncTill, Till, TillError, WebhookVerificationError, WebhookVerifier

from .support import Asynchronous, ClientCase, answering, http_answer, vectors

KEY = "svc_test_KeyThatNobodyMaySee0123456789abcdefghij"
SECRET = vectors("verify")["secrets"]["taken"][0]
HIDDEN = ("KeyThatNobodyMaySee", SECRET[6:30])


def everything(thing: object, depth: int = 6) -> str:
    """What a debugger's print of nested objects would show."""
    if depth == 0 or isinstance(thing, (str, bytes, int, float, type(None))):
        return repr(thing)
    if isinstance(thing, dict):
        return "".join(everything(member, depth - 1) for pair in thing.items() for member in pair)
    if isinstance(thing, (list, tuple, set)):
        return "".join(everything(member, depth - 1) for member in thing)
    return repr(thing) + str(thing) + everything(getattr(thing, "__dict__", None), depth - 1)


class SecrecyTest(ClientCase):
    def assert_hidden(self, text: str) -> None:
        for hidden in HIDDEN:
            self.assertNotIn(hidden, text)

    def test_no_print_of_a_client_or_verifier_shows_them_however_deep(self) -> None:
        for thing in (
            Till(KEY, "https://till.example"),
            AsyncTill(KEY, "https://till.example"),
            Till(KEY, "https://till.example").events.listen(),
            AsyncTill(KEY, "https://till.example").events.listen(),
            WebhookVerifier(SECRET),
        ):
            texts = (repr(thing), str(thing), f"{thing!a}", pprint.pformat(vars(thing)), everything(thing))
            for text in texts:
                self.assert_hidden(text)

    def test_they_are_not_pickled_or_copied(self) -> None:
        for thing in (Till(KEY, "https://till.example"), WebhookVerifier(SECRET)):
            for attempt in (pickle.dumps, copy.deepcopy):
                with self.assertRaises(TypeError) as caught:
                    attempt(thing)
                self.assert_hidden(str(caught.exception))

    def test_no_error_shows_them_not_even_with_the_variables_of_every_frame(self) -> None:
        answers: list[Any] = [
            http_answer({"error": "No.", "code": "invalid_api_key"}, 401),
            http_answer(b"<html>", 502),
            http_answer(b"[]"),
            b"not http at all\r\n\r\n",
            None,
        ]
        with answering(lambda _: answers[0]) as (url, _):
            while answers:
                client = self.client(url, KEY, max_retries=0)
                for call in (partial(client.intents.create, "1"), client.reports.sales):
                    self.assert_hidden(self.error_of(call))
                answers.pop(0)
        for url in ("http://127.0.0.1:1", "http://till.invalid"):
            client = self.client(url, KEY, max_retries=0)
            self.assert_hidden(self.error_of(partial(client.intents.create, "1")))

    def test_no_refusal_of_a_webhook_shows_them_not_even_with_the_variables_of_every_frame(self) -> None:
        verifier = WebhookVerifier(SECRET)
        body = b'{"event":"test.ping"}'
        genuine = verifier.sign(body)
        old = {**genuine, "webhook-timestamp": "1"}
        for headers in ({}, genuine, old):
            self.assert_hidden(self.error_of(partial(verifier.verify, body, headers)))
        # nor the signature that would have been the right one
        forged = {**genuine, "X-Service-Signature": "00"}
        signature = genuine["X-Service-Signature"]
        del genuine, old, headers
        self.assertNotIn(signature, self.error_of(lambda: verifier.verify(body, forged)))

    def test_the_log_tells_of_retries_without_them(self) -> None:
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        root = logging.getLogger()
        root.addHandler(handler)
        self.addCleanup(root.removeHandler, handler)
        self.addCleanup(root.setLevel, root.level)
        root.setLevel(logging.DEBUG)
        with answering(lambda _: http_answer({}, 503)) as (url, _), self.assertRaises(TillError):
            self.client(url, KEY, max_retries=1).intents.create("1")
        self.assertIn("POST /create-payment-intent: api_error; retrying in", stream.getvalue())
        self.assert_hidden(stream.getvalue())

    def error_of(self, call: Callable[[], object]) -> str:
        try:
            call()
        except (TillError, WebhookVerificationError) as error:
            shown = traceback.TracebackException.from_exception(error, capture_locals=True)
            return "".join(shown.format()) + repr(error) + everything(error)
        raise AssertionError("nothing was raised")


class AsyncSecrecyTest(Asynchronous, SecrecyTest):
    pass
