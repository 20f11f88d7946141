from __future__ import annotations

from typing import Literal, Union

# Known strings; values that the service adds later are passed through.
Environment = Union[Literal["sandbox", "live"], str]
IntentStatus = Union[Literal["pending", "paid", "expired", "cancelled"], str]
RefundStatus = Union[Literal["waiting_for_address", "prepared", "sent", "final", "failed", "cancelled"], str]
