"""Where requests go, what they are made of, and what comes back."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Optional, Union

from ._proxy import Proxy
from ._secret import Secret


class Origin:
    """The location of the service."""

    def __init__(
        self, *, secure: bool, host: str, port: Optional[int], path: str, context: Optional[ssl.SSLContext]
    ) -> None:
        self.secure = secure
        self.host = host
        self.port = port or (443 if secure else 80)
        self.path = path
        name = f"[{host}]" if ":" in host else host
        self.authority = name if port is None else f"{name}:{port}"
        self._context = context
        self.proxy: Optional[Proxy] = None

    @cached_property
    def tls(self) -> Optional[ssl.SSLContext]:
        """Created on first use: reading the system's certificates takes a while."""
        return (self._context or ssl.create_default_context()) if self.secure else None

    @property
    def address(self) -> tuple[str, int]:
        """The host and port to connect to."""
        return (self.host, self.port) if self.proxy is None else (self.proxy.host, self.proxy.port)

    @property
    def tunnel(self) -> Optional[Request]:
        """The request that opens a tunnel through a proxy."""
        if self.proxy is None or not self.secure:
            return None
        target = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        return Request("CONNECT", target, {"host": target, **self.proxy.fields}, None)

    def through_proxy(self, request: Request) -> Request:
        """A proxy gets the full URL and its credentials, unless the request goes through a tunnel."""
        if self.proxy is None or self.secure:
            return request
        return Request(request.method, self.url(request.target), {**request.fields, **self.proxy.fields}, request.body)

    def url(self, target: str) -> str:
        return f"{'https' if self.secure else 'http'}://{self.authority}{target}"

    def __str__(self) -> str:
        return self.url(self.path)


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    fields: Mapping[str, Union[str, Secret]]
    body: Optional[bytes]

    def revealed(self) -> dict[str, str]:
        return {name: value.reveal() if isinstance(value, Secret) else value for name, value in self.fields.items()}


@dataclass(frozen=True)
class Response:
    status: int
    fields: Mapping[str, str]
    """Names in lowercase; several values of one name are joined."""
    body: bytes
