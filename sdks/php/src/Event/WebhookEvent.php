<?php

declare(strict_types=1);

namespace Till\Event;

/** Base class of all events. Use `instanceof`, or `match (true)` with it, to narrow to each event. */
abstract class WebhookEvent
{
    /**
     * @param string $id the same for every delivery attempt; process each one only once
     * @param string $type the event's name, for example `payment.success`
     * @param array<array-key, mixed> $body the original JSON, including members newer than this library
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly array $body,
    ) {
    }
}
