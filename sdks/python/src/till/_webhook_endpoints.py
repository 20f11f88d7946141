from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Optional, TypeVar, Union

from ._calls import Call, Engine, checked_seconds, complete
from ._feed import EventType
from ._json import Members
from ._pages import Page, page_of
from ._parameters import segment_of
from ._values import Environment

T = TypeVar("T")

EndpointStatus = Union[Literal["enabled", "disabled"], str]
DisabledReason = Union[Literal["gone", "failing", "manual", "api"], str]

_TEST_SECONDS = 10.0
"""The service waits up to this long for your server's response to a test event."""


@dataclass(frozen=True)
class WebhookEndpoint:
    """A webhook endpoint that this key created. Times are in UTC."""

    id: str
    url: str
    event_types: tuple[EventType, ...]
    terminal_id: Optional[str]
    """The terminal whose events are sent, None for all terminals."""
    environment: Environment
    livemode: bool
    status: EndpointStatus
    disabled_reason: Optional[DisabledReason]
    failing_since: Optional[datetime]
    created_at: datetime


@dataclass(frozen=True)
class CreatedWebhookEndpoint(WebhookEndpoint):
    """The result of `create`."""

    created: bool
    """False if the key had created this endpoint before."""
    secret: Optional[str] = field(repr=False)
    """The signing secret. Store it now: it isn't returned again. None if the endpoint isn't new."""


@dataclass(frozen=True)
class RotatedWebhookEndpoint(WebhookEndpoint):
    """The result of `rotate_secret`."""

    secret: str = field(repr=False)
    """The new signing secret. Store it now: it isn't returned again."""
    takes_over_at: datetime
    """From then on, only the new secret signs. Accept both until then."""


@dataclass(frozen=True)
class TestEventResult:
    """How your server responded to a test event."""

    __test__ = False  # no test, whatever pytest takes its name for

    event_id: str
    status: Union[Literal["delivered", "failed"], str]
    response_status: Optional[int]
    """HTTP status, None without a response."""
    error: Optional[str]


