from __future__ import annotations

import re
import ssl
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Optional
from urllib.parse import quote, urlsplit

from ._async import AsyncTransport
from ._calls import Engine, Transport, checked_retries, checked_seconds
from ._errors import ConfigurationError
from ._http import Origin
from ._http_client import AsyncClientTransport, AsyncHttpClient, ClientTransport, HttpClient
from ._intents import AsyncIntents, Intents
from ._proxy import proxy_to
from ._reports import AsyncReports, Reports
from ._sandbox import AsyncSandbox, Sandbox
from ._secret import Secret
from ._sync import SyncTransport

if TYPE_CHECKING:
    from typing_extensions import Self

_TIMEOUT = 10.0
_MAX_RETRIES = 3
_PREFIXES: dict[str, Literal["sandbox", "live"]] = {"svc_test_": "sandbox", "svc_live_": "live"}


class _Client:
    environment: Literal["sandbox", "live"]
    """From the key's prefix."""
    livemode: bool
    _origin: Origin

    def _engine(self, api_key: str, transport: Transport, origin: Origin, timeout: float, max_retries: int) -> Engine:
        self.environment = _environment_of(api_key)
        self.livemode = self.environment == "live"
        self._origin = origin
        seconds = checked_seconds("timeout", timeout)
        return Engine(Secret(api_key), origin, transport, seconds, checked_retries(max_retries))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(environment={self.environment!r}, base_url={str(self._origin)!r})"


class Till(_Client):
    """
    API client for one terminal: `with Till(api_key, base_url) as till: …`, or one for the lifetime of a process.

    `api_key` is the terminal's key, `svc_test_…` or `svc_live_…`; keep it on your server. `base_url` is the URL of the
    service, for example `https://pay.example.com`, with or without `/api/v1`. `timeout` is in seconds per attempt,
    `max_retries` limits the attempts after the first. `ssl_context` replaces the system's certificates. `http_client`,
    for example an `httpx.Client`, replaces the library's own connections. Threads can share a client. Raises
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
        http_client: Optional[HttpClient] = None,
    ) -> None:
        origin = _origin_of(base_url, ssl_context, http_client)
        self._transport = SyncTransport(origin) if http_client is None else ClientTransport(origin, http_client)
        engine = self._engine(api_key, self._transport, origin, timeout, max_retries)
        self.intents = Intents(engine)
        self.sandbox = Sandbox(engine)
        self.reports = Reports(engine)

    def close(self) -> None:
        """Closes idle connections. Later calls still work, each with its own connection."""
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
    API client for one terminal, for asyncio: `async with AsyncTill(api_key, base_url) as till: …`.

    Takes the same arguments as `Till`, with for example an `httpx.AsyncClient` as `http_client`, and has the same
    members, as coroutines. Never blocks the event loop. Cancelling a task, or `asyncio.timeout`, ends a call
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
        http_client: Optional[AsyncHttpClient] = None,
    ) -> None:
        origin = _origin_of(base_url, ssl_context, http_client)
        self._transport = AsyncTransport(origin) if http_client is None else AsyncClientTransport(origin, http_client)
        engine = self._engine(api_key, self._transport, origin, timeout, max_retries)
        self.intents = AsyncIntents(engine)
        self.sandbox = AsyncSandbox(engine)
        self.reports = AsyncReports(engine)

    async def aclose(self) -> None:
        """Closes idle connections. Later calls still work, each with its own connection."""
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
        "api_key must be a terminal's key exactly as it was issued: svc_test_… or svc_live_…, without white space."
    )


def _origin_of(base_url: object, context: Optional[ssl.SSLContext], http_client: object) -> Origin:
    if context is not None and http_client is not None:
        raise ConfigurationError("Set the ssl_context on your http_client instead: it makes its own connections.")
    origin = None
    if isinstance(base_url, str) and re.fullmatch(r"https?://[^\s\x00-\x1f\x7f@?#\\]+", base_url, re.IGNORECASE):
        # the cause may contain a password from the URL, so it isn't passed on
        with suppress(ValueError):
            origin = _split(base_url, context)
    if origin is None or not re.fullmatch(r"[0-9a-z._:%-]+", origin.host, re.IGNORECASE):
        raise ConfigurationError(
            "base_url must be the service's URL, for example https://pay.example.com, without user name or query."
        )
    if http_client is None:
        origin.proxy = proxy_to("https" if origin.secure else "http", origin.authority)
    return origin


def _split(base_url: str, context: Optional[ssl.SSLContext]) -> Origin:
    url = urlsplit(base_url)
    host = url.hostname or ""
    if ":" not in host:
        host = host.encode("idna").decode("ascii")
    path = quote(url.path.rstrip("/"), safe="/%:;,=+$!*'()~&")
    path = path if path.endswith("/api/v1") else f"{path}/api/v1"
    return Origin(secure=url.scheme == "https", host=host, port=url.port, path=path, context=context)
