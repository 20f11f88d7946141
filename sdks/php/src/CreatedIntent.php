<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** An intent with the values that are returned only on creation. */
final class CreatedIntent extends Intent
{
    /**
     * @param string $checkoutUri deep link for wallet apps: the content of the QR code
     * @param string|null $checkoutUrl the hosted payment page for the customer
     * @param array<array-key, string>|null $metadata
     * @param string $terminalName name of the terminal
     * @param string|null $successUrl your page for customers who have paid, as you passed it
     * @param string|null $cancelUrl your page for customers who leave without paying
     * @param Quote|null $quote what the amount was quoted from; null if you passed it in USDT
     */
    public function __construct(
        string $id,
        string $amountUsdt,
        int $amountMicros,
        string $status,
        string $environment,
        bool $livemode,
        \DateTimeImmutable $expiresAt,
        public readonly string $checkoutUri,
        public readonly ?string $checkoutUrl,
        public readonly ?string $reference,
        public readonly ?array $metadata,
        public readonly string $terminalName,
        public readonly ?string $successUrl = null,
        public readonly ?string $cancelUrl = null,
        public readonly ?Quote $quote = null,
    ) {
        parent::__construct($id, $amountUsdt, $amountMicros, $status, $environment, $livemode, $expiresAt);
    }

    /** @internal */
    public static function read(Members $members): self
    {
        $made = $members->object('intent');
        $amount = $made->amount('amount_usdt');

        return new self(
            id: $made->text('id'),
            amountUsdt: $amount->usdt,
            amountMicros: $amount->micros,
            status: $made->text('status'),
            environment: $made->text('environment'),
            livemode: $made->has('livemode') ? $made->flag('livemode') : $members->flag('livemode'),
            expiresAt: $made->moment('expires_at'),
            checkoutUri: $made->text('checkout_uri'),
            checkoutUrl: $made->textOrNull('checkout_url'),
            reference: $made->textOrNull('reference'),
            metadata: $made->textsOrNull('metadata'),
            terminalName: $members->text('terminal'),
            successUrl: $made->textOrNull('success_url'),
            cancelUrl: $made->textOrNull('cancel_url'),
            quote: Quote::read($made),
        );
    }
}
