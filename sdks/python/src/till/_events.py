from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Optional, Union, get_args, get_type_hints

from ._json import Members, ShapeError, parse, parse_plain
from ._values import Environment

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
class _EndedUnpaid:
    id: str
    type: str = field(init=False)
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
class PaymentExpired(_EndedUnpaid):
    type: Literal["payment.expired"] = field(init=False, default="payment.expired")


@dataclass(frozen=True)
class IntentCancelled(_EndedUnpaid):
    type: Literal["intent.cancelled"] = field(init=False, default="intent.cancelled")


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


AlarmKind = Union[Literal["endpoint", "wallet", "chain", "rate"], str]


@dataclass(frozen=True)
class _Alarm:
    id: str
    type: str = field(init=False)
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
class AlarmRaised(_Alarm):
    """A problem lasts, or has become worse."""

    type: Literal["alarm.raised"] = field(init=False, default="alarm.raised")


@dataclass(frozen=True)
class AlarmCleared(_Alarm):
    """The problem is over."""

    type: Literal["alarm.cleared"] = field(init=False, default="alarm.cleared")


@dataclass(frozen=True)
class _Refund:
    id: str
    type: str = field(init=False)
    refund_id: str
    """Identifies the refund: its events share this ID."""
    intent_id: Optional[str]
    """`None` if the money belongs to no intent, like `terminal_id`."""
    terminal_id: Optional[str]
    amount_usdt: Decimal
    amount_micros: int
    currency: str
    tx_hash: Optional[str]
    """The transaction on the blockchain. `None` until it is sent."""
    environment: Environment
    livemode: bool
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class RefundPrepared(_Refund):
    """A refund has an amount and a recipient. Someone of the business signs it next."""

    type: Literal["refund.prepared"] = field(init=False, default="refund.prepared")


@dataclass(frozen=True)
class RefundSent(_Refund):
    """The refund's transfer is final."""

    type: Literal["refund.sent"] = field(init=False, default="refund.sent")


@dataclass(frozen=True)
class RefundFailed:
    """The refund's transaction failed or expired. No money moved."""

    id: str
    type: Literal["refund.failed"] = field(init=False, default="refund.failed")
    refund_id: str
    """Identifies the refund: its events share this ID."""
    intent_id: Optional[str]
    """`None` if the money belongs to no intent, like `terminal_id`."""
    terminal_id: Optional[str]
    amount_usdt: Decimal
    amount_micros: int
    currency: str
    tx_hash: Optional[str]
    """The transaction on the blockchain. `None` until it is sent."""
    environment: Environment
    livemode: bool
    failure: Optional[str]
    """Why, such as `OUT_OF_ENERGY` or `EXPIRED`. `None` if it isn't known."""
    timestamp: datetime
    body: Mapping[str, Any] = field(repr=False, hash=False)


@dataclass(frozen=True)
class RefundCancelled(_Refund):
    """The refund was cancelled before it was sent."""

    type: Literal["refund.cancelled"] = field(init=False, default="refund.cancelled")


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
    RefundPrepared,
    RefundSent,
    RefundFailed,
    RefundCancelled,
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


def _amount(members: Members) -> str:
    """The name of the amount: the specification shows two."""
    return "amount" if "amount" in members else "amount_usdt"


_BY_HINT: Mapping[object, Callable[[Members, str], object]] = {
    str: Members.text,
    Environment: Members.text,
    AttentionKind: Members.text,
    AttentionResolution: Members.text,
    AlarmKind: Members.text,
    Optional[str]: Members.text_or_none,
    bool: Members.flag,
    datetime: Members.moment,
    Decimal: lambda members, _: members.usdt(_amount(members)),
    int: lambda members, _: members.micros(_amount(members)),
}
_NOT_IN_BODY = {"id", "type", "body"}


def _reader_of(kind: Callable[..., WebhookEvent]) -> Callable[[Members, str, Mapping[str, Any]], WebhookEvent]:
    """Reads each field of the event by the type that it is declared with."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in _NOT_IN_BODY}
    reads = {name: _BY_HINT[hint] for name, hint in hints.items()}

    def read(members: Members, id: str, body: Mapping[str, Any]) -> WebhookEvent:
        return kind(id=id, body=body, **{name: read_one(members, name) for name, read_one in reads.items()})

    return read


_READERS = {kind.type: _reader_of(kind) for kind in get_args(WebhookEvent) if kind is not UnknownEvent}
