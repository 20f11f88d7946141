from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Optional, Union

from ._amounts import AmountUsdt, decimal_text, micros_to_ask
from ._calls import Call, Engine, complete
from ._idempotency import checked_key
from ._json import Members
from ._pages import Page, blocking, items_of, page_of
from ._parameters import query_of, segment_of, time_text
from ._values import Environment, RefundStatus

PreparedBy = Union[Literal["member", "api_key"], str]


@dataclass(frozen=True)
class Refund:
    """Money that goes back to a customer. Times are in UTC."""

    id: str
    intent_id: Optional[str]
    """None for money that belongs to no intent."""
    environment: Environment
    livemode: bool
    status: RefundStatus
    amount_usdt: Decimal
    amount_micros: int
    to_address: Optional[str]
    """The recipient. None until it's known, and without the scope `customers:read` or `refunds:write`."""
    from_address: Optional[str]
    """Your address that pays it. None in the sandbox."""
    reason: Optional[str]
    confirmed: bool
    """Whether a member has confirmed it with their password. Only then can it be signed."""
    prepared_by: PreparedBy
    tx_hash: Optional[str]
    """None until it is sent."""
    failure: Optional[str]
    """Why its last transaction failed, such as `"OUT_OF_ENERGY"` or `"EXPIRED"`."""
    created_at: datetime
    sent_at: Optional[datetime]
    failed_at: Optional[datetime]
    final_at: Optional[datetime]
    """When the money left, by the time of its block."""
    cancelled_at: Optional[datetime]


