from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Literal, Optional, Union

from ._json import Members
from ._quote import Quote, read_quote
from ._values import Environment, IntentStatus, RefundStatus

IntentFlag = Union[Literal["partially_paid", "overpaid", "late"], str]


@dataclass(frozen=True)
class IntentTransfer:
    """A transfer to an intent."""

    id: Optional[str]
    """None until its block is final."""
    tx_hash: str
    from_address: Optional[str]
    """The sender, often an exchange: don't refund to it without asking."""
    amount_usdt: Decimal
    amount_micros: int
    block_number: Optional[int]
    confirmations: Optional[int]
    received_at: datetime
    counted: bool
    """Whether it was applied to the intent."""
    simulated: bool


@dataclass(frozen=True)
class IntentRefund:
    """A refund of money that was paid to an intent."""

    id: str
    amount_usdt: Decimal
    amount_micros: int
    status: RefundStatus
    tx_hash: Optional[str]
    created_at: datetime
    to_address: Optional[str]
    """None without the scope `customers:read`."""


@dataclass(frozen=True)
class DetailedIntent:
    """An intent with its transfers and refunds. Times are in UTC."""

    id: str
    terminal_id: str
    terminal_name: str
    environment: Environment
    livemode: bool
    status: IntentStatus
    amount_usdt: Decimal
    """The amount due."""
    amount_micros: int
    received_usdt: Decimal
    received_micros: int
    remaining_usdt: Decimal
    remaining_micros: int
    overpaid_usdt: Decimal
    overpaid_micros: int
    flags: tuple[IntentFlag, ...]
    reference: Optional[str]
    metadata: Optional[Mapping[str, str]] = field(hash=False)
    success_url: Optional[str]
    cancel_url: Optional[str]
    checkout_url: Optional[str]
    """The hosted payment page for the customer."""
    receive_address: Optional[str]
    """None in the sandbox."""
    created_at: datetime
    expires_at: datetime
    paid_at: Optional[datetime]
    expired_at: Optional[datetime]
    cancelled_at: Optional[datetime]
    transfers: tuple[IntentTransfer, ...]
    refunds: tuple[IntentRefund, ...]
    refund_address: Optional[str]
    """Where the customer would like a refund to go, not confirmed. None without the scope `customers:read`."""
    quote: Optional[Quote]
    """What the amount was quoted from; None if it was given in USDT."""


def read_detailed_intent(members: Members) -> DetailedIntent:
    return DetailedIntent(
        id=members.text("id"),
        terminal_id=members.text("terminal_id"),
        terminal_name=members.text("terminal_name"),
        environment=members.text("environment"),
        livemode=members.flag("livemode"),
        status=members.text("status"),
        amount_usdt=members.usdt("amount_usdt"),
        amount_micros=members.micros("amount_usdt"),
        received_usdt=members.usdt("received_usdt"),
        received_micros=members.micros("received_usdt"),
        remaining_usdt=members.usdt("remaining_usdt"),
        remaining_micros=members.micros("remaining_usdt"),
        overpaid_usdt=members.usdt("overpaid_usdt"),
        overpaid_micros=members.micros("overpaid_usdt"),
        flags=members.texts("flags"),
        reference=members.text_or_none("reference"),
        metadata=members.texts_or_none("metadata"),
        success_url=members.text_or_none("success_url"),
        cancel_url=members.text_or_none("cancel_url"),
        checkout_url=members.text_or_none("checkout_url"),
        receive_address=members.text_or_none("receive_address"),
        created_at=members.moment("created_at"),
        expires_at=members.moment("expires_at"),
        paid_at=members.moment_or_none("paid_at"),
        expired_at=members.moment_or_none("expired_at"),
        cancelled_at=members.moment_or_none("cancelled_at"),
        transfers=tuple(_read_transfer(one) for one in members.objects("transfers")),
        refunds=tuple(_read_refund(one) for one in members.objects("refunds")),
        refund_address=members.text_or_none("refund_address"),
        quote=read_quote(members),
    )


def _read_transfer(members: Members) -> IntentTransfer:
    return IntentTransfer(
        id=members.text_or_none("id"),
        tx_hash=members.text("tx_hash"),
        from_address=members.text_or_none("from_address"),
        amount_usdt=members.usdt("amount_usdt"),
        amount_micros=members.micros("amount_usdt"),
        block_number=members.integer_or_none("block_number"),
        confirmations=members.integer_or_none("confirmations"),
        received_at=members.moment("received_at"),
        counted=members.flag("counted"),
        simulated=members.flag("simulated"),
    )


def _read_refund(members: Members) -> IntentRefund:
    return IntentRefund(
        id=members.text("id"),
        amount_usdt=members.usdt("amount_usdt"),
        amount_micros=members.micros("amount_usdt"),
        status=members.text("status"),
        tx_hash=members.text_or_none("tx_hash"),
        created_at=members.moment("created_at"),
        to_address=members.text_or_none("to_address"),
    )
