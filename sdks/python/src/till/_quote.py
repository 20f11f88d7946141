from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, Optional, Union

from ._json import Members

RateSource = Union[Literal["par", "manual", "url"], str]


@dataclass(frozen=True)
class Quote:
    """What the amount of an intent was quoted from: a price in a currency."""

    currency: str
    """ISO 4217 code, for example `"EUR"`."""
    amount: Decimal
    """The price, with all decimals of the currency, for example `Decimal("24.90")`."""
    rate: Decimal
    """USDT for one unit of the currency, before the spread, for example `Decimal("1.0895")`."""
    source: RateSource
    """`par`: 1 USD = 1 USDT. `manual`: set by a member. `url`: read from the rate URL of your business."""
    quoted_at: datetime
    """In UTC."""
    spread_bps: int
    """Added to the rate, in hundredths of a percent."""


def read_quote(intent: Members) -> Optional[Quote]:
    """The `quote` of an intent; None if there is none."""
    quote = intent.object_or_none("quote")
    if quote is None:
        return None
    return Quote(
        currency=quote.text("currency"),
        amount=quote.decimal("amount"),
        rate=quote.decimal("rate"),
        source=quote.text("source"),
        quoted_at=quote.moment("quoted_at"),
        spread_bps=quote.integer("spread_bps"),
    )
