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
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $period = $members->object('reconciliation_period');
        $summary = $members->object('summary');
        $total = $summary->amount('total_collected');

        return new self(
            merchantName: $members->text('merchant_name'),
            terminalName: $members->text('terminal_name'),
            start: $period->moment('start'),
            end: $period->moment('end'),
            totalUsdt: $total->usdt,
            totalMicros: $total->micros,
            currency: $summary->text('currency'),
            salesCount: $summary->integer('sales_count'),
        );
    }
}
