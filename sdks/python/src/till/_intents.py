from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Optional, Union

from ._amounts import AmountUsdt, PriceAmount, decimal_text, micros_to_ask, price_text
from ._calls import Answered, Call, Engine, complete
from ._detailed_intent import DetailedIntent, read_detailed_intent
from ._errors import InvalidAmountError
from ._idempotency import checked_key
from ._json import Members
from ._pages import Page, blocking, items_of, page_of
from ._parameters import query_of, segment_of, time_text
from ._quote import Quote, read_quote
from ._values import Environment, IntentStatus
from ._wait import INTERVAL, wait_for_end


@dataclass(frozen=True)
class Intent:
    """A payment intent: an amount that a customer can pay until it expires."""

    id: str
    amount_usdt: Decimal
    """Exact, without trailing zeros, for example `Decimal("12.5")`."""
    amount_micros: int
    """The amount in micro-USDT (1 USDT = 1,000,000)."""
    status: IntentStatus
    environment: Environment
    livemode: bool
    expires_at: datetime
    """In UTC."""


@dataclass(frozen=True)
class CreatedIntent(Intent):
    """The result of `create`."""

    checkout_uri: str
    """Deep link for wallet apps: the content of the QR code."""
    checkout_url: Optional[str]
    """The hosted payment page for the customer."""
    reference: Optional[str]
    metadata: Optional[Mapping[str, str]] = field(hash=False)
    terminal_name: str
    """Name of the terminal."""
    success_url: Optional[str] = None
    """The pages that customers return to, as you passed them."""
    cancel_url: Optional[str] = None
    quote: Optional[Quote] = None
    """What the amount was quoted from; None if you passed it in USDT."""


