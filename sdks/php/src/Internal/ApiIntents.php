<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\CreatedIntent;
use Till\DetailedIntent;
use Till\Intent;
use Till\Intents;
use Till\Page;

/** @internal */
final class ApiIntents implements Intents
{
    public function __construct(private readonly Transport $transport)
    {
    }

    public function create(
        string|int|float|null $amountUsdt = null,
        ?string $reference = null,
        ?array $metadata = null,
        ?int $expiresInSeconds = null,
        string|int|float|null $amountMicros = null,
        ?string $idempotencyKey = null,
        ?string $successUrl = null,
        ?string $cancelUrl = null,
        ?string $terminalId = null,
        string|int|float|null $amount = null,
        ?string $currency = null,
    ): CreatedIntent {
        $rest = array_filter([
            'reference' => $reference,
            'metadata' => $metadata === null ? null : (object) $metadata,
            'expires_in' => $expiresInSeconds,
            'success_url' => $successUrl,
            'cancel_url' => $cancelUrl,
            'terminal_id' => $terminalId,
        ], static fn (mixed $member): bool => $member !== null);
        $asked = '{' . Amount::members($amountUsdt, $amountMicros, $amount, $currency);
        $call = Call::post(
            '/create-payment-intent',
            body: $asked . ($rest === [] ? '}' : ',' . substr(Json::encode($rest), 1)),
        )->withKey()->once($idempotencyKey);

        return $this->transport->call($call, CreatedIntent::read(...))->value;
    }

    public function list(
        ?string $reference = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?string $terminalId = null,
        ?int $limit = null,
        ?string $after = null,
    ): Page {
        $query = Parameters::query([
            'reference' => $reference,
            'status' => $status,
            'created_after' => $createdAfter,
            'created_before' => $createdBefore,
            'terminal_id' => $terminalId,
            'limit' => $limit,
            'after' => $after,
        ]);
        $call = Call::get('/payment-intents', $query)->withKey();

        return $this->transport->call($call, Page::of(DetailedIntent::read(...)))->value;
    }

    public function iterate(
        ?string $reference = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?string $terminalId = null,
        ?int $limit = null,
        ?string $after = null,
    ): \Generator {
        do {
            $page = $this->list($reference, $status, $createdAfter, $createdBefore, $terminalId, $limit, $after);
            // not yield from, which would begin the keys again with each page
            foreach ($page->data as $intent) {
                yield $intent;
            }
            $after = $page->next;
            // a page may be empty although more follow
        } while ($page->hasMore && $after !== null);
    }

    public function retrieve(string $id): DetailedIntent
    {
        $call = Call::get('/payment-intents/' . Parameters::segment($id), [])->withKey();

        return $this->transport->call($call, DetailedIntent::read(...))->value;
    }

    public function get(string $id): Intent
    {
        return $this->transport->call(self::look($id), Intent::read(...))->value;
    }

    public function wait(
        string $id,
        ?float $timeoutSeconds = null,
        float $intervalSeconds = 2.0,
        ?callable $cancelled = null,
    ): Intent {
        $cancelled = $cancelled === null ? null : $cancelled(...);
        $call = self::look($id);
        $transport = $this->transport;
        $look = static fn (float $seconds): Answered => $transport->attempt(
            $call,
            Intent::read(...),
            $seconds,
            $cancelled,
        );

        return Wait::forEnd($look, $transport->timeoutSeconds, $timeoutSeconds, $intervalSeconds, $cancelled);
    }

    public function cancel(string $id, ?string $idempotencyKey = null): Intent
    {
        $call = Call::post('/cancel-payment-intent', body: Json::encode(['id' => $id]))
            ->withKey()
            ->once($idempotencyKey);

        return $this->transport->call($call, Intent::read(...))->value;
    }

    private static function look(string $id): Call
    {
        return Call::get('/intent-status', ['id' => $id]);
    }
}
