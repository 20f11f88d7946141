from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Optional, TypeVar

from ._calls import complete
from ._json import Members

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list."""

    data: tuple[T, ...]
    has_more: bool
    next: Optional[str]
    """The cursor of the page behind it."""


Load = Callable[[Optional[str]], Awaitable[Page[T]]]


def page_of(read: Callable[[Members], T]) -> Callable[[Members], Page[T]]:
    def read_page(members: Members) -> Page[T]:
        data = tuple(read(item) for item in members.objects("data"))
        return Page(data, has_more=members.flag("has_more"), next=members.text_or_none("next"))

    return read_page


async def items_of(load: Load[T], after: Optional[str]) -> AsyncGenerator[T, None]:
    """The items of all pages. Loads a page when it's needed."""
    while True:
        page = await load(after)
        for item in page.data:
            yield item
        # a page may be empty although more follow
        after = page.next
        if not page.has_more or after is None:
            return


def blocking(items: AsyncGenerator[T, None]) -> Iterator[T]:
    """Iterates over what a blocking transport, which never suspends, brings."""
    while True:
        try:
            item = complete(items.__anext__())
        except StopAsyncIteration:
            return
        yield item
