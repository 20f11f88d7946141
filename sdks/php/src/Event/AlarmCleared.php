<?php

declare(strict_types=1);

namespace Till\Event;

/** The problem is over. */
final class AlarmCleared extends WebhookEvent
{
    public const TYPE = 'alarm.cleared';

    /**
     * @param string $alarmId the same in all events of one alarm
     * @param string $kind `endpoint`, `wallet`, `chain`, `rate`, or newer
     * @param string $message what is wrong, in one sentence
     * @param string|null $webhookEndpointId the failing endpoint
     * @param array<array-key, mixed> $body
     */
    public function __construct(
        string $id,
        public readonly string $alarmId,
        public readonly string $kind,
        public readonly string $message,
        public readonly ?string $webhookEndpointId,
        public readonly \DateTimeImmutable $raisedAt,
        public readonly string $environment,
        public readonly bool $livemode,
        public readonly \DateTimeImmutable $timestamp,
        array $body = [],
    ) {
        parent::__construct($id, self::TYPE, $body);
    }
}
