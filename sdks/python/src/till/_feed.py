from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Optional, Union

from ._calls import Call, Engine, checked_seconds, complete
from ._events import WebhookEvent, read_event
from ._json import Members
from ._listen import AsyncListener, Listener, Listening
from ._pages import Page, page_of
from ._parameters import query_of

EventType = Union[
    Literal[
        "payment.success",
        "payment.expired",
        "intent.created",
        "intent.cancelled",
        "key.rotated",
        "attention.opened",
        "attention.resolved",
        "alarm.raised",
        "alarm.cleared",
        "refund.prepared",
        "refund.sent",
        "refund.failed",
        "refund.cancelled",
    ],
    str,
]


class Events:
    """Reads the events that webhooks carry, also those that no webhook delivered. Test events aren't among them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        after: Optional[str] = None,
        types: Optional[Sequence[EventType]] = None,
        limit: Optional[int] = None,
        wait: int = 0,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Page[WebhookEvent]:
        """
        Returns one page, oldest first, with up to `limit` (100) events behind the cursor `after`, or `"latest"`.

        Without `after`, it begins with the oldest event. A page may have fewer events, or none, while `has_more` is
        true. If there is no event, the service waits up to `wait` seconds (25 at most) for one; the timeout is so much
        longer. Raises `CursorExpiredError`, `PermissionDeniedError`, `InvalidRequestError`.
        """
        return complete(_list(self._engine, after, types, limit, wait, timeout, max_retries))

    def listen(
        self,
        *,
        after: Optional[str] = None,
        types: Optional[Sequence[EventType]] = None,
        limit: Optional[int] = None,
        on_cursor: Optional[Callable[[str], object]] = None,
        timeout: Optional[float] = None,
    ) -> Listener:
        """
        Hands over every event, one after another, and waits for new ones: `for event in till.events.listen(): …`.

        `on_cursor` is called with each new cursor, once all events before it have been handled. Store it, and pass it
        as `after` the next time. Continues if the service is briefly unavailable. Raises `CursorExpiredError`, and what
        else a retry can't mend.
        """
        return Listener(_listening(self._engine, after, types, limit, on_cursor, timeout))


class AsyncEvents:
    """Reads the events that webhooks carry. Asynchronous counterpart of `Events`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def list(
        self,
        *,
        after: Optional[str] = None,
        types: Optional[Sequence[EventType]] = None,
        limit: Optional[int] = None,
        wait: int = 0,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Page[WebhookEvent]:
        """
        Returns one page, oldest first, with up to `limit` (100) events behind the cursor `after`, or `"latest"`.

        Without `after`, it begins with the oldest event. A page may have fewer events, or none, while `has_more` is
        true. If there is no event, the service waits up to `wait` seconds (25 at most) for one; the timeout is so much
        longer. Raises `CursorExpiredError`, `PermissionDeniedError`, `InvalidRequestError`.
        """
        return await _list(self._engine, after, types, limit, wait, timeout, max_retries)

    def listen(
        self,
        *,
        after: Optional[str] = None,
        types: Optional[Sequence[EventType]] = None,
        limit: Optional[int] = None,
        on_cursor: Optional[Callable[[str], Union[Awaitable[object], object]]] = None,
        timeout: Optional[float] = None,
    ) -> AsyncListener:
        """
        Hands over every event, one after another, and waits for new ones: `async for event in till.events.listen(): …`.

        `on_cursor`, which may be a coroutine function, is called with each new cursor, once all events before it have
        been handled. Store it, and pass it as `after` the next time. Continues if the service is briefly unavailable,
        until the task is cancelled. Raises `CursorExpiredError`, and what else a retry can't mend.
        """
        return AsyncListener(_listening(self._engine, after, types, limit, on_cursor, timeout))


async def _list(
    engine: Engine,
    after: Optional[str],
    types: Optional[Sequence[EventType]],
    limit: Optional[int],
    wait: int,
    timeout: Optional[float],
    max_retries: Optional[int],
) -> Page[WebhookEvent]:
    seconds = engine.timeout if timeout is None else checked_seconds("timeout", timeout)
    names = None if types is None else ",".join(types)
    query = query_of(after=after, types=names, limit=limit, wait=wait or None)
    call = Call("GET", "/events", query=query, with_key=True)
    answered = await engine.call(
        call, page_of(_read_feed_event), timeout=seconds + max(0, wait), max_retries=max_retries
    )
    return answered.value


def _listening(
    engine: Engine,
    after: Optional[str],
    types: Optional[Sequence[EventType]],
    limit: Optional[int],
    on_cursor: Optional[Callable[[str], object]],
    timeout: Optional[float],
) -> Listening:
    async def poll(behind: Optional[str], wait: int) -> Page[WebhookEvent]:
        return await _list(engine, behind, types, limit, wait, timeout, max_retries=0)

    return Listening(poll, engine.transport, after, on_cursor)


def _read_feed_event(members: Members) -> WebhookEvent:
    return read_event(members.text("body"), members.text("id"))
