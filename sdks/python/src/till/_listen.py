from __future__ import annotations

import inspect
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Optional

from ._calls import Transport, complete, retry_pause
from ._errors import ApiError, ConnectionFailedError, is_passing
from ._events import WebhookEvent
from ._pages import Page

if TYPE_CHECKING:
    from typing_extensions import Self

_WAIT = 25
_PAUSE = 1.0
"""After a poll that ended early without an event: a service that doesn't wait must not be asked without pause."""
_LATEST = "latest"


class Listening:
    """The place in the feed and what comes next, written once for both kinds of listeners."""

    def __init__(
        self,
        poll: Callable[[Optional[str], int], Awaitable[Page[WebhookEvent]]],
        transport: Transport,
        after: Optional[str],
        on_cursor: Optional[Callable[[str], object]],
    ) -> None:
        self._poll = poll
        self._transport = transport
        self._on_cursor = on_cursor
        self._after = after
        self._page: Optional[Page[WebhookEvent]] = None
        self._rest: deque[WebhookEvent] = deque()
        self._handed: set[str] = set()

    @property
    def cursor(self) -> Optional[str]:
        return None if self._after == _LATEST else self._after

    async def next_event(self) -> WebhookEvent:
        while not self._rest:
            await self._move()
            await self._turn()
        return self._rest.popleft()

    async def _move(self) -> None:
        """Moves the cursor behind the page whose last event has been handled."""
        page, self._page = self._page, None
        if page is None:
            return
        known = self.cursor
        self._after = known if page.next is None else page.next
        if page.next is not None and page.next != known and self._on_cursor is not None:
            stored = self._on_cursor(page.next)
            if inspect.isawaitable(stored):
                await stored

    async def _turn(self) -> None:
        """Waits for the next page and keeps its events, without those of the page before."""
        started = time.monotonic()
        was_placed = self._after != _LATEST
        page = self._page = await self._next_page()
        self._rest.extend(event for event in page.data if event.id not in self._handed)
        if page.data:
            self._handed = {event.id for event in page.data}
        elif was_placed and not page.has_more and time.monotonic() - started < _PAUSE:
            await self._transport.sleep(_PAUSE)

    async def _next_page(self) -> Page[WebhookEvent]:
        # the place of "latest" moves: until it is known, a lost response would lose the events that came meanwhile
        wait = 0 if self._after == _LATEST else _WAIT
        failures = 0
        while True:
            try:
                return await self._poll(self._after, wait)
            except (ConnectionFailedError, ApiError) as error:
                if not is_passing(error):
                    raise
                pause = retry_pause(failures, error.retry_after_seconds)
            await self._transport.sleep(pause)
            failures += 1


class Listener:
    """Iterates over events. After a crash within a page, its events come again: recognise them by `id`."""

    def __init__(self, listening: Listening) -> None:
        self._listening = listening

    @property
    def cursor(self) -> Optional[str]:
        """The place behind the last page whose events have all been handled. None while there is none."""
        return self._listening.cursor

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> WebhookEvent:
        return complete(self._listening.next_event())


class AsyncListener:
    """Iterates over events. Asynchronous counterpart of `Listener`."""

    def __init__(self, listening: Listening) -> None:
        self._listening = listening

    @property
    def cursor(self) -> Optional[str]:
        """The place behind the last page whose events have all been handled. None while there is none."""
        return self._listening.cursor

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> WebhookEvent:
        return await self._listening.next_event()
