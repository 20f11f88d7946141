<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** Money that goes back to a customer. Times are in UTC. */
final class Refund
{
    /**
     * @param string|null $intentId null for money that belongs to no intent
     * @param string $status `waiting_for_address`, `prepared`, `sent`, `final`, `failed` or `cancelled`; newer values
     *     are passed through
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param string|null $toAddress the recipient; null until it's known, and without the scope `customers:read` or
     *     `refunds:write`
     * @param string|null $fromAddress your address that pays it; null in the sandbox
     * @param bool $confirmed whether a member has confirmed it with their password; only then can it be signed
     * @param string $preparedBy `member` or `api_key`; newer values are passed through
     * @param string|null $txHash null until it is sent
     * @param string|null $failure why its last transaction failed, such as `OUT_OF_ENERGY` or `EXPIRED`
     * @param \DateTimeImmutable|null $finalAt when the money left, by the time of its block
     */
    public function __construct(
        public readonly string $id,
        public readonly ?string $intentId,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly string $status,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly ?string $toAddress,
        public readonly ?string $fromAddress,
        public readonly ?string $reason,
        public readonly bool $confirmed,
        public readonly string $preparedBy,
        public readonly ?string $txHash,
        public readonly ?string $failure,
        public readonly \DateTimeImmutable $createdAt,
        public readonly ?\DateTimeImmutable $sentAt,
        public readonly ?\DateTimeImmutable $failedAt,
        public readonly ?\DateTimeImmutable $finalAt,
        public readonly ?\DateTimeImmutable $cancelledAt,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $amount = $members->amount('amount_usdt');

        return new self(
            id: $members->text('id'),
            intentId: $members->textOrNull('intent_id'),
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            status: $members->text('status'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            toAddress: $members->textOrNull('to_address'),
            fromAddress: $members->textOrNull('from_address'),
            reason: $members->textOrNull('reason'),
            confirmed: $members->flag('confirmed'),
            preparedBy: $members->text('prepared_by'),
            txHash: $members->textOrNull('tx_hash'),
            failure: $members->textOrNull('failure'),
            createdAt: $members->moment('created_at'),
            sentAt: $members->momentOrNull('sent_at'),
            failedAt: $members->momentOrNull('failed_at'),
            finalAt: $members->momentOrNull('final_at'),
            cancelledAt: $members->momentOrNull('cancelled_at'),
        );
    }
}
