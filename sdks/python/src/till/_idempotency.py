from __future__ import annotations

import re
import uuid

from ._errors import InvalidRequestError


def checked_key(key: object) -> str:
    """The caller's idempotency key, or a new one. Raises `InvalidRequestError`."""
    if key is None:
        return str(uuid.uuid4())
    if isinstance(key, str) and re.fullmatch(r"[\x20-\x7e]{1,255}", key):
        return key
    raise InvalidRequestError(
        "idempotency_key must be 1 to 255 printable ASCII characters.", code="invalid_idempotency_key"
    )
