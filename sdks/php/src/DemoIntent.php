<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** An intent of the service's demo business. It is paid automatically. */
final class DemoIntent
{
    /**
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param \DateTimeImmutable $expiresAt in UTC
     * @param int $autoCompletesInMs milliseconds until it is paid automatically
     */
    public function __construct(
        public readonly string $id,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $environment,
        public readonly \DateTimeImmutable $expiresAt,
        public readonly int $autoCompletesInMs,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $amount = $members->amount('amount_usdt');

        return new self(
            id: $members->text('intent_id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            environment: $members->text('environment'),
            expiresAt: $members->moment('expires_at'),
            autoCompletesInMs: $members->integer('auto_completes_in_ms'),
        );
    }
}
