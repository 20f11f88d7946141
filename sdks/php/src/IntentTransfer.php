<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** A transfer to an intent. */
final class IntentTransfer
{
    /**
     * @param string|null $id null until its block is final
     * @param string|null $fromAddress the sender, often an exchange: don't refund to it without asking
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param int|null $blockNumber null for a simulated transfer
     * @param int|null $confirmations null for a simulated transfer
     * @param \DateTimeImmutable $receivedAt in UTC
     * @param bool $counted whether it was applied to the intent
     */
    public function __construct(
        public readonly ?string $id,
        public readonly string $txHash,
        public readonly ?string $fromAddress,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly ?int $blockNumber,
        public readonly ?int $confirmations,
        public readonly \DateTimeImmutable $receivedAt,
        public readonly bool $counted,
        public readonly bool $simulated,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $amount = $members->amount('amount_usdt');

        return new self(
            id: $members->textOrNull('id'),
            txHash: $members->text('tx_hash'),
            fromAddress: $members->textOrNull('from_address'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            blockNumber: $members->integerOrNull('block_number'),
            confirmations: $members->integerOrNull('confirmations'),
            receivedAt: $members->moment('received_at'),
            counted: $members->flag('counted'),
            simulated: $members->flag('simulated'),
        );
    }
}
