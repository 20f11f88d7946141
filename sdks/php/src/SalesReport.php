<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** The sales of a terminal from `start` up to, but not including, `end`. */
final class SalesReport
{
    /**
     * @param \DateTimeImmutable $start in UTC, as is `end`
     * @param \DateTimeImmutable $end the next report can start at it without gap or overlap, unless it is in the future
     * @param string $totalUsdt the exact sum as the shortest decimal
     * @param int $totalMicros the same in micro-USDT
     * @param ?string $refundedUsdt the refunds that became final in the period; null, like what follows, if the
     *     service's version doesn't report them
     * @param ?string $netUsdt the total minus the refunds, also below zero
     */
    public function __construct(
        public readonly string $merchantName,
        public readonly string $terminalName,
        public readonly \DateTimeImmutable $start,
        public readonly \DateTimeImmutable $end,
        public readonly string $totalUsdt,
        public readonly int $totalMicros,
        public readonly string $currency,
        public readonly int $salesCount,
        public readonly ?string $refundedUsdt = null,
        public readonly ?int $refundedMicros = null,
        public readonly ?int $refundsCount = null,
        public readonly ?string $netUsdt = null,
        public readonly ?int $netMicros = null,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $period = $members->object('reconciliation_period');
        $summary = $members->object('summary');
        $total = $summary->amount('total_collected');
        $refunded = $summary->amountOrNull('total_refunded');
        $net = $summary->amountOrNull('total_net');

        return new self(
            merchantName: $members->text('merchant_name'),
            terminalName: $members->text('terminal_name'),
            start: $period->moment('start'),
            end: $period->moment('end'),
            totalUsdt: $total->usdt,
            totalMicros: $total->micros,
            currency: $summary->text('currency'),
            salesCount: $summary->integer('sales_count'),
            refundedUsdt: $refunded?->usdt,
            refundedMicros: $refunded?->micros,
            refundsCount: $summary->integerOrNull('refunds_count'),
            netUsdt: $net?->usdt,
            netMicros: $net?->micros,
        );
    }
}
