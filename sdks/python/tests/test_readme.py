"""The code of the README is run as it stands."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from till import UnknownEvent, WebhookVerifier

from .support import (
    KEY,
    ROOT,
    Received,
    code_blocks,
    http_answer,
    needs_service,
    proxying,
    query_of,
    scripted,
    setting,
    vectors,
)

SECRET = vectors("verify")["secrets"]["taken"][0]
PAID = vectors("events")["events"][0]["body"]
TYPED = ("mypy", "flask", "fastapi", "django", "mypy_django_plugin")
INTENT_ID = vectors("events")["events"][0]["event"]["intent_id"]


def block(name: str, containing: str = "") -> str:
    """The one block that begins with this file's name."""
    found = [code for code in code_blocks("python") if code.startswith(f"# {name}\n") and containing in code]
    assert len(found) == 1, name
    return found[0]


@needs_service
class RunTest(unittest.TestCase):
    def run_block(self, name: str, **variables: str) -> str:
        env = {
            **os.environ,
            **variables,
            "TILL_URL": setting("URL"),
            "TILL_API_KEY": setting("API_KEY"),
            "TILL_WEBHOOK_SECRET": setting("WEBHOOK_SECRET"),
            "PORT": setting("WEBHOOK_PORT"),
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONWARNINGS": "error",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-c", block(name)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=90, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_quick_start_leads_to_a_verified_payment(self) -> None:
        printed = self.run_block("shop.py")
        self.assertRegex(printed, rf"The customer pays at {setting('URL')}/pay/[0-9a-f-]{{36}}\n")
        self.assertIn("The intent is paid\n", printed)
        paid = printed.partition("/pay/")[2][:36]
        self.assertIn(f"Verified payment.success: 12.5 USDT for {paid}\n", printed)

    def test_asking_for_money(self) -> None:
        printed = self.run_block("ask.py").splitlines()
        self.assertEqual(printed[0], "Decimal('12.5') 12500000")
        self.assertEqual(printed[2:4], ["still pending", "cancelled"])

    def test_asking_for_money_without_blocking(self) -> None:
        self.assertEqual(self.run_block("ask_async.py"), "['paid', 'paid', 'paid']\n")

    def test_settings_with_a_proxy_of_its_own(self) -> None:
        with proxying() as (proxy, opened):
            self.assertEqual(self.run_block("settings.py", SHOP_PROXY=proxy), "sandbox pending\n")
        self.assertEqual(opened, [f"POST {setting('URL')}/api/v1/create-payment-intent"])


class ScriptedTest(unittest.TestCase):
    """The programs of the new calls, against a server that answers as the vectors say."""

    def run_block(self, name: str, answers: list[dict[str, Any]], folder: str) -> tuple[str, list[Received], int]:
        """Runs a program until it ends by itself, or by the first answer that is none."""
        end = http_answer({"error": "The test ends here.", "code": "the_end"}, 418)
        with scripted(answers, end) as (url, received):
            env = {
                **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
                "TILL_URL": url,
                "TILL_API_KEY": KEY,
                "PYTHONPATH": str(ROOT / "src"),
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            command = [sys.executable, "-c", block(name)]
            done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=90, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout, received, done.returncode

    def folder(self) -> str:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TILL_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_reading_what_was_missed_stores_the_place_and_goes_on_from_there(self) -> None:
        one, folder = vectors("feed")["listens"][0], self.folder()
        printed, received, _ = self.run_block("missed.py", one["answers"], folder)
        self.assertEqual(printed, f"Paid: {INTENT_ID}\n" * len(one["events"]))
        self.assertEqual(query_of(received[0]).get("after"), None)
        _, received, _ = self.run_block("missed.py", [], folder)
        self.assertEqual(query_of(received[0]).get("after"), one["cursors"][-1])

    def test_finding_intents(self) -> None:
        one = next(one for one in vectors("pages")["lists"] if one["name"] == "an empty page in between")
        answers = [*one["answers"], one["answers"][0]]
        printed, received, status = self.run_block("find.py", answers, self.folder())
        self.assertEqual(printed, "".join(f"{id} pending 0\n" for id in one["ids"]) + "1 c1\n")
        self.assertEqual((query_of(received[0]), status), ({"reference": "order-1042"}, 0))
        filters = {"status": "paid", "created_after": "2026-03-01T00:00:00Z", "limit": "50"}
        self.assertEqual(query_of(received[-1]), filters)

    def test_refunding_a_payment(self) -> None:
        intent, refund = vectors("pages")["intents"][1], vectors("pages")["refunds"][1]
        page = f'{{"data":[{intent["body"]}],"has_more":false,"next":null}}'
        found = {"status": 200, "headers": {}, "body": page}
        printed, received, status = self.run_block("refund.py", [found, refund], self.folder())
        self.assertEqual((printed, status), (f"{refund['result']['id']} waiting_for_address\n", 0))
        self.assertEqual(query_of(received[0]), {"reference": "order-1042", "status": "paid"})
        request = {"intent_id": intent["intent"]["id"], "amount_usdt": 5.25, "reason": "Returned item"}
        self.assertEqual(json.loads(received[1].body), request)

    def test_creating_an_endpoint(self) -> None:
        names = ("a new endpoint", "a test event that was delivered")
        answers = [next(one for one in vectors("pages")["endpoints"] if one["name"] == name) for name in names]
        printed, _, status = self.run_block("endpoint.py", answers, self.folder())
        self.assertRegex(printed, r"^Store whsec_\S+: it isn't shown again\ndelivered\n$")
        self.assertEqual(status, 0)


class TypesTest(unittest.TestCase):
    def test_every_program_holds_under_mypy_strict(self) -> None:
        missing = [name for name in TYPED if importlib.util.find_spec(name) is None]
        if missing:
            self.skipTest(f"{', '.join(missing)} missing")
        with tempfile.TemporaryDirectory(dir=os.environ.get("TILL_TEST_TMP")) as folder:
            for number, code in enumerate(code_blocks("python")):
                name = code.split("\n", 1)[0].removeprefix("# ").removesuffix(".py")
                Path(folder, f"{name}_{number}.py").write_text(code, "utf-8")
            files = sorted(path.name for path in Path(folder).iterdir())
            command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", "cache", *files]
            env = {**os.environ, "MYPYPATH": str(ROOT / "src")}
            done = subprocess.run(
                command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False
            )
        self.assertEqual((done.returncode, len(files)), (0, len(code_blocks("python"))), done.stdout + done.stderr)


class FrameworksTest(unittest.TestCase):
    """The receivers of the README, with a request that is genuine and one that is not."""

    def load(self, name: str, module: str) -> dict[str, Any]:
        if importlib.util.find_spec(module) is None:
            self.skipTest(f"{module} is missing")
        namespace: dict[str, Any] = {"__name__": name.partition(".")[0]}
        code = block(name, module)
        with mock.patch.dict(os.environ, {"TILL_WEBHOOK_SECRET": SECRET}):
            exec(compile(code, name, "exec", dont_inherit=True), namespace)
        return namespace

    def requests(self) -> list[tuple[dict[str, str], int]]:
        headers = WebhookVerifier(SECRET).sign(PAID)
        return [(headers, 204), ({**headers, "webhook-id": "another"}, 401)]

    def test_flask(self) -> None:
        app = self.load("hooks.py", "flask")["app"]
        printed = io.StringIO()
        for headers, status in self.requests():
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(app.test_client().post("/hooks", data=PAID, headers=headers).status_code, status)
        self.assertEqual(printed.getvalue(), f"Paid: {INTENT_ID}\n")

    def test_fastapi(self) -> None:
        app = self.load("hooks.py", "fastapi")["app"]
        printed = io.StringIO()
        for headers, status in self.requests():
            with contextlib.redirect_stdout(printed):
                self.assertEqual(asyncio.run(self.post(app, headers)), status)
        self.assertIn(f"Paid: {INTENT_ID}\n", printed.getvalue())

    async def post(self, app: Any, headers: dict[str, str]) -> int:
        """One request by the rules of ASGI."""
        sent: list[dict[str, Any]] = []
        fields = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": "/hooks", "raw_path": b"/hooks"}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": PAID.encode(), "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await app({**scope, "query_string": b"", "root_path": "", "headers": fields}, receive, send)
        return int(sent[0]["status"])

    def test_django(self) -> None:
        if importlib.util.find_spec("django") is None:
            self.skipTest("django is missing")
        settings = importlib.import_module("django.conf").settings
        factory = importlib.import_module("django.test").RequestFactory()
        if not settings.configured:
            settings.configure()
        hooks = self.load("views.py", "django")["hooks"]
        printed = io.StringIO()
        for headers, status in self.requests():
            environ = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
            request = factory.post("/hooks", PAID, content_type="application/json", **environ)
            with contextlib.redirect_stdout(printed):
                self.assertEqual(hooks(request).status_code, status)
        self.assertIn(f"Paid: {INTENT_ID}\n", printed.getvalue())

    @unittest.skipIf(sys.version_info < (3, 10), "match is newer than this Python")
    def test_match(self) -> None:
        act_on = self.load("match.py", "till")["act_on"]
        verifier = WebhookVerifier(SECRET)
        said = [act_on(verifier.verify(one["body"], verifier.sign(one["body"]))) for one in vectors("events")["events"]]
        self.assertIn(f"Paid: {INTENT_ID}, 12.5 USDT", said)
        self.assertIn("Newer than this library: moon.risen", said)
        self.assertIn("Not needed: key.rotated", said)
        self.assertEqual(act_on(UnknownEvent("1", "x", {})), "Newer than this library: x")


class PackageTest(unittest.TestCase):
    def test_the_changelog_has_the_version_and_the_types_are_announced(self) -> None:
        namespace: dict[str, str] = {}
        exec((ROOT / "src/till/_version.py").read_text("utf-8"), namespace)
        self.assertIn(f"\n## {namespace['__version__']}\n", (ROOT / "CHANGELOG.md").read_text("utf-8"))
        self.assertTrue((ROOT / "src/till/py.typed").exists())
