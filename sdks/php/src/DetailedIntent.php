<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** An intent with its transfers and refunds. Times are in UTC, amounts the shortest exact decimal, and micro-USDT. */
final class DetailedIntent
{
    /**
     * @param string $status `pending`, `paid`, `expired` or `cancelled`; newer values are passed through
     * @param string $amountUsdt the amount due
     * @param string $receivedUsdt the sum of the transfers that were applied to the intent
     * @param string $remainingUsdt what is missing of the amount due
     * @param string $overpaidUsdt what was received beyond the amount due
     * @param list<string> $flags `partially_paid`, `overpaid` and `late`; newer values are passed through
     * @param array<array-key, string>|null $metadata
     * @param string|null $checkoutUrl the hosted payment page for the customer
     * @param string|null $receiveAddress null in the sandbox
     * @param list<IntentTransfer> $transfers the oldest first; those that aren't final come last
     * @param list<IntentRefund> $refunds the oldest first
     * @param string|null $refundAddress where the customer would like a refund to go, not confirmed; null without the
     *     scope `customers:read`
     * @param Quote|null $quote what the amount was quoted from; null if it was given in USDT
     */
    public function __construct(
        public readonly string $id,
        public readonly string $terminalId,
        public readonly string $terminalName,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly string $status,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $receivedUsdt,
        public readonly int $receivedMicros,
        public readonly string $remainingUsdt,
        public readonly int $remainingMicros,
        public readonly string $overpaidUsdt,
        public readonly int $overpaidMicros,
        public readonly array $flags,
        public readonly ?string $reference,
        public readonly ?array $metadata,
        public readonly ?string $successUrl,
        public readonly ?string $cancelUrl,
        public readonly ?string $checkoutUrl,
        public readonly ?string $receiveAddress,
        public readonly \DateTimeImmutable $createdAt,
        public readonly \DateTimeImmutable $expiresAt,
        public readonly ?\DateTimeImmutable $paidAt,
        public readonly ?\DateTimeImmutable $expiredAt,
        public readonly ?\DateTimeImmutable $cancelledAt,
        public readonly array $transfers,
        public readonly array $refunds,
        public readonly ?string $refundAddress,
        public readonly ?Quote $quote,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        [$due, $received] = [$members->amount('amount_usdt'), $members->amount('received_usdt')];
        [$remaining, $overpaid] = [$members->amount('remaining_usdt'), $members->amount('overpaid_usdt')];

        return new self(
            id: $members->text('id'),
            terminalId: $members->text('terminal_id'),
            terminalName: $members->text('terminal_name'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            status: $members->text('status'),
            amountUsdt: $due->usdt,
            amountMicros: $due->micros,
            receivedUsdt: $received->usdt,
            receivedMicros: $received->micros,
            remainingUsdt: $remaining->usdt,
            remainingMicros: $remaining->micros,
            overpaidUsdt: $overpaid->usdt,
            overpaidMicros: $overpaid->micros,
            flags: $members->texts('flags'),
            reference: $members->textOrNull('reference'),
            metadata: $members->textsOrNull('metadata'),
            successUrl: $members->textOrNull('success_url'),
            cancelUrl: $members->textOrNull('cancel_url'),
            checkoutUrl: $members->textOrNull('checkout_url'),
            receiveAddress: $members->textOrNull('receive_address'),
            createdAt: $members->moment('created_at'),
            expiresAt: $members->moment('expires_at'),
            paidAt: $members->momentOrNull('paid_at'),
            expiredAt: $members->momentOrNull('expired_at'),
            cancelledAt: $members->momentOrNull('cancelled_at'),
            transfers: array_map(IntentTransfer::read(...), $members->objects('transfers')),
            refunds: array_map(IntentRefund::read(...), $members->objects('refunds')),
            refundAddress: $members->textOrNull('refund_address'),
            quote: Quote::read($members),
        );
    }
}
