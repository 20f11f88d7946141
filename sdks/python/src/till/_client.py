from __future__ import annotations

import re
import ssl
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Optional
from urllib.parse import quote, urlsplit

import httpx

from ._calls import Engine, Transport, checked_retries, checked_seconds
from ._errors import ConfigurationError
from ._feed import AsyncEvents, Events
from ._intents import AsyncIntents, Intents
from ._refunds import AsyncRefunds, Refunds
from ._reports import AsyncReports, Reports
from ._sandbox import AsyncSandbox, Sandbox
from ._secret import Secret
from ._transport import AsyncTransport, SyncTransport
from ._webhook_endpoints import AsyncWebhookEndpoints, WebhookEndpoints

if TYPE_CHECKING:
    from typing_extensions import Self

_TIMEOUT = 10.0
_MAX_RETRIES = 3
_PREFIXES: dict[str, Literal["sandbox", "live"]] = {"svc_test_": "sandbox", "svc_live_": "live"}


class _Client:
    environment: Literal["sandbox", "live"]
    """From the key's prefix."""
    livemode: bool
    _base_url: str

    def _describe(self, api_key: str, base_url: str) -> None:
        self.environment = _environment_of(api_key)
        self.livemode = self.environment == "live"
        self._base_url = _checked_url(base_url)

    def _engine(self, api_key: str, transport: Transport, timeout: float, max_retries: int) -> Engine:
        seconds, retries = checked_seconds("timeout", timeout), checked_retries(max_retries)
        return Engine(Secret(api_key), self._base_url, transport, seconds, retries)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(environment={self.environment!r}, base_url={self._base_url!r})"


class Till(_Client):
    """
    API client for one key: `with Till(api_key, base_url) as till: …`, or one for the lifetime of a process.

    `api_key` is a terminal's key or a restricted key, `svc_test_…` or `svc_live_…`; keep it on your server. `base_url`
    is the URL of the service, for example `https://pay.example.com`, with or without `/api/v1`. `timeout` is in seconds
    per attempt, `max_retries` limits the attempts after the first. `ssl_context` replaces the system's certificates.
    `http_client` is an `httpx.Client` of your own, which you close. Threads can share a client. Raises
    `ConfigurationError`.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        timeout: float = _TIMEOUT,
        max_retries: int = _MAX_RETRIES,
        ssl_context: Optional[ssl.SSLContext] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._describe(api_key, base_url)
        self._transport = SyncTransport(http_client, ssl_context)
        engine = self._engine(api_key, self._transport, timeout, max_retries)
        self.intents = Intents(engine)
        self.refunds = Refunds(engine)
        self.sandbox = Sandbox(engine)
        self.reports = Reports(engine)
        self.events = Events(engine)
        self.webhook_endpoints = WebhookEndpoints(engine)

    def close(self) -> None:
        """Closes the connections. Later calls open new ones."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncTill(_Client):
    """
    API client for one key, for asyncio: `async with AsyncTill(api_key, base_url) as till: …`.

    Takes the same arguments as `Till`, with an `httpx.AsyncClient` as `http_client`, and has the same members, as
    coroutines. Never blocks the event loop. Cancelling a task, or `asyncio.timeout`, ends a call
    immediately.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        timeout: float = _TIMEOUT,
        max_retries: int = _MAX_RETRIES,
        ssl_context: Optional[ssl.SSLContext] = None,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._describe(api_key, base_url)
        self._transport = AsyncTransport(http_client, ssl_context)
        engine = self._engine(api_key, self._transport, timeout, max_retries)
        self.intents = AsyncIntents(engine)
        self.refunds = AsyncRefunds(engine)
        self.sandbox = AsyncSandbox(engine)
        self.reports = AsyncReports(engine)
        self.events = AsyncEvents(engine)
        self.webhook_endpoints = AsyncWebhookEndpoints(engine)

    async def aclose(self) -> None:
        """Closes the connections. Later calls open new ones."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()


def _environment_of(api_key: object) -> Literal["sandbox", "live"]:
    """The message never contains the input: it may be a mistyped key."""
    if isinstance(api_key, str) and re.fullmatch(r"svc_(test|live)_[\x21-\x7e]+", api_key):
        return _PREFIXES[api_key[:9]]
    raise ConfigurationError(
        "api_key must be an API key exactly as it was issued: svc_test_… or svc_live_…, without white space."
    )


def _checked_url(base_url: object) -> str:
    url = None
    if isinstance(base_url, str) and re.fullmatch(r"https?://[^\s\x00-\x1f\x7f@?#\\]+", base_url, re.IGNORECASE):
        # the cause may contain a password from the URL, so it isn't passed on
        with suppress(ValueError):
            url = _normalized(base_url)
    if url is None:
        raise ConfigurationError(
            "base_url must be the service's URL, for example https://pay.example.com, without user name or query."
        )
    return url


def _normalized(base_url: str) -> Optional[str]:
    url = urlsplit(base_url)
    host = url.hostname or ""
    host = f"[{host}]" if ":" in host else host.encode("idna").decode("ascii")
    if not re.fullmatch(r"[0-9a-z._:%\[\]-]+", host, re.IGNORECASE):
        return None
    port = "" if url.port is None else f":{url.port}"
    path = quote(url.path.rstrip("/"), safe="/%:;,=+$!*'()~&")
    return f"{url.scheme}://{host}{port}{path if path.endswith('/api/v1') else f'{path}/api/v1'}"
