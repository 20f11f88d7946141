<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** An amount that a customer can pay until it expires. */
class Intent
{
    /**
     * @param string $amountUsdt the shortest exact decimal, for example `12.5`
     * @param int $amountMicros the same in micro-USDT
     * @param string $status `pending`, `paid`, `expired` or `cancelled`; newer values are passed through
     * @param string $environment `sandbox` or `live`
     * @param \DateTimeImmutable $expiresAt in UTC
     */
    public function __construct(
        public readonly string $id,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $status,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $expiresAt,
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
            environment: $members->text('environment'),
            livemode: $members->flag('livemode'),
            expiresAt: $members->moment('expires_at'),
        );
    }
}
