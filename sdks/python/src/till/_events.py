from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Optional, Union

from ._intents import Environment
from ._json import Members, ShapeError, parse, parse_plain

# In every event, `id` is the same for every delivery attempt, so process each one only once. `body` is the original
# JSON, including members newer than this library, with numbers as int and Decimal. Times are in UTC.


@dataclass(frozen=True)
class PaymentSuccess:
    """An intent is paid. Fulfil the order when you receive this event."""

    id: str
    type: Literal["payment.success"] = field(init=False, default="payment.success")
    intent_id: str
    transfer_id: Optional[str]
    amount_usdt: Decimal
    amount_micros: int
    currency: str
    terminal_id: str
    terminal_name: str
    environment: Environment
    livemode: bool
    simulated: bool
    """True when no real funds moved."""
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class IntentCreated:
    id: str
    type: Literal["intent.created"] = field(init=False, default="intent.created")
    intent_id: str
    amount_usdt: Decimal
    amount_micros: int
    currency: str
    terminal_id: str
    environment: Environment
    livemode: bool
    expires_at: datetime
    checkout_uri: str
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class PaymentExpired:
    id: str
    type: Literal["payment.expired"] = field(init=False, default="payment.expired")
    intent_id: str
    amount_usdt: Decimal
    amount_micros: int
    currency: str
    terminal_id: str
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class KeyRotated:
    id: str
    type: Literal["key.rotated"] = field(init=False, default="key.rotated")
    terminal_id: str
    environment: Environment
    livemode: bool
    rotated_at: datetime
    last4: str
    """The last four characters of the new key."""
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class TestPing:
    __test__ = False  # pytest treats classes named Test… as tests

    id: str
    type: Literal["test.ping"] = field(init=False, default="test.ping")
    message: str
    request_id: str
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class IntentCancelled:
    id: str
    type: Literal["intent.cancelled"] = field(init=False, default="intent.cancelled")
    intent_id: str
    amount_usdt: Decimal
    amount_micros: int
    currency: str
    terminal_id: str
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


AttentionKind = Union[
    Literal["partial", "over", "late", "after_cancel", "after_paid", "unassigned", "disputed", "unreadable"],
    str,
]
AttentionResolution = Union[Literal["accepted", "refunded", "asked", "settled"], str]


@dataclass(frozen=True)
class AttentionOpened:
    """A live transfer doesn't match its intent."""

    id: str
    type: Literal["attention.opened"] = field(init=False, default="attention.opened")
    item_id: str
    """Identifies the item: its opened and resolved events share this ID."""
    kind: AttentionKind
    intent_id: Optional[str]
    terminal_id: Optional[str]
    transfer_id: Optional[str]
    tx_hash: Optional[str]
    """The transaction on the blockchain."""
    amount_usdt: Decimal
    """The remaining amount for `partial`, the excess for `over`, else the whole transfer."""
    amount_micros: int
    currency: str
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class AttentionResolved:
    """Someone resolved the item, or it resolved itself."""

    id: str
    type: Literal["attention.resolved"] = field(init=False, default="attention.resolved")
    item_id: str
    """Identifies the item: its opened and resolved events share this ID."""
    kind: AttentionKind
    intent_id: Optional[str]
    terminal_id: Optional[str]
    transfer_id: Optional[str]
    tx_hash: Optional[str]
    """The transaction on the blockchain."""
    amount_usdt: Decimal
    """The remaining amount for `partial`, the excess for `over`, else the whole transfer."""
    amount_micros: int
    currency: str
    environment: Environment
    livemode: bool
    resolution: AttentionResolution
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


AlarmKind = Union[Literal["endpoint", "wallet", "chain"], str]


@dataclass(frozen=True)
class AlarmRaised:
    """A problem lasts, or has become worse."""

    id: str
    type: Literal["alarm.raised"] = field(init=False, default="alarm.raised")
    alarm_id: str
    """Identifies the alarm: its events share this ID."""
    kind: AlarmKind
    message: str
    """What is wrong, in one sentence."""
    webhook_endpoint_id: Optional[str]
    """The failing endpoint."""
    raised_at: datetime
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class AlarmCleared:
    """The problem is over."""

    id: str
    type: Literal["alarm.cleared"] = field(init=False, default="alarm.cleared")
    alarm_id: str
    """Identifies the alarm: its events share this ID."""
    kind: AlarmKind
    message: str
    """What is wrong, in one sentence."""
    webhook_endpoint_id: Optional[str]
    """The failing endpoint."""
    raised_at: datetime
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class UnknownEvent:
    """An event newer than this library. Its name is in `type`, everything else in `body`."""

    id: str
    type: str
    body: Mapping[str, Any] = field(repr=False, hash=False)


WebhookEvent = Union[
    PaymentSuccess,
    IntentCreated,
    PaymentExpired,
    KeyRotated,
    TestPing,
    IntentCancelled,
    AttentionOpened,
    AttentionResolved,
    AlarmRaised,
    AlarmCleared,
    UnknownEvent,
]
"""`isinstance` and `match` narrow to each event."""