class Intents:
    """Creates and tracks payment intents."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def create(
        self,
        amount_usdt: Optional[AmountUsdt] = None,
        *,
        amount_micros: Optional[int] = None,
        amount: Optional[PriceAmount] = None,
        currency: Optional[str] = None,
        reference: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        expires_in: Optional[int] = None,
        success_url: Optional[str] = None,
        cancel_url: Optional[str] = None,
        terminal_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedIntent:
        """
        Creates an intent for `"12.50"`, a `Decimal`, whole USDT, or `amount_micros`.

        Or for a price: `amount="24.90", currency="EUR"`. The service quotes it in USDT at the rate of your business,
        and the intent expires when its quote does.

        All attempts of a call use the same idempotency key, so a lost response never leads to a second intent. With
        your own key, this also applies across calls and restarts. A key lasts 24 hours and repeats the first response,
        also after the intent has ended, so use one for each attempt to pay, such as `order-1042-1`.

        `reference` is your order ID, which the customer sees. `metadata` is returned with the intent. `expires_in` is
        in seconds. `success_url` and `cancel_url` are your pages that the customer can return to after paying or
        without paying. Only a key for all terminals takes `terminal_id`, which it needs.

        Raises `InvalidAmountError` before anything is sent, `AuthenticationError`, `ConflictError`. With a price also
        `InvalidRequestError` for a currency that your business has no rate for, and `ServerError` with the code
        `rate_unavailable` and the seconds to wait.
        """
        call = _creation(
            _asked(amount_usdt, amount_micros, amount, currency),
            {
                "reference": reference,
                "metadata": None if metadata is None else dict(metadata),
                "expires_in": expires_in,
                "success_url": success_url,
                "cancel_url": cancel_url,
                "terminal_id": terminal_id,
            },
            idempotency_key,
        )
        return complete(self._engine.call(call, _read_created, timeout=timeout, max_retries=max_retries)).value

    def list(
        self,
        *,
        reference: Optional[str] = None,
        status: Optional[IntentStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        terminal_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Page[DetailedIntent]:
        """
        Returns one page of intents, newest first, with up to `limit` (20) intents.

        `created_after` is inclusive, `created_before` isn't: datetimes with a time zone, or strings passed on
        unchanged. `after` is the `next` of the page before. Raises `PermissionDeniedError`, `InvalidRequestError`.
        """
        load = _loading(
            self._engine,
            _filters(reference, status, created_after, created_before, terminal_id, limit),
            timeout,
            max_retries,
        )
        return complete(load(after))

    def iterate(
        self,
        *,
        reference: Optional[str] = None,
        status: Optional[IntentStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        terminal_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[DetailedIntent]:
        """
        Goes through the intents of all pages: `for intent in till.intents.iterate(status="paid"): …`.

        Takes the same arguments as `list`, and loads each page when it's needed.
        """
        load = _loading(
            self._engine,
            _filters(reference, status, created_after, created_before, terminal_id, limit),
            timeout,
            max_retries,
        )
        return blocking(items_of(load, after))

    def retrieve(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> DetailedIntent:
        """Returns an intent with its transfers and refunds. Raises `NotFoundError`, `PermissionDeniedError`."""
        call = Call("GET", f"/payment-intents/{segment_of(id)}", with_key=True)
        return complete(self._engine.call(call, read_detailed_intent, timeout=timeout, max_retries=max_retries)).value

    def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Intent:
        """Returns the current state of an intent. Raises `NotFoundError`, `InvalidRequestError`."""
        return complete(self._engine.call(_look(id), read_intent, timeout=timeout, max_retries=max_retries)).value

    def wait(self, id: str, *, timeout: Optional[float] = None, interval: float = INTERVAL) -> Intent:
        """
        Polls every `interval` seconds until the intent is no longer pending and returns it, paid or not.

        Continues if the service is briefly unavailable. `timeout` is in seconds; by default, the wait ends five minutes
        after the intent's expiry. Raises `WaitTimeoutError`, `NotFoundError`, `InvalidRequestError`.
        """
        return complete(_wait(self._engine, id, timeout, interval))

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Intent:
        """Cancels a pending intent. Raises `ConflictError` if it has ended or received funds, `NotFoundError`."""
        call = _cancellation(id, idempotency_key)
        return complete(self._engine.call(call, read_intent, timeout=timeout, max_retries=max_retries)).value


class AsyncIntents:
    """Creates and tracks payment intents. Asynchronous counterpart of `Intents`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def create(
        self,
        amount_usdt: Optional[AmountUsdt] = None,
        *,
        amount_micros: Optional[int] = None,
        amount: Optional[PriceAmount] = None,
        currency: Optional[str] = None,
        reference: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        expires_in: Optional[int] = None,
        success_url: Optional[str] = None,
        cancel_url: Optional[str] = None,
        terminal_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedIntent:
        """
        Creates an intent for `"12.50"`, a `Decimal`, whole USDT, or `amount_micros`.

        Or for a price: `amount="24.90", currency="EUR"`. The service quotes it in USDT at the rate of your business,
        and the intent expires when its quote does.

        All attempts of a call use the same idempotency key, so a lost response never leads to a second intent. With
        your own key, this also applies across calls and restarts. A key lasts 24 hours and repeats the first response,
        also after the intent has ended, so use one for each attempt to pay, such as `order-1042-1`.

        `reference` is your order ID, which the customer sees. `metadata` is returned with the intent. `expires_in` is
        in seconds. `success_url` and `cancel_url` are your pages that the customer can return to after paying or
        without paying. Only a key for all terminals takes `terminal_id`, which it needs.

        Raises `InvalidAmountError` before anything is sent, `AuthenticationError`, `ConflictError`. With a price also
        `InvalidRequestError` for a currency that your business has no rate for, and `ServerError` with the code
        `rate_unavailable` and the seconds to wait.
        """
        call = _creation(
            _asked(amount_usdt, amount_micros, amount, currency),
            {
                "reference": reference,
                "metadata": None if metadata is None else dict(metadata),
                "expires_in": expires_in,
                "success_url": success_url,
                "cancel_url": cancel_url,
                "terminal_id": terminal_id,
            },
            idempotency_key,
        )
        return (await self._engine.call(call, _read_created, timeout=timeout, max_retries=max_retries)).value

    async def list(
        self,
        *,
        reference: Optional[str] = None,
        status: Optional[IntentStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        terminal_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Page[DetailedIntent]:
        """
        Returns one page of intents, newest first, with up to `limit` (20) intents.

        `created_after` is inclusive, `created_before` isn't: datetimes with a time zone, or strings passed on
        unchanged. `after` is the `next` of the page before. Raises `PermissionDeniedError`, `InvalidRequestError`.
        """
        load = _loading(
            self._engine,
            _filters(reference, status, created_after, created_before, terminal_id, limit),
            timeout,
            max_retries,
        )
        return await load(after)

    def iterate(
        self,
        *,
        reference: Optional[str] = None,
        status: Optional[IntentStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        terminal_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncIterator[DetailedIntent]:
        """
        Goes through the intents of all pages: `async for intent in till.intents.iterate(status="paid"): …`.

        Takes the same arguments as `list`, and loads each page when it's needed.
        """
        load = _loading(
            self._engine,
            _filters(reference, status, created_after, created_before, terminal_id, limit),
            timeout,
            max_retries,
        )
        return items_of(load, after)

    async def retrieve(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> DetailedIntent:
        """Returns an intent with its transfers and refunds. Raises `NotFoundError`, `PermissionDeniedError`."""
        call = Call("GET", f"/payment-intents/{segment_of(id)}", with_key=True)
        return (await self._engine.call(call, read_detailed_intent, timeout=timeout, max_retries=max_retries)).value

    async def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Intent:
        """Returns the current state of an intent. Raises `NotFoundError`, `InvalidRequestError`."""
        return (await self._engine.call(_look(id), read_intent, timeout=timeout, max_retries=max_retries)).value

    async def wait(self, id: str, *, timeout: Optional[float] = None, interval: float = INTERVAL) -> Intent:
        """
        Polls every `interval` seconds until the intent is no longer pending and returns it, paid or not.

        Continues if the service is briefly unavailable. `timeout` is in seconds; by default, the wait ends five minutes
        after the intent's expiry. Cancelling the task ends it immediately. Raises `WaitTimeoutError`, `NotFoundError`,
        `InvalidRequestError`.
        """
        return await _wait(self._engine, id, timeout, interval)

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Intent:
        """Cancels a pending intent. Raises `ConflictError` if it has ended or received funds, `NotFoundError`."""
        call = _cancellation(id, idempotency_key)
        return (await self._engine.call(call, read_intent, timeout=timeout, max_retries=max_retries)).value


def read_intent(members: Members) -> Intent:
    return Intent(
        id=members.text("id"),
        amount_usdt=members.usdt("amount_usdt"),
        amount_micros=members.micros("amount_usdt"),
        status=members.text("status"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        expires_at=members.moment("expires_at"),
    )


def _read_created(members: Members) -> CreatedIntent:
    intent = members.object("intent")
    return CreatedIntent(
        id=intent.text("id"),
        amount_usdt=intent.usdt("amount_usdt"),
        amount_micros=intent.micros("amount_usdt"),
        status=intent.text("status"),
        environment=intent.text("environment"),
        livemode=(intent if "livemode" in intent else members).flag("livemode"),
        expires_at=intent.moment("expires_at"),
        checkout_uri=intent.text("checkout_uri"),
        checkout_url=intent.text_or_none("checkout_url"),
        reference=intent.text_or_none("reference"),
        metadata=intent.texts_or_none("metadata"),
        terminal_name=members.text("terminal"),
        success_url=intent.text_or_none("success_url"),
        cancel_url=intent.text_or_none("cancel_url"),
        quote=read_quote(intent),
    )


async def _wait(engine: Engine, id: str, timeout: Optional[float], interval: float) -> Intent:
    async def look(seconds: float) -> Answered[Intent]:
        return await engine.call(_look(id), read_intent, timeout=seconds, max_retries=0)

    return await wait_for_end(look, engine, timeout, interval)


def _asked(
    amount_usdt: Optional[AmountUsdt],
    amount_micros: Optional[int],
    amount: Optional[PriceAmount],
    currency: Optional[str],
) -> list[str]:
    """The members of a request that say how much is to be paid."""
    if amount is None and currency is None:
        # the exact digits, which a float may not represent
        return [f'"amount_usdt":{decimal_text(micros_to_ask(amount_usdt, amount_micros))}']
    if amount is None or amount_usdt is not None or amount_micros is not None:
        raise InvalidAmountError("Pass either amount_usdt, amount_micros, or amount with currency.")
    price = {"amount": price_text(amount), "currency": currency}
    return [f'"{name}":{json.dumps(value)}' for name, value in price.items() if value is not None]


def _creation(parts: list[str], extras: Mapping[str, object], idempotency_key: Optional[str]) -> Call:
    parts += [f'"{name}":{json.dumps(value)}' for name, value in extras.items() if value is not None]
    return Call(
        "POST",
        "/create-payment-intent",
        body=f"{{{','.join(parts)}}}",
        with_key=True,
        idempotency_key=checked_key(idempotency_key),
    )


def _filters(
    reference: Optional[str],
    status: Optional[IntentStatus],
    created_after: Union[datetime, str, None],
    created_before: Union[datetime, str, None],
    terminal_id: Optional[str],
    limit: Optional[int],
) -> dict[str, str]:
    return query_of(
        reference=reference,
        status=status,
        created_after=time_text("created_after", created_after),
        created_before=time_text("created_before", created_before),
        terminal_id=terminal_id,
        limit=limit,
    )


def _loading(
    engine: Engine, filters: Mapping[str, str], timeout: Optional[float], max_retries: Optional[int]
) -> Callable[[Optional[str]], Coroutine[Any, Any, Page[DetailedIntent]]]:
    async def load(after: Optional[str]) -> Page[DetailedIntent]:
        query = {**filters, **query_of(after=after)}
        call = Call("GET", "/payment-intents", query=query, with_key=True)
        read = page_of(read_detailed_intent)
        return (await engine.call(call, read, timeout=timeout, max_retries=max_retries)).value

    return load


def _look(id: str) -> Call:
    return Call("GET", "/intent-status", query={"id": id})


def _cancellation(id: str, idempotency_key: Optional[str]) -> Call:
    body = json.dumps({"id": id})
    key = checked_key(idempotency_key)
    return Call("POST", "/cancel-payment-intent", body=body, with_key=True, idempotency_key=key)
