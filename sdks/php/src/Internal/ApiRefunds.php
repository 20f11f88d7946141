<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Page;
use Till\Refund;
use Till\Refunds;

/** @internal */
final class ApiRefunds implements Refunds
{
    private const PATH = '/refunds';

    public function __construct(private readonly Transport $transport)
    {
    }

    public function create(
        string $intentId,
        string|int|float|null $amountUsdt = null,
        ?string $to = null,
        ?string $reason = null,
        string|int|float|null $amountMicros = null,
        ?string $idempotencyKey = null,
    ): Refund {
        $rest = array_filter(
            ['intent_id' => $intentId, 'to' => $to, 'reason' => $reason],
            static fn (mixed $member): bool => $member !== null,
        );
        // the exact digits, which a float may not represent
        $amount = '{"amount_usdt":' . Amount::asked($amountUsdt, $amountMicros)->usdt;
        $call = Call::post(self::PATH, $amount . ',' . substr(Json::encode($rest), 1))
            ->withKey()
            ->once($idempotencyKey);

        return $this->transport->call($call, Refund::read(...))->value;
    }

    public function list(
        ?string $intentId = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?int $limit = null,
        ?string $after = null,
    ): Page {
        $query = Parameters::query([
            'intent_id' => $intentId,
            'status' => $status,
            'created_after' => $createdAfter,
            'created_before' => $createdBefore,
            'limit' => $limit,
            'after' => $after,
        ]);

        return $this->transport->call(Call::get(self::PATH, $query)->withKey(), Page::of(Refund::read(...)))->value;
    }

    public function iterate(
        ?string $intentId = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?int $limit = null,
        ?string $after = null,
    ): \Generator {
        do {
            $page = $this->list($intentId, $status, $createdAfter, $createdBefore, $limit, $after);
            // not yield from, which would begin the keys again with each page
            foreach ($page->data as $refund) {
                yield $refund;
            }
            $after = $page->next;
            // a page may be empty although more follow
        } while ($page->hasMore && $after !== null);
    }

    public function retrieve(string $id): Refund
    {
        return $this->transport->call(Call::get(self::path($id), [])->withKey(), Refund::read(...))->value;
    }

    public function cancel(string $id): Refund
    {
        $call = Call::post(self::path($id) . '/cancel', '{}')->withKey();

        return $this->transport->call($call, Refund::read(...))->value;
    }

    private static function path(string $id): string
    {
        return self::PATH . '/' . Parameters::segment($id);
    }
}