def read_event(text: str, id: str) -> WebhookEvent:
    """Parses a verified body. Raises `ShapeError` if it is no event, or a known event with missing members."""
    members = Members(parse(text))
    kind = members.text("event")
    if not kind:
        raise ShapeError("event is empty")
    body = parse_plain(text)
    read = _READERS.get(kind)
    return read(members, id, body) if read else UnknownEvent(id, kind, body)


def _charge(members: Members) -> str:
    """The name of the amount: the specification shows two."""
    return "amount" if "amount" in members else "amount_usdt"


def _payment_success(members: Members, id: str, body: Mapping[str, Any]) -> PaymentSuccess:
    return PaymentSuccess(
        id=id,
        intent_id=members.text("intent_id"),
        transfer_id=members.text_or_none("transfer_id"),
        amount_usdt=members.usdt(_charge(members)),
        amount_micros=members.micros(_charge(members)),
        currency=members.text("currency"),
        terminal_id=members.text("terminal_id"),
        terminal_name=members.text("terminal_name"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        simulated=members.flag("simulated"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _intent_created(members: Members, id: str, body: Mapping[str, Any]) -> IntentCreated:
    return IntentCreated(
        id=id,
        intent_id=members.text("intent_id"),
        amount_usdt=members.usdt(_charge(members)),
        amount_micros=members.micros(_charge(members)),
        currency=members.text("currency"),
        terminal_id=members.text("terminal_id"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        expires_at=members.moment("expires_at"),
        checkout_uri=members.text("checkout_uri"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _payment_expired(members: Members, id: str, body: Mapping[str, Any]) -> PaymentExpired:
    return PaymentExpired(
        id=id,
        intent_id=members.text("intent_id"),
        amount_usdt=members.usdt(_charge(members)),
        amount_micros=members.micros(_charge(members)),
        currency=members.text("currency"),
        terminal_id=members.text("terminal_id"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _key_rotated(members: Members, id: str, body: Mapping[str, Any]) -> KeyRotated:
    return KeyRotated(
        id=id,
        terminal_id=members.text("terminal_id"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        rotated_at=members.moment("rotated_at"),
        last4=members.text("last4"),
        body=body,
    )


def _test_ping(members: Members, id: str, body: Mapping[str, Any]) -> TestPing:
    return TestPing(
        id=id,
        message=members.text("message"),
        request_id=members.text("request_id"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _intent_cancelled(members: Members, id: str, body: Mapping[str, Any]) -> IntentCancelled:
    return IntentCancelled(
        id=id,
        intent_id=members.text("intent_id"),
        amount_usdt=members.usdt(_charge(members)),
        amount_micros=members.micros(_charge(members)),
        currency=members.text("currency"),
        terminal_id=members.text("terminal_id"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _attention_opened(members: Members, id: str, body: Mapping[str, Any]) -> AttentionOpened:
    return AttentionOpened(
        id=id,
        item_id=members.text("item_id"),
        kind=members.text("kind"),
        intent_id=members.text_or_none("intent_id"),
        terminal_id=members.text_or_none("terminal_id"),
        transfer_id=members.text_or_none("transfer_id"),
        tx_hash=members.text_or_none("tx_hash"),
        amount_usdt=members.usdt(_charge(members)),
        amount_micros=members.micros(_charge(members)),
        currency=members.text("currency"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _attention_resolved(members: Members, id: str, body: Mapping[str, Any]) -> AttentionResolved:
    return AttentionResolved(
        id=id,
        item_id=members.text("item_id"),
        kind=members.text("kind"),
        intent_id=members.text_or_none("intent_id"),
        terminal_id=members.text_or_none("terminal_id"),
        transfer_id=members.text_or_none("transfer_id"),
        tx_hash=members.text_or_none("tx_hash"),
        amount_usdt=members.usdt(_charge(members)),
        amount_micros=members.micros(_charge(members)),
        currency=members.text("currency"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        resolution=members.text("resolution"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _alarm_raised(members: Members, id: str, body: Mapping[str, Any]) -> AlarmRaised:
    return AlarmRaised(
        id=id,
        alarm_id=members.text("alarm_id"),
        kind=members.text("kind"),
        message=members.text("message"),
        webhook_endpoint_id=members.text_or_none("webhook_endpoint_id"),
        raised_at=members.moment("raised_at"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


def _alarm_cleared(members: Members, id: str, body: Mapping[str, Any]) -> AlarmCleared:
    return AlarmCleared(
        id=id,
        alarm_id=members.text("alarm_id"),
        kind=members.text("kind"),
        message=members.text("message"),
        webhook_endpoint_id=members.text_or_none("webhook_endpoint_id"),
        raised_at=members.moment("raised_at"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        timestamp=members.moment("timestamp"),
        body=body,
    )


_READERS: Mapping[str, Callable[[Members, str, Mapping[str, Any]], WebhookEvent]] = {
    "payment.success": _payment_success,
    "intent.created": _intent_created,
    "payment.expired": _payment_expired,
    "key.rotated": _key_rotated,
    "test.ping": _test_ping,
    "intent.cancelled": _intent_cancelled,
    "attention.opened": _attention_opened,
    "attention.resolved": _attention_resolved,
    "alarm.raised": _alarm_raised,
    "alarm.cleared": _alarm_cleared,
}
