<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** A refund of money that was paid to an intent. */
final class IntentRefund
{
    /**
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param string $status `waiting_for_address`, `prepared`, `sent`, `final`, `failed` or `cancelled`; newer values
     *     are passed through
     * @param string|null $txHash null until it is sent
     * @param \DateTimeImmutable $createdAt in UTC
     * @param string|null $toAddress null without the scope `customers:read`
     */
    public function __construct(
        public readonly string $id,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $status,
        public readonly ?string $txHash,
        public readonly \DateTimeImmutable $createdAt,
        public readonly ?string $toAddress,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $amount = $members->amount('amount_usdt');

        return new self(
            id: $members->text('id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            status: $members->text('status'),
            txHash: $members->textOrNull('tx_hash'),
            createdAt: $members->moment('created_at'),
            toAddress: $members->textOrNull('to_address'),
        );
    }
}
