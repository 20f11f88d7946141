"""Finds the proxy for the service from `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, read like urllib does."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Optional
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ._errors import ConfigurationError
from ._secret import Secret


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    fields: Mapping[str, Secret]
    """The proxy's credentials, if its URL contains any."""


def proxy_to(scheme: str, authority: str) -> Optional[Proxy]:
    """None means a direct connection. Raises `ConfigurationError` without the URL, which may contain a password."""
    found = Secret(_address_for(scheme, authority))
    if not found.reveal():
        return None
    proxy = None
    with suppress(ValueError):
        proxy = _read(found)
    if proxy is None:
        raise ConfigurationError(
            f"{scheme.upper()}_PROXY must be a proxy's URL, for example http://proxy.example.com:3128. "
            "For any other kind of proxy, pass an http_client."
        )
    return proxy


def _address_for(scheme: str, authority: str) -> str:
    return "" if proxy_bypass(authority) else getproxies().get(scheme, "")


def _read(found: Secret) -> Optional[Proxy]:
    text = found.reveal()
    url = urlsplit(text if "://" in text else f"http://{text}")
    if url.scheme != "http" or not re.fullmatch(r"[0-9A-Za-z._:%-]+", url.hostname or ""):
        return None
    fields: dict[str, Secret] = {}
    if url.username is not None:
        login = f"{unquote(url.username)}:{unquote(url.password or '')}"
        fields["proxy-authorization"] = Secret(f"Basic {base64.b64encode(login.encode()).decode()}")
    return Proxy(url.hostname or "", url.port or 80, fields)