class WebhookEndpoints:
    """Manages the webhook endpoints of a restricted key with the scope `webhooks:write`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Page[WebhookEndpoint]:
        """Returns every endpoint that this key created, at most five."""
        return complete(_run(self._engine, _call("GET"), page_of(_read_endpoint), timeout, max_retries))

    def create(
        self,
        url: str,
        *,
        event_types: Optional[Sequence[EventType]] = None,
        terminal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedWebhookEndpoint:
        """
        Creates an endpoint, or returns the one that the key has already created for the URL and terminal.

        The latter has no secret. Raises `ConflictError` for a sixth endpoint, `InvalidRequestError`.
        """
        call = _call("POST", body=_body(url=url, event_types=event_types, terminal_id=terminal_id))
        return complete(_run(self._engine, call, _read_created, timeout, max_retries))

    def retrieve(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> WebhookEndpoint:
        """Raises `NotFoundError`, also for an endpoint that another key or the dashboard created."""
        return complete(_run(self._engine, _call("GET", _path(id)), _read_endpoint, timeout, max_retries))

    def update(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        event_types: Optional[Sequence[EventType]] = None,
        enabled: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> WebhookEndpoint:
        """
        Changes what you pass; the rest stays as it is.

        Retried only after a 429. Raises `NotFoundError`, `InvalidRequestError`.
        """
        body = _body(url=url, event_types=event_types, enabled=enabled)
        call = _call("PATCH", _path(id), body, repeatable=False)
        return complete(_run(self._engine, call, _read_endpoint, timeout, max_retries))

    def delete(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> None:
        """Deletes the endpoint with its delivery log. Raises `NotFoundError`."""
        complete(_run(self._engine, _call("DELETE", _path(id)), _read_deleted, timeout, max_retries))

    def rotate_secret(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RotatedWebhookEndpoint:
        """Returns a new secret. Retried only after a 429. Raises `NotFoundError`."""
        call = _call("POST", f"{_path(id)}/rotate-secret", "{}", repeatable=False)
        return complete(_run(self._engine, call, _read_rotated, timeout, max_retries))

    def test(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> TestEventResult:
        """Sends a `test.ping` to your server. Retried only after a 429. Raises `NotFoundError`, `ConflictError`."""
        call = _call("POST", f"{_path(id)}/test", "{}", repeatable=False)
        seconds = self._engine.timeout if timeout is None else checked_seconds("timeout", timeout)
        return complete(_run(self._engine, call, _read_test, seconds + _TEST_SECONDS, max_retries))


class AsyncWebhookEndpoints:
    """Manages a restricted key's webhook endpoints. Asynchronous counterpart of `WebhookEndpoints`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def list(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Page[WebhookEndpoint]:
        """Returns every endpoint that this key created, at most five."""
        return await _run(self._engine, _call("GET"), page_of(_read_endpoint), timeout, max_retries)

    async def create(
        self,
        url: str,
        *,
        event_types: Optional[Sequence[EventType]] = None,
        terminal_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedWebhookEndpoint:
        """
        Creates an endpoint, or returns the one that the key has already created for the URL and terminal.

        The latter has no secret. Raises `ConflictError` for a sixth endpoint, `InvalidRequestError`.
        """
        call = _call("POST", body=_body(url=url, event_types=event_types, terminal_id=terminal_id))
        return await _run(self._engine, call, _read_created, timeout, max_retries)

    async def retrieve(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> WebhookEndpoint:
        """Raises `NotFoundError`, also for an endpoint that another key or the dashboard created."""
        return await _run(self._engine, _call("GET", _path(id)), _read_endpoint, timeout, max_retries)

    async def update(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        event_types: Optional[Sequence[EventType]] = None,
        enabled: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> WebhookEndpoint:
        """
        Changes what you pass; the rest stays as it is.

        Retried only after a 429. Raises `NotFoundError`, `InvalidRequestError`.
        """
        body = _body(url=url, event_types=event_types, enabled=enabled)
        call = _call("PATCH", _path(id), body, repeatable=False)
        return await _run(self._engine, call, _read_endpoint, timeout, max_retries)

    async def delete(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> None:
        """Deletes the endpoint with its delivery log. Raises `NotFoundError`."""
        await _run(self._engine, _call("DELETE", _path(id)), _read_deleted, timeout, max_retries)

    async def rotate_secret(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RotatedWebhookEndpoint:
        """Returns a new secret. Retried only after a 429. Raises `NotFoundError`."""
        call = _call("POST", f"{_path(id)}/rotate-secret", "{}", repeatable=False)
        return await _run(self._engine, call, _read_rotated, timeout, max_retries)

    async def test(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> TestEventResult:
        """Sends a `test.ping` to your server. Retried only after a 429. Raises `NotFoundError`, `ConflictError`."""
        call = _call("POST", f"{_path(id)}/test", "{}", repeatable=False)
        seconds = self._engine.timeout if timeout is None else checked_seconds("timeout", timeout)
        return await _run(self._engine, call, _read_test, seconds + _TEST_SECONDS, max_retries)


def _call(
    method: Literal["GET", "POST", "PATCH", "DELETE"],
    path: str = "",
    body: Optional[str] = None,
    *,
    repeatable: bool = True,
) -> Call:
    return Call(method, f"/webhook-endpoints{path}", body=body, with_key=True, repeatable=repeatable)


async def _run(
    engine: Engine,
    call: Call,
    read: Callable[[Members], T],
    timeout: Optional[float],
    max_retries: Optional[int],
) -> T:
    return (await engine.call(call, read, timeout=timeout, max_retries=max_retries)).value


def _path(id: str) -> str:
    return f"/{segment_of(id)}"


def _body(
    *,
    url: Optional[str],
    event_types: Optional[Sequence[EventType]],
    terminal_id: Optional[str] = None,
    enabled: Optional[bool] = None,
) -> str:
    types = None if event_types is None else list(event_types)
    given = {"url": url, "event_types": types, "terminal_id": terminal_id, "enabled": enabled}
    return json.dumps({name: value for name, value in given.items() if value is not None})


def _read_endpoint(members: Members) -> WebhookEndpoint:
    return WebhookEndpoint(**_members_of(members))


def _read_created(members: Members) -> CreatedWebhookEndpoint:
    created, secret = members.flag("created"), members.text_or_none("secret")
    return CreatedWebhookEndpoint(**_members_of(members), created=created, secret=secret)


def _read_rotated(members: Members) -> RotatedWebhookEndpoint:
    secret, takes_over_at = members.text("secret"), members.moment("takes_over_at")
    return RotatedWebhookEndpoint(**_members_of(members), secret=secret, takes_over_at=takes_over_at)


def _members_of(members: Members) -> dict[str, Any]:
    return {
        "id": members.text("id"),
        "url": members.text("url"),
        "event_types": members.texts("event_types"),
        "terminal_id": members.text_or_none("terminal_id"),
        "environment": members.text("environment"),
        "livemode": members.flag("livemode"),
        "status": members.text("status"),
        "disabled_reason": members.text_or_none("disabled_reason"),
        "failing_since": members.moment_or_none("failing_since"),
        "created_at": members.moment("created_at"),
    }


def _read_deleted(members: Members) -> None:
    members.text("id")


def _read_test(members: Members) -> TestEventResult:
    return TestEventResult(
        event_id=members.text("event_id"),
        status=members.text("status"),
        response_status=members.integer_or_none("response_status"),
        error=members.text_or_none("error"),
    )
