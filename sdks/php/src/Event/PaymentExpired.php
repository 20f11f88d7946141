<?php

declare(strict_types=1);

namespace Till\Event;

/** A pending intent expired unpaid. */
final class PaymentExpired extends WebhookEvent
{
    public const TYPE = 'payment.expired';

    /**
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param array<array-key, mixed> $body
     */
    public function __construct(
        string $id,
        public readonly string $intentId,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $currency,
        public readonly string $terminalId,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
