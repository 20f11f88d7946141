from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, Optional, Union

from ._calls import Call, Engine, complete
from ._intents import Environment, Intent, read_intent
from ._json import Members

# What a simulated customer does: pays, pays half, pays 1 USDT too much, pays after the expiry, or lets it expire.
Outcome = Union[Literal["paid", "underpaid", "overpaid", "late", "expired"], str]


@dataclass(frozen=True)
class DemoIntent:
    """An intent of the service's demo merchant, which pays itself."""

    id: str
    amount_usdt: Decimal
    amount_micros: int
    environment: Environment
    expires_at: datetime
    """In UTC."""
    auto_completes_in: timedelta
    """How long it takes to pay itself, from its making."""


class Sandbox:
    """Trying everything without money."""

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
        Plays the customer of a sandbox intent, and gives the intent as it is then.

        Asked again only after a 429: a second transfer would be another one. Raises `NotFoundError` (also for a live
        intent), `ConflictError`.
        """
        call = _simulation(id, outcome)
        return complete(self._engine.call(call, read_intent, timeout=timeout, max_retries=max_retries)).value

    def create_demo(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> DemoIntent:
        """Creates an intent of the service's demo merchant, which pays itself. Raises `RateLimitError`."""
        return complete(self._engine.call(_DEMO, _read_demo, timeout=timeout, max_retries=max_retries)).value


class AsyncSandbox:
    """Trying everything without money. The same as `Sandbox`, to be awaited."""

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
        Plays the customer of a sandbox intent, and gives the intent as it is then.

        Asked again only after a 429: a second transfer would be another one. Raises `NotFoundError` (also for a live
        intent), `ConflictError`.
        """
        call = _simulation(id, outcome)
        return (await self._engine.call(call, read_intent, timeout=timeout, max_retries=max_retries)).value

    async def create_demo(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> DemoIntent:
        """Creates an intent of the service's demo merchant, which pays itself. Raises `RateLimitError`."""
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
