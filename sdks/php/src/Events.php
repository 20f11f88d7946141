<?php

declare(strict_types=1);

namespace Till;

use Till\Event\WebhookEvent;
use Till\Exception\ApiException;
use Till\Exception\ConnectionException;
use Till\Exception\CursorExpiredException;
use Till\Exception\InvalidRequestException;

/** Reads the events that webhooks carry, also those that no webhook delivered. Test events aren't among them. */
interface Events
{
    /**
     * Returns one page, the oldest event first. It may have fewer events than `limit`, or none, although `hasMore` is
     * true.
     *
     * @param string|null $after the `next` of the page before, or `latest` for the place behind the newest event;
     *     default: the oldest event that is kept
     * @param list<string>|null $types such as `payment.success`; default: all
     * @param int|null $limit the most events of a page, 1 to 100; default: 100
     * @param int|null $waitSeconds how long to wait for an event if there is none, up to 25. The timeout is so much
     *     longer; an httpClient uses its own, which must allow it
     *
     * @return Page<WebhookEvent>
     *
     * @throws CursorExpiredException|InvalidRequestException|ApiException|ConnectionException
     */
    public function list(
        ?string $after = null,
        ?array $types = null,
        ?int $limit = null,
        ?int $waitSeconds = null,
    ): Page;

    /**
     * Hands over every event, one after another, in `foreach`, and waits for new ones. Continues if the service is
     * briefly unavailable. Not within a request: it goes on until it is cancelled.
     *
     * @param string|null $after the cursor that you stored, or `latest`; default: the oldest event that is kept
     * @param list<string>|null $types such as `payment.success`; default: all
     * @param int|null $limit the most events of a page, 1 to 100; default: 100
     * @param (callable(string): mixed)|null $onCursor called with each new cursor, once all events before it have been
     *     handled: store it, and pass it as `after` the next time
     * @param (callable(): bool)|null $cancelled called several times a second; `true` ends it with a
     *     `CancelledException`
     */
    public function listen(
        ?string $after = null,
        ?array $types = null,
        ?int $limit = null,
        ?callable $onCursor = null,
        ?callable $cancelled = null,
    ): Listener;
}
