<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** A webhook endpoint that this key created. */
class WebhookEndpoint
{
    /**
     * @param list<string> $eventTypes the events that are sent
     * @param string|null $terminalId the terminal whose events are sent; null for all terminals
     * @param string $status `enabled` or `disabled`; newer values are passed through
     * @param string|null $disabledReason `gone`, `failing`, `manual` or `api`; newer values are passed through
     * @param \DateTimeImmutable|null $failingSince in UTC, as is `createdAt`; null if the last delivery succeeded
     */
    public function __construct(
        public readonly string $id,
        public readonly string $url,
        public readonly array $eventTypes,
        public readonly ?string $terminalId,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly string $status,
        public readonly ?string $disabledReason,
        public readonly ?\DateTimeImmutable $failingSince,
        public readonly \DateTimeImmutable $createdAt,
    ) {
    }

    /** @internal */
    public static function read(Members $members): self
    {
        return new self(...self::members($members));
    }

    /**
     * The arguments of the constructor.
     *
     * @internal
     *
     * @return array{string, string, list<string>, string|null, string, bool, string, string|null,
     *     \DateTimeImmutable|null, \DateTimeImmutable}
     */
    protected static function members(Members $members): array
    {
        return [
            $members->text('id'),
            $members->text('url'),
            $members->texts('event_types'),
            $members->textOrNull('terminal_id'),
            $members->text('environment'),
            $members->flag('livemode'),
            $members->text('status'),
            $members->textOrNull('disabled_reason'),
            $members->momentOrNull('failing_since'),
            $members->moment('created_at'),
        ];
    }
}
