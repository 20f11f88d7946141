from __future__ import annotations

import re
from decimal import Decimal
from typing import Optional, Union

from ._errors import InvalidAmountError

AmountUsdt = Union[str, Decimal, int]
"""An amount in USDT: a decimal string, a `Decimal`, or whole USDT. Never a float."""

PriceAmount = Union[str, Decimal, int]
"""A price in a currency: a decimal string, a `Decimal`, or whole units. Never a float."""

_MAX_MICROS = 999_999_999_999_999
_DECIMAL = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+))?")
_JSON_NUMBER = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_LONGEST_NUMBER = 600
_MAX_EXPONENT = 40


def micros_to_ask(amount_usdt: object, amount_micros: object) -> int:
    """The exact micro-USDT of a valid amount. Raises `InvalidAmountError`."""
    if (amount_usdt is None) == (amount_micros is None):
        raise InvalidAmountError("Pass either amount_usdt or amount_micros.")
    if amount_usdt is None:
        return _micros(amount_micros)
    if isinstance(amount_usdt, str):
        return _in_range(_micros_of_text(amount_usdt))
    if isinstance(amount_usdt, Decimal):
        return _in_range(_micros_of_decimal(amount_usdt))
    if isinstance(amount_usdt, int) and not isinstance(amount_usdt, bool):
        return _in_range(amount_usdt * 1_000_000)
    if isinstance(amount_usdt, float):
        raise InvalidAmountError("A float isn't exact. Pass a string or a Decimal, for example '12.50'.")
    raise InvalidAmountError("amount_usdt must be a string, a Decimal or an int, for example '12.50'.")


def price_text(amount: object) -> str:
    """The digits of a price; the service knows how many decimals its currency has. Raises `InvalidAmountError`."""
    if isinstance(amount, str):
        return amount
    if isinstance(amount, Decimal):
        if amount.is_finite() and abs(amount.adjusted()) <= _MAX_EXPONENT:
            return f"{amount:f}"
        raise InvalidAmountError("The amount must be a number of units of its currency, like 24.90.")
    if isinstance(amount, int) and not isinstance(amount, bool):
        return str(amount)
    if isinstance(amount, float):
        raise InvalidAmountError("A float isn't exact. Pass a string or a Decimal, for example '24.90'.")
    raise InvalidAmountError("amount must be a string, a Decimal or an int, for example '24.90'.")


def micros_of_digits(digits: str) -> Optional[int]:
    """The micro-USDT of a JSON number's digits; None if they aren't an integer."""
    number = _JSON_NUMBER.fullmatch(digits) if len(digits) <= _LONGEST_NUMBER else None
    if number is None:
        return None
    sign, whole, fraction, exponent_text = number.groups(default="")
    exponent = int(exponent_text or "0")
    if abs(exponent) > _MAX_EXPONENT:
        return None
    micros, rest = _scaled(int(whole + fraction), exponent - len(fraction) + 6)
    return None if rest else -micros if sign else micros


def decimal_text(micros: int) -> str:
    """`12500000` → `"12.5"`: the shortest exact decimal, without an exponent."""
    whole, fraction = divmod(abs(micros), 1_000_000)
    text = f"{whole}.{fraction:06}".rstrip("0").rstrip(".")
    return f"-{text}" if micros < 0 else text


def _micros(amount_micros: object) -> int:
    if isinstance(amount_micros, int) and not isinstance(amount_micros, bool):
        return _in_range(amount_micros)
    raise InvalidAmountError("amount_micros must be an int, for example 12_500_000.")


def _micros_of_text(usdt: str) -> Optional[int]:
    number = _DECIMAL.fullmatch(usdt)
    if number is None:
        return None
    whole, fraction = number[1], (number[2] or "").rstrip("0")
    return None if len(whole) > 9 or len(fraction) > 6 else int(whole + fraction.ljust(6, "0"))


def _micros_of_decimal(usdt: Decimal) -> Optional[int]:
    """Uses the digits: arithmetic on a Decimal rounds to the precision of the thread's context."""
    if not usdt.is_finite() or not usdt or not -6 <= usdt.adjusted() <= 8:
        return None
    sign, digits, exponent = usdt.as_tuple()
    significant = "".join(map(str, digits)).rstrip("0")
    shift = int(exponent) + len(digits) - len(significant) + 6
    return None if sign or shift < 0 else int(significant) * 10**shift


def _scaled(number: int, shift: int) -> tuple[int, int]:
    return (number * 10**shift, 0) if shift >= 0 else divmod(number, 10**-shift)


def _in_range(micros: Optional[int]) -> int:
    if micros is None or not 1 <= micros <= _MAX_MICROS:
        raise InvalidAmountError(
            "The amount must be from 0.000001 to 999999999.999999 USDT with at most six decimals, like 12.50."
        )
    return micros
