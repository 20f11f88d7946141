<?php

declare(strict_types=1);

namespace Till\Event;

/** A test event for the endpoint. */
final class TestPing extends WebhookEvent
{
    public const TYPE = 'test.ping';

    /** @param array<array-key, mixed> $body */
    public function __construct(
        string $id,
        public readonly string $message,
        public readonly string $requestId,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
