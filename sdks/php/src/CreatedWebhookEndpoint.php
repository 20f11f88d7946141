<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/** A new endpoint with its secret, or the one that the key had created before. */
final class CreatedWebhookEndpoint extends WebhookEndpoint
{
    /**
     * @param list<string> $eventTypes
     * @param bool $created false if the key had created this endpoint before
     * @param string|null $secret the signing secret. Store it now: it isn't returned again. Null unless `created`
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
        public readonly bool $created,
        public readonly ?string $secret,
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
            ...[...self::members($members), $members->flag('created'), $members->textOrNull('secret')],
        );
    }
}
