<?php

declare(strict_types=1);

namespace Till\Event;

/** What a webhook tells. `instanceof`, or `match (true)` with it, narrows to each event. */
abstract class WebhookEvent
{
    /**
     * @param string $id the same in every attempt to deliver it: act once on each
     * @param string $type the event's name, for example `payment.success`
     * @param array<array-key, mixed> $body the JSON as it came, with members that are newer than this library
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly array $body,
    ) {
    }
}
