<?php

declare(strict_types=1);

namespace Till\Event;

/** A live transfer doesn't match its intent. */
final class AttentionOpened extends WebhookEvent
{
    public const TYPE = 'attention.opened';

    /**
     * @param string $itemId the same in both events about one item
     * @param string $kind `partial`, `over`, `late`, `after_cancel`, `after_paid`, `unassigned`, `disputed`,
     *     `unreadable`, or newer
     * @param string|null $txHash the transaction on the blockchain
     * @param string $amountUsdt the remaining amount for `partial`, the excess for `over`, else the whole transfer
     * @param int $amountMicros the same in micro-USDT
     * @param array<array-key, mixed> $body
     */
    public function __construct(
        string $id,
        public readonly string $itemId,
        public readonly string $kind,
        public readonly ?string $intentId,
        public readonly ?string $terminalId,
        public readonly ?string $transferId,
        public readonly ?string $txHash,
        public readonly string $amountUsdt,
        public readonly int $amountMicros,
        public readonly string $currency,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
