from __future__ import annotations

from datetime import datetime, timezone
from typing import Optional, Union
from urllib.parse import quote

from ._errors import ConfigurationError, InvalidRequestError


def query_of(**given: Union[str, int, None]) -> dict[str, str]:
    """The parameters that were given, as text."""
    return {name: str(value) for name, value in given.items() if value is not None}


def time_text(name: str, time: Union[datetime, str, None], hint: str = "") -> Optional[str]:
    """Passes a string on as it is. Raises `ConfigurationError` for a datetime without a time zone."""
    if time is None or isinstance(time, str):
        return time
    if time.utcoffset() is None:
        raise ConfigurationError(f"{name} needs a time zone.{hint}")
    return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def segment_of(id: object) -> str:
    """An ID as a part of a path. Raises `InvalidRequestError` for one that would make it another path."""
    if isinstance(id, str) and id not in {"", ".", ".."}:
        return quote(id, safe="")
    raise InvalidRequestError("id must be the ID of a result.", code="invalid_id")