class Refunds:
    """
    Prepares refunds with a restricted key.

    A member of the business confirms each one with their password, and then signs it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def create(
        self,
        intent_id: str,
        amount_usdt: Optional[AmountUsdt] = None,
        *,
        amount_micros: Optional[int] = None,
        to: Optional[str] = None,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Refund:
        """
        Prepares a refund of what an intent has received, for `"5.25"`, a `Decimal`, whole USDT, or `amount_micros`.

        No money moves. All attempts of a call use the same idempotency key, so a lost response never leads to a second
        refund. With your own key, this also applies across calls and restarts. It stays with the refund, so use one for
        each refund, such as `return-1042-1`.

        `to` is the TRON address that the customer gave you, never the sender's. Without it, the payment page asks for
        one. `reason` is for your own records; the customer doesn't see it.

        Raises `InvalidAmountError`, also before anything is sent, `NotFoundError`, `PermissionDeniedError`, and
        `ConflictError` if nothing is left to refund, at the key's limit of the day, or for another refund's key.
        """
        call = _creation(intent_id, amount_usdt, amount_micros, to, reason, idempotency_key)
        return complete(self._engine.call(call, _read_refund, timeout=timeout, max_retries=max_retries)).value

    def list(
        self,
        *,
        intent_id: Optional[str] = None,
        status: Optional[RefundStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Page[Refund]:
        """
        Returns one page of refunds, newest first, with up to `limit` (20) refunds.

        Includes those that members and other keys prepared. `created_after` is inclusive, `created_before` isn't:
        datetimes with a time zone, or strings passed on unchanged. `after` is the `next` of the page before. Raises
        `PermissionDeniedError`, `InvalidRequestError`.
        """
        load = _loading(
            self._engine, _filters(intent_id, status, created_after, created_before, limit), timeout, max_retries
        )
        return complete(load(after))

    def iterate(
        self,
        *,
        intent_id: Optional[str] = None,
        status: Optional[RefundStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Refund]:
        """
        Goes through the refunds of all pages: `for refund in till.refunds.iterate(status="prepared"): …`.

        Takes the same arguments as `list`, and loads each page when it's needed.
        """
        load = _loading(
            self._engine, _filters(intent_id, status, created_after, created_before, limit), timeout, max_retries
        )
        return blocking(items_of(load, after))

    def retrieve(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Refund:
        """Returns a refund. Raises `NotFoundError`, `PermissionDeniedError`."""
        call = Call("GET", f"/refunds/{segment_of(id)}", with_key=True)
        return complete(self._engine.call(call, _read_refund, timeout=timeout, max_retries=max_retries)).value

    def cancel(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Refund:
        """
        Cancels a refund that this key prepared. You can safely repeat it.

        Raises `ConflictError` if it was sent, or a member or another key prepared it, and `NotFoundError`.
        """
        call = Call("POST", f"/refunds/{segment_of(id)}/cancel", body="{}", with_key=True)
        return complete(self._engine.call(call, _read_refund, timeout=timeout, max_retries=max_retries)).value


class AsyncRefunds:
    """Prepares refunds with a restricted key. Asynchronous counterpart of `Refunds`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def create(
        self,
        intent_id: str,
        amount_usdt: Optional[AmountUsdt] = None,
        *,
        amount_micros: Optional[int] = None,
        to: Optional[str] = None,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Refund:
        """
        Prepares a refund of what an intent has received, for `"5.25"`, a `Decimal`, whole USDT, or `amount_micros`.

        No money moves. All attempts of a call use the same idempotency key, so a lost response never leads to a second
        refund. With your own key, this also applies across calls and restarts. It stays with the refund, so use one for
        each refund, such as `return-1042-1`.

        `to` is the TRON address that the customer gave you, never the sender's. Without it, the payment page asks for
        one. `reason` is for your own records; the customer doesn't see it.

        Raises `InvalidAmountError`, also before anything is sent, `NotFoundError`, `PermissionDeniedError`, and
        `ConflictError` if nothing is left to refund, at the key's limit of the day, or for another refund's key.
        """
        call = _creation(intent_id, amount_usdt, amount_micros, to, reason, idempotency_key)
        return (await self._engine.call(call, _read_refund, timeout=timeout, max_retries=max_retries)).value

    async def list(
        self,
        *,
        intent_id: Optional[str] = None,
        status: Optional[RefundStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Page[Refund]:
        """
        Returns one page of refunds, newest first, with up to `limit` (20) refunds.

        Includes those that members and other keys prepared. `created_after` is inclusive, `created_before` isn't:
        datetimes with a time zone, or strings passed on unchanged. `after` is the `next` of the page before. Raises
        `PermissionDeniedError`, `InvalidRequestError`.
        """
        load = _loading(
            self._engine, _filters(intent_id, status, created_after, created_before, limit), timeout, max_retries
        )
        return await load(after)

    def iterate(
        self,
        *,
        intent_id: Optional[str] = None,
        status: Optional[RefundStatus] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncIterator[Refund]:
        """
        Goes through the refunds of all pages: `async for refund in till.refunds.iterate(status="prepared"): …`.

        Takes the same arguments as `list`, and loads each page when it's needed.
        """
        load = _loading(
            self._engine, _filters(intent_id, status, created_after, created_before, limit), timeout, max_retries
        )
        return items_of(load, after)

    async def retrieve(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Refund:
        """Returns a refund. Raises `NotFoundError`, `PermissionDeniedError`."""
        call = Call("GET", f"/refunds/{segment_of(id)}", with_key=True)
        return (await self._engine.call(call, _read_refund, timeout=timeout, max_retries=max_retries)).value

    async def cancel(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Refund:
        """
        Cancels a refund that this key prepared. You can safely repeat it.

        Raises `ConflictError` if it was sent, or a member or another key prepared it, and `NotFoundError`.
        """
        call = Call("POST", f"/refunds/{segment_of(id)}/cancel", body="{}", with_key=True)
        return (await self._engine.call(call, _read_refund, timeout=timeout, max_retries=max_retries)).value


def _creation(
    intent_id: str,
    amount_usdt: Optional[AmountUsdt],
    amount_micros: Optional[int],
    to: Optional[str],
    reason: Optional[str],
    idempotency_key: Optional[str],
) -> Call:
    # the exact digits, which a float may not represent
    parts = [f'"amount_usdt":{decimal_text(micros_to_ask(amount_usdt, amount_micros))}']
    rest = {"intent_id": intent_id, "to": to, "reason": reason}
    parts += [f'"{name}":{json.dumps(value)}' for name, value in rest.items() if value is not None]
    body, key = f"{{{','.join(parts)}}}", checked_key(idempotency_key)
    return Call("POST", "/refunds", body=body, with_key=True, idempotency_key=key)


def _filters(
    intent_id: Optional[str],
    status: Optional[RefundStatus],
    created_after: Union[datetime, str, None],
    created_before: Union[datetime, str, None],
    limit: Optional[int],
) -> dict[str, str]:
    return query_of(
        intent_id=intent_id,
        status=status,
        created_after=time_text("created_after", created_after),
        created_before=time_text("created_before", created_before),
        limit=limit,
    )


def _loading(
    engine: Engine, filters: Mapping[str, str], timeout: Optional[float], max_retries: Optional[int]
) -> Callable[[Optional[str]], Coroutine[Any, Any, Page[Refund]]]:
    async def load(after: Optional[str]) -> Page[Refund]:
        query = {**filters, **query_of(after=after)}
        call = Call("GET", "/refunds", query=query, with_key=True)
        return (await engine.call(call, page_of(_read_refund), timeout=timeout, max_retries=max_retries)).value

    return load


def _read_refund(members: Members) -> Refund:
    return Refund(
        id=members.text("id"),
        intent_id=members.text_or_none("intent_id"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        status=members.text("status"),
        amount_usdt=members.usdt("amount_usdt"),
        amount_micros=members.micros("amount_usdt"),
        to_address=members.text_or_none("to_address"),
        from_address=members.text_or_none("from_address"),
        reason=members.text_or_none("reason"),
        confirmed=members.flag("confirmed"),
        prepared_by=members.text("prepared_by"),
        tx_hash=members.text_or_none("tx_hash"),
        failure=members.text_or_none("failure"),
        created_at=members.moment("created_at"),
        sent_at=members.moment_or_none("sent_at"),
        failed_at=members.moment_or_none("failed_at"),
        final_at=members.moment_or_none("final_at"),
        cancelled_at=members.moment_or_none("cancelled_at"),
    )
