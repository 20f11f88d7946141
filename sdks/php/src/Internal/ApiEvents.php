<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Event\WebhookEvent;
use Till\Events;
use Till\Listener;
use Till\Page;

/** @internal */
final class ApiEvents implements Events
{
    private const WAIT_SECONDS = 25;

    public function __construct(private readonly Transport $transport)
    {
    }

    public function list(
        ?string $after = null,
        ?array $types = null,
        ?int $limit = null,
        ?int $waitSeconds = null,
    ): Page {
        $call = self::call($after, $types, $limit, $waitSeconds);

        return $this->transport->call($call, Page::of(self::read(...)))->value;
    }

    public function listen(
        ?string $after = null,
        ?array $types = null,
        ?int $limit = null,
        ?callable $onCursor = null,
        ?callable $cancelled = null,
    ): Listener {
        $cancelled = $cancelled === null ? null : $cancelled(...);
        $transport = $this->transport;
        $load = static function (?string $after, bool $waits) use ($types, $limit, $cancelled, $transport): Page {
            $wait = $waits ? $transport->waitSeconds(self::WAIT_SECONDS) : null;
            $call = self::call($after, $types, $limit, $wait);

            return $transport->attempt($call, Page::of(self::read(...)), $transport->timeoutSeconds, $cancelled)->value;
        };

        return new ApiListener($load, $after, $onCursor === null ? null : $onCursor(...), $cancelled);
    }

    /** @param list<string>|null $types */
    private static function call(?string $after, ?array $types, ?int $limit, ?int $waitSeconds): Call
    {
        $query = Parameters::query([
            'after' => $after,
            'types' => $types === null ? null : implode(',', $types),
            'limit' => $limit,
            'wait' => $waitSeconds,
        ]);

        return Call::get('/events', $query)->withKey()->longer(max(0, (int) $waitSeconds));
    }

    private static function read(Members $members): WebhookEvent
    {
        return EventReader::read($members->text('body'), $members->text('id'));
    }
}
