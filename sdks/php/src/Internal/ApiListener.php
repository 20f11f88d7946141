<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Event\WebhookEvent;
use Till\Exception\ApiException;
use Till\Exception\CancelledException;
use Till\Exception\ConnectionException;
use Till\Listener;
use Till\Page;

/** @internal */
final class ApiListener implements Listener
{
    private const LATEST = 'latest';
    /** After a poll that ended early without an event: a service that doesn't wait must not be asked without pause. */
    private const PAUSE_SECONDS = 1.0;

    /**
     * @param \Closure(string|null, bool): Page<WebhookEvent> $load one attempt, and whether it waits for an event
     * @param (\Closure(string): mixed)|null $onCursor
     * @param (\Closure(): bool)|null $cancelled
     */
    public function __construct(
        private readonly \Closure $load,
        private ?string $after,
        private readonly ?\Closure $onCursor,
        private readonly ?\Closure $cancelled,
    ) {
    }

    public function cursor(): ?string
    {
        return $this->after === self::LATEST ? null : $this->after;
    }

    /** @return \Generator<int, WebhookEvent> */
    public function getIterator(): \Generator
    {
        $handed = [];
        while (true) {
            $startedAt = Clock::now();
            $isPlaced = $this->after !== self::LATEST;
            $page = $this->poll();
            foreach ($page->data as $event) {
                if (!isset($handed[$event->id])) {
                    $this->checkCancelled();
                    yield $event;
                }
            }
            if ($page->data !== []) {
                $handed = array_flip(array_map(static fn (WebhookEvent $event): string => $event->id, $page->data));
            }
            $this->moveTo($page->next);
            $isIdle = $isPlaced && $page->data === [] && !$page->hasMore;
            if ($isIdle && Clock::now() - $startedAt < self::PAUSE_SECONDS) {
                Clock::sleep(self::PAUSE_SECONDS, $this->cancelled);
            }
        }
    }

    private function moveTo(?string $next): void
    {
        $known = $this->cursor();
        $this->after = $next ?? $known;
        if ($next !== null && $next !== $known && $this->onCursor !== null) {
            ($this->onCursor)($next);
        }
    }

    /**
     * Goes on until a page arrives or a retry can't help.
     *
     * @return Page<WebhookEvent>
     *
     * @throws ApiException|CancelledException
     */
    private function poll(): Page
    {
        // the place of `latest` moves: until it is known, a lost response would lose the events that came meanwhile
        $waits = $this->after !== self::LATEST;
        for ($retry = 0;; ++$retry) {
            $this->checkCancelled();
            try {
                return ($this->load)($this->after, $waits);
            } catch (ApiException | ConnectionException $e) {
                if (!Retry::isPassing($e)) {
                    throw $e;
                }
                Clock::sleep(Retry::pause($retry, $e->retryAfterSeconds), $this->cancelled);
            }
        }
    }

    /** @throws CancelledException */
    private function checkCancelled(): void
    {
        if ($this->cancelled !== null && ($this->cancelled)()) {
            throw new CancelledException();
        }
    }
}
