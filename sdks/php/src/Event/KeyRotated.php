<?php

declare(strict_types=1);

namespace Till\Event;

/** A terminal's key was rotated. */
final class KeyRotated extends WebhookEvent
{
    public const TYPE = 'key.rotated';

    /**
     * @param string $last4 the last four characters of the new key
     * @param array<array-key, mixed> $body
     */
    public function __construct(
        string $id,
        public readonly string $terminalId,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $rotatedAt,
        public readonly string $last4,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
