<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** An intent with what its creation alone tells. */
final class CreatedIntent extends Intent
{
    /**
     * @param string $checkoutUri deep link for the wallet app: the content of the QR code
     * @param string|null $checkoutUrl the hosted page: send the customer there
     * @param array<array-key, string>|null $metadata
     * @param string $terminalName name of the terminal that collects
     * @param string|null $successUrl your page that the customer goes back to once it is paid, as given
     * @param string|null $cancelUrl the same for who goes without having paid
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
        );
    }
}
