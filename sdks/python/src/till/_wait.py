from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Optional

from ._calls import Answered, Engine, checked_seconds
from ._errors import ApiError, ConnectionFailedError, PassingError, WaitTimeoutError, is_passing

if TYPE_CHECKING:
    from ._intents import Intent

INTERVAL = 2.0
_MARGIN = 300.0
"""In live, a payment can arrive a minute after the expiry, and takes two or three more to be final."""


async def wait_for_end(
    look: Callable[[float], Awaitable[Answered[Intent]]],
    engine: Engine,
    timeout: Optional[float],
    interval: float,
) -> Intent:
    """Returns the intent once it is no longer pending. Temporary errors don't end the wait; others are raised."""
    interval = checked_seconds("interval", interval)
    deadline = time.monotonic() + (_MARGIN if timeout is None else checked_seconds("timeout", timeout))
    last: Optional[Intent] = None
    trouble: Optional[PassingError] = None
    while (left := deadline - time.monotonic()) > 0:
        pause = interval
        try:
            answered = await look(min(engine.timeout, left))
        except (ConnectionFailedError, ApiError) as error:
            if not is_passing(error):
                raise
            # a poll that the deadline cut off says less than the failure before it
            if trouble is None or time.monotonic() < deadline:
                trouble = error
            pause = max(interval, float(error.retry_after_seconds or 0))
        else:
            if timeout is None and last is None:
                # by the service's clock: this machine's clock may be wrong by hours
                until_expiry = (answered.value.expires_at - answered.server_time).total_seconds()
                deadline = time.monotonic() + until_expiry + _MARGIN
            last = answered.value
            if last.status != "pending":
                return last
        await engine.transport.sleep(max(0.0, min(pause, deadline - time.monotonic())))
    seen = "could not be read" if last is None else f"was still {last.status}"
    raise WaitTimeoutError(f"The wait timed out: the intent {seen}.", intent=last) from trouble
