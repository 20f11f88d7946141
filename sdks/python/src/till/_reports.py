from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Optional, Union

from ._calls import Call, Engine, complete
from ._json import Members
from ._parameters import query_of, time_text

PeriodEnd = Union[datetime, date, str]
"""A datetime with a time zone, a date as business day of the terminal, or an ISO 8601 string passed on unchanged."""


@dataclass(frozen=True)
class SalesReport:
    """The sales of one terminal."""

    merchant_name: str
    terminal_name: str
    start: datetime
    """In UTC, like `end`."""
    end: datetime
    """As the start of the next report, it leaves no gap and no overlap, unless it is in the future."""
    total_usdt: Decimal
    """The exact sum."""
    total_micros: int
    currency: str
    sales_count: int
    refunded_usdt: Optional[Decimal] = None
    """The refunds that became final in the period. None if the service's version doesn't report them."""
    refunded_micros: Optional[int] = None
    refunds_count: Optional[int] = None
    net_usdt: Optional[Decimal] = None
    """The total minus the refunds, also below zero. None like `refunded_usdt`."""
    net_micros: Optional[int] = None


class Reports:
    """Returns the sales of a terminal."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def sales(
        self,
        *,
        start: Optional[PeriodEnd] = None,
        end: Optional[PeriodEnd] = None,
        terminal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SalesReport:
        """
        Returns the sales from `start` up to, but not including, `end`.

        By default those of the terminal's current business day so far. Only a key for all terminals takes
        `terminal_id`, which it needs.
        """
        call = _sales(start, end, terminal_id)
        return complete(self._engine.call(call, _read_report, timeout=timeout, max_retries=max_retries)).value


class AsyncReports:
    """Returns the sales of a terminal. Asynchronous counterpart of `Reports`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def sales(
        self,
        *,
        start: Optional[PeriodEnd] = None,
        end: Optional[PeriodEnd] = None,
        terminal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SalesReport:
        """
        Returns the sales from `start` up to, but not including, `end`.

        By default those of the terminal's current business day so far. Only a key for all terminals takes
        `terminal_id`, which it needs.
        """
        call = _sales(start, end, terminal_id)
        return (await self._engine.call(call, _read_report, timeout=timeout, max_retries=max_retries)).value


def _sales(start: Optional[PeriodEnd], end: Optional[PeriodEnd], terminal_id: Optional[str]) -> Call:
    query = query_of(start=_text_of("start", start), end=_text_of("end", end), terminal_id=terminal_id)
    return Call("GET", "/get-terminal-sales", query=query, with_key=True)


def _text_of(name: str, moment: Optional[PeriodEnd]) -> Optional[str]:
    if isinstance(moment, date) and not isinstance(moment, datetime):
        return moment.isoformat()
    hint = " For the terminal's local time, pass a string, for example '2026-03-01T09:00:00'."
    return time_text(name, moment, hint)


def _read_report(members: Members) -> SalesReport:
    period = members.object("reconciliation_period")
    summary = members.object("summary")
    return SalesReport(
        merchant_name=members.text("merchant_name"),
        terminal_name=members.text("terminal_name"),
        start=period.moment("start"),
        end=period.moment("end"),
        total_usdt=summary.usdt("total_collected"),
        total_micros=summary.micros("total_collected"),
        currency=summary.text("currency"),
        sales_count=summary.integer("sales_count"),
        refunded_usdt=summary.usdt_or_none("total_refunded"),
        refunded_micros=summary.micros_or_none("total_refunded"),
        refunds_count=summary.integer_or_none("refunds_count"),
        net_usdt=summary.usdt_or_none("total_net"),
        net_micros=summary.micros_or_none("total_net"),
    )
