from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, NoReturn, Optional, Union

from ._amounts import decimal_text, micros_of_digits


class ShapeError(Exception):
    """The data doesn't have the documented shape. Internal: callers translate this error."""


class JsonNumber:
    """A number with its original digits, which a float may not represent."""

    __slots__ = ("digits",)

    def __init__(self, digits: str) -> None:
        self.digits = digits


Json = Union[None, bool, str, JsonNumber, "list[Json]", "dict[str, Json]"]

_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
_DECIMAL = re.compile(r"[0-9]{1,40}(?:\.[0-9]{1,40})?")
# deeply nested text is refused like invalid JSON; a Decimal may refuse an exponent
_REFUSALS = (ValueError, RecursionError, ArithmeticError)


def parse(text: str) -> Json:
    """Parses JSON without losing digits. Raises `ShapeError` if it isn't JSON."""
    try:
        parsed: Json = json.loads(text, parse_int=JsonNumber, parse_float=JsonNumber, parse_constant=_refuse)
    except _REFUSALS as error:
        raise ShapeError("it isn't JSON") from error
    return parsed


def parse_plain(text: str) -> dict[str, Any]:
    """Parses JSON to Python's own types, with numbers as int and Decimal."""
    try:
        parsed: dict[str, Any] = json.loads(text, parse_float=Decimal, parse_constant=_refuse)
    except _REFUSALS as error:
        raise ShapeError("it isn't JSON") from error
    return parsed


class Members:
    """Reads the members of a JSON object with their documented types. Anything else is a `ShapeError`."""

    def __init__(self, json: Json) -> None:
        if not isinstance(json, dict):
            raise ShapeError("a JSON object is missing")
        self._members = json

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def object(self, name: str) -> Members:
        return Members(self._members.get(name))

    def object_or_none(self, name: str) -> Optional[Members]:
        return None if self._members.get(name) is None else self.object(name)

    def objects(self, name: str) -> list[Members]:
        """The items of a list of objects."""
        return [Members(item) for item in self._list(name)]

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(item if isinstance(item, str) else _wrong(name) for item in self._list(name))

    def text(self, name: str) -> str:
        value = self._members.get(name)
        return value if isinstance(value, str) else _wrong(name)

    def decimal(self, name: str) -> Decimal:
        """Of decimal text."""
        text = self.text(name)
        return Decimal(text) if _DECIMAL.fullmatch(text) else _wrong(name)

    def text_or_none(self, name: str) -> Optional[str]:
        return None if self._members.get(name) is None else self.text(name)

    def texts_or_none(self, name: str) -> Optional[dict[str, str]]:
        if self._members.get(name) is None:
            return None
        pairs = self.object(name)
        return {key: pairs.text(key) for key in pairs}

    def flag(self, name: str) -> bool:
        value = self._members.get(name)
        return value if isinstance(value, bool) else _wrong(name)

    def micros(self, name: str) -> int:
        value = self._members.get(name)
        micros = micros_of_digits(value.digits) if isinstance(value, JsonNumber) else None
        return _wrong(name) if micros is None else micros

    def usdt(self, name: str) -> Decimal:
        return Decimal(decimal_text(self.micros(name)))

    def micros_or_none(self, name: str) -> Optional[int]:
        return None if self._members.get(name) is None else self.micros(name)

    def usdt_or_none(self, name: str) -> Optional[Decimal]:
        return None if self._members.get(name) is None else self.usdt(name)

    def integer(self, name: str) -> int:
        whole, rest = divmod(self.micros(name), 1_000_000)
        return _wrong(name) if rest else whole

    def integer_or_none(self, name: str) -> Optional[int]:
        return None if self._members.get(name) is None else self.integer(name)

    def moment_or_none(self, name: str) -> Optional[datetime]:
        """In UTC, to the microsecond."""
        return None if self._members.get(name) is None else self.moment(name)

    def moment(self, name: str) -> datetime:
        """In UTC, to the microsecond."""
        moment = _MOMENT.fullmatch(self.text(name))
        if moment is None:
            _wrong(name)
        date_time, fraction, sign, hours, minutes = moment.groups(default="0")
        try:
            offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
            local = datetime.fromisoformat(date_time) + timedelta(microseconds=int(fraction[:6].ljust(6, "0")))
            return local.replace(tzinfo=timezone(offset)).astimezone(timezone.utc)
        except (ValueError, OverflowError):
            _wrong(name)

    def _list(self, name: str) -> list[Json]:
        value = self._members.get(name)
        return value if isinstance(value, list) else _wrong(name)


def _wrong(name: str) -> NoReturn:
    raise ShapeError(f"{name} is missing or has the wrong type")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
