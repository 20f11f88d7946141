<?php

declare(strict_types=1);

namespace Till\Event;

/** An intent was created. */
final class IntentCreated extends WebhookEvent
{
    public const TYPE = 'intent.created';

    /**
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param string $checkoutUri deep link for wallet apps
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
        public readonly \DateTimeImmutable $expiresAt,
        public readonly string $checkoutUri,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
