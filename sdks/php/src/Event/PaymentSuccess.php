<?php

declare(strict_types=1);

namespace Till\Event;

/** An intent is paid. Fulfil the order when you receive this event. */
final class PaymentSuccess extends WebhookEvent
{
    public const TYPE = 'payment.success';

    /**
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param bool $simulated true when no real funds moved
     * @param array<array-key, mixed> $body
     */
    public function __construct(
        string $id,
        public readonly string $intentId,
        public readonly ?string $transferId,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $currency,
        public readonly string $terminalId,
        public readonly string $terminalName,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly bool $simulated,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
