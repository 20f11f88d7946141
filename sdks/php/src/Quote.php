<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** What the amount of an intent was quoted from: a price in a currency. */
final class Quote
{
    /**
     * @param string $currency ISO 4217 code, for example `EUR`
     * @param string $amount the price, with all decimals of the currency, for example `24.90`
     * @param string $rate USDT for one unit of the currency, before the spread, for example `1.0895`
     * @param string $source `par` (1 USD = 1 USDT), `manual` or `url`; newer values are passed through
     * @param \DateTimeImmutable $quotedAt in UTC
     * @param int $spreadBps added to the rate, in hundredths of a percent
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $amount,
        public readonly string $rate,
        public readonly string $source,
        public readonly \DateTimeImmutable $quotedAt,
        public readonly int $spreadBps,
    ) {
    }

    /**
     * The `quote` of an intent; null if there is none.
     *
     * @internal
     */
    public static function read(Members $intent): ?self
    {
        $quote = $intent->objectOrNull('quote');

        return $quote === null ? null : new self(
            currency: $quote->text('currency'),
            amount: $quote->text('amount'),
            rate: $quote->text('rate'),
            source: $quote->text('source'),
            quotedAt: $quote->moment('quoted_at'),
            spreadBps: $quote->integer('spread_bps'),
        );
    }
}
