<?php

declare(strict_types=1);

namespace Till\Event;

/** The refund was cancelled before it was sent. */
final class RefundCancelled extends WebhookEvent
{
    public const TYPE = 'refund.cancelled';

    /**
     * @param string $refundId the same in all events about one refund
     * @param string|null $intentId null if the money belongs to no intent
     * @param int $amountMicros the amount in micro-USDT
     * @param string|null $txHash the transaction on the blockchain, null until it is sent
     * @param array<array-key, mixed> $body
     */
    public function __construct(
        string $id,
        public readonly string $refundId,
        public readonly ?string $intentId,
        public readonly ?string $terminalId,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $currency,
        public readonly ?string $txHash,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
