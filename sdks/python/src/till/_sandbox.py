from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, Optional, Union

from ._calls import Call, Engine, complete
from ._intents import Intent, read_intent
from ._json import Members
from ._values import Environment

# The simulated outcome: the customer pays, pays half, pays 1 USDT too much, pays after the expiry, or doesn't pay.
Outcome = Union[Literal["paid", "underpaid", "overpaid", "late", "expired"], str]


@dataclass(frozen=True)
class DemoIntent:
    """An intent of the service's demo business. It is paid automatically."""

    id: str
    amount_usdt: Decimal
    amount_micros: int
    environment: Environment
    expires_at: datetime
    """In UTC."""
    auto_completes_in: timedelta
    """The time from creation until it is paid automatically."""


class Sandbox:
    """Simulates payments in the sandbox."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def simulate(
        self,
        id: str,
        outcome: Outcome = "paid",
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Intent:
        """
        Simulates a payment of a sandbox intent and returns the updated intent.

        Retried only after a 429, since a retry could simulate a second transfer. Raises `NotFoundError` (also for a
        live intent), `ConflictError`.
        """
        call = _simulation(id, outcome)
        return complete(self._engine.call(call, read_intent, timeout=timeout, max_retries=max_retries)).value

    def create_demo(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> DemoIntent:
        """Creates an intent of the service's demo business. It is paid automatically. Raises `RateLimitError`."""
        return complete(self._engine.call(_DEMO, _read_demo, timeout=timeout, max_retries=max_retries)).value


class AsyncSandbox:
    """Simulates payments in the sandbox. Asynchronous counterpart of `Sandbox`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def simulate(
        self,
        id: str,
        outcome: Outcome = "paid",
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Intent:
        """
        Simulates a payment of a sandbox intent and returns the updated intent.

        Retried only after a 429, since a retry could simulate a second transfer. Raises `NotFoundError` (also for a
        live intent), `ConflictError`.
        """
        call = _simulation(id, outcome)
        return (await self._engine.call(call, read_intent, timeout=timeout, max_retries=max_retries)).value

    async def create_demo(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> DemoIntent:
        """Creates an intent of the service's demo business. It is paid automatically. Raises `RateLimitError`."""
        return (await self._engine.call(_DEMO, _read_demo, timeout=timeout, max_retries=max_retries)).value


_DEMO = Call("POST", "/demo-create-intent")


def _simulation(id: str, outcome: Outcome) -> Call:
    body = json.dumps({"id": id, "outcome": outcome})
    return Call("POST", "/simulate-payment", body=body, repeatable=False)


def _read_demo(members: Members) -> DemoIntent:
    return DemoIntent(
        id=members.text("intent_id"),
        amount_usdt=members.usdt("amount_usdt"),
        amount_micros=members.micros("amount_usdt"),
        environment=members.text("environment"),
        expires_at=members.moment("expires_at"),
        auto_completes_in=timedelta(milliseconds=members.integer("auto_completes_in_ms")),
    )
