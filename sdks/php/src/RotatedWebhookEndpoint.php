<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** An endpoint with its new secret. */
final class RotatedWebhookEndpoint extends WebhookEndpoint
{
    /**
     * @param list<string> $eventTypes
     * @param string $secret the new signing secret. Store it now: it isn't returned again
     * @param \DateTimeImmutable $takesOverAt from then on, only the new secret signs: accept both until then
     */
    public function __construct(
        string $id,
        string $url,
        array $eventTypes,
        ?string $terminalId,
        string $environment,
        bool $livemode,
        string $status,
        ?string $disabledReason,
        ?\DateTimeImmutable $failingSince,
        \DateTimeImmutable $createdAt,
        public readonly string $secret,
        public readonly \DateTimeImmutable $takesOverAt,
    ) {
        parent::__construct(
            $id,
            $url,
            $eventTypes,
            $terminalId,
            $environment,
            $livemode,
            $status,
            $disabledReason,
            $failingSince,
            $createdAt,
        );
    }

    /** @internal */
    public static function read(Members $members): self
    {
        return new self(
            ...[...self::members($members), $members->text('secret'), $members->moment('takes_over_at')],
        );
    }
}
