<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** How your server responded to a test event. */
final class TestEventResult
{
    /**
     * @param string $status `delivered` or `failed`; newer values are passed through
     * @param int|null $responseStatus HTTP status, null without a response
     * @param string|null $error what went wrong, for example `timeout`
     */
    public function __construct(
        public readonly string $eventId,
        public readonly string $status,
        public readonly ?int $responseStatus,
        public readonly ?string $error,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        return new self(
            eventId: $members->text('event_id'),
            status: $members->text('status'),
            responseStatus: $members->integerOrNull('response_status'),
            error: $members->textOrNull('error'),
        );
    }
}
