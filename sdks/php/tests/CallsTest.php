<?php

declare(strict_types=1);

namespace Till\Tests;

use DateTime;
use DateTimeZone;
use Till\Exception\ApiException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\RateLimitException;
use Till\Exception\ServerException;
use Till\Intent;
use Till\Outcome;

final class CallsTest extends TestCase
{
    public function testAnIntentIsCreatedWithEverythingItMayHaveAndReadAgain(): void
    {
        $till = Service::client();
        $made = $till->intents()->create(
            '12.50',
            reference: 'order-1042 🧾',
            metadata: ['cart' => '8812', '7' => 'a number for a name', '/' => '"'],
            expiresInSeconds: 900,
            successUrl: 'https://shop.example/thanks?order=1042&x=ü',
            cancelUrl: 'https://shop.example/cart',
        );
        self::assertSame([
            'id', 'amountUsdt', 'amountMicros', 'status', 'environment', 'livemode', 'expiresAt',
            'checkoutUri', 'checkoutUrl', 'reference', 'metadata', 'terminalName', 'successUrl', 'cancelUrl',
            'quote',
        ], array_keys(get_object_vars($made)));
        self::assertSame(['12.5', 12_500_000, 'pending'], [$made->amountUsdt, $made->amountMicros, $made->status]);
        self::assertSame('order-1042 🧾', $made->reference);
        self::assertSame('8812', $made->metadata['cart'] ?? null);
        self::assertSame('a number for a name', $made->metadata[7] ?? null);
        self::assertSame('Front desk', $made->terminalName);
        self::assertSame(
            ['https://shop.example/thanks?order=1042&x=ü', 'https://shop.example/cart'],
            [$made->successUrl, $made->cancelUrl],
        );
        self::assertSame("service:pay?intent={$made->id}", $made->checkoutUri);
        self::assertSame(Service::given('URL') . "/pay/{$made->id}", $made->checkoutUrl);
        $seconds = $made->expiresAt->getTimestamp() - time();
        self::assertTrue($seconds > 800 && $seconds < 1_000, "expires in $seconds s");
        self::assertSame('UTC', $made->expiresAt->getTimezone()->getName());
        $read = $till->intents()->get($made->id);
        self::assertSame(Intent::class, $read::class);
        $common = array_intersect_key(get_object_vars($made), get_object_vars($read));
        self::assertTrue(get_object_vars($read) == $common, 'as made');
    }

    public function testWhatWasNotGivenIsNotSent(): void
    {
        $faulty = Service::faulty('ok');
        $till = Service::client(baseUrl: $faulty);
        $made = $till->intents()->create(1);
        self::assertSame([null, null], [$made->reference, $made->metadata]);
        self::assertSame([], $till->intents()->create(1, metadata: [])->metadata);
        self::assertSame('{"amount_usdt":1}', Service::requests($faulty)[0]['body']);
        self::assertSame('{"amount_usdt":1,"metadata":{}}', Service::requests($faulty)[1]['body']);
    }

    public function testAnIntentIsCancelledOnceAgainItIsAConflict(): void
    {
        $till = Service::client();
        $id = $till->intents()->create(1)->id;
        self::assertSame('cancelled', $till->intents()->cancel($id)->status);
        self::throws(ConflictException::class, static fn () => $till->intents()->cancel($id), 'invalid_transition');
    }

    /** @return iterable<string, array{Outcome, string}> */
    public static function outcomes(): iterable
    {
        foreach (Outcome::cases() as $outcome) {
            yield $outcome->value => [$outcome, match ($outcome) {
                Outcome::Paid, Outcome::Overpaid => 'paid',
                Outcome::Underpaid => 'pending',
                Outcome::Late, Outcome::Expired => 'expired',
            }];
        }
    }

    /** @dataProvider outcomes */
    public function testASimulatedCustomerDoesWhatWasSaid(Outcome $outcome, string $status): void
    {
        $till = Service::client();
        $intent = $till->sandbox()->simulate($till->intents()->create(2)->id, $outcome);
        self::assertSame($status, $intent->status);
    }

    public function testAnOutcomeMayBeTextAlsoOneThatTheLibraryDoesNotKnow(): void
    {
        $till = Service::client();
        $id = $till->intents()->create(2)->id;
        $simulate = static fn () => $till->sandbox()->simulate($id, 'moonshot');
        self::throws(InvalidRequestException::class, $simulate, 'invalid_request');
        self::assertSame('paid', $till->sandbox()->simulate($id, 'paid')->status);
    }

    public function testADemoIntentTellsWhenItPaysItself(): void
    {
        $till = Service::client();
        $demo = $till->sandbox()->createDemo();
        self::assertSame(['sandbox', 6_000], [$demo->environment, $demo->autoCompletesInMs]);
        self::assertSame($demo->amountUsdt, $till->intents()->get($demo->id)->amountUsdt);
        self::assertSame(
            ['id', 'amountUsdt', 'amountMicros', 'environment', 'expiresAt', 'autoCompletesInMs'],
            array_keys(get_object_vars($demo)),
        );
    }

    public function testTheSalesReportCountsWhatWasPaidByMomentsAndByText(): void
    {
        $till = Service::client();
        $before = $till->reports()->sales();
        $till->sandbox()->simulate($till->intents()->create('0.000001')->id);
        $after = $till->reports()->sales();
        self::assertSame([
            'merchantName', 'terminalName', 'start', 'end', 'totalUsdt', 'totalMicros', 'currency', 'salesCount',
            'refundedUsdt', 'refundedMicros', 'refundsCount', 'netUsdt', 'netMicros',
        ], array_keys(get_object_vars($after)));
        self::assertSame($before->salesCount + 1, $after->salesCount);
        self::assertSame($before->totalMicros + 1, $after->totalMicros);
        self::assertSame(['Front desk', 'USDT'], [$after->terminalName, $after->currency]);
        $hourAgo = new DateTime('-1 hour', new DateTimeZone('Asia/Tokyo'));
        self::assertTrue($till->reports()->sales(start: $hourAgo, end: '2100-01-01')->salesCount >= 1, 'the last hour');
    }

    public function testAnAddressWithAndWithoutItsVersionAndASlashIsTheSame(): void
    {
        foreach (['', '/', '/api/v1', '/api/v1/'] as $suffix) {
            $till = Service::client(baseUrl: Service::given('URL') . $suffix);
            self::assertSame('Front desk', $till->reports()->sales()->terminalName);
        }
    }

    public function testTheKeyGoesWithCreateCancelAndSalesAndWithNothingElse(): void
    {
        $faulty = Service::faulty('ok');
        $till = Service::client(baseUrl: $faulty);
        $id = $till->intents()->create(1)->id;
        $till->intents()->cancel($id);
        $till->reports()->sales();
        $till->intents()->get($id);
        $till->intents()->wait($id);
        $till->sandbox()->createDemo();
        self::throws(ConflictException::class, static fn () => $till->sandbox()->simulate($id));
        $bearers = array_map(
            static fn (array $request): ?string => $request['headers']['authorization'] ?? null,
            Service::requests($faulty),
        );
        $key = 'Bearer ' . Service::given('API_KEY');
        self::assertSame([$key, $key, $key, null, null, null, null], $bearers);
    }

    public function testRequestsSayWhoAsksAndThatTheyAreJSON(): void
    {
        $faulty = Service::faulty('ok');
        Service::client(baseUrl: $faulty)->intents()->create(1);
        $headers = Service::requests($faulty)[0]['headers'];
        self::assertSame(1, preg_match('~^till-php/1\.0\.0 php/8\.[0-9]+\.[0-9]+$~', $headers['user-agent']));
        self::assertSame(['application/json', 'application/json'], [$headers['accept'], $headers['content-type']]);
    }

    public function testOddOutputSeparatorsAndOddIdsChangeNoAddress(): void
    {
        ini_set('arg_separator.output', '&amp;');
        $faulty = Service::faulty('ok');
        $till = Service::client(baseUrl: $faulty);
        self::throws(InvalidRequestException::class, static fn () => $till->intents()->get('a b&c=d/ü'));
        $till->reports()->sales('2026-03-01', '2026-03-02');
        ini_restore('arg_separator.output');
        $paths = array_column(Service::requests($faulty), 'path');
        self::assertSame('/api/v1/intent-status?id=a%20b%26c%3Dd%2F%C3%BC', $paths[0]);
        self::assertSame('/api/v1/get-terminal-sales?start=2026-03-01&end=2026-03-02', $paths[1]);
    }

    /** @return iterable<string, list<string>> */
    public static function losses(): iterable
    {
        foreach (['drop', 'lost', '500', '503', '429w0', 'html502', 'lost.503.drop'] as $plan) {
            yield $plan => [$plan];
        }
    }

    /** @dataProvider losses */
    public function testALostCreateMakesOneIntentWithOneIdempotencyKey(string $plan): void
    {
        $faulty = Service::faulty($plan);
        $reference = "lost $plan " . bin2hex(random_bytes(4));
        $intent = Service::client(baseUrl: $faulty)->intents()->create('3', reference: $reference);
        $sent = Service::requests($faulty);
        self::assertCount(substr_count($plan, '.') + 2, $sent);
        $keys = array_unique(array_map(static fn (array $one): string => $one['headers']['idempotency-key'], $sent));
        self::assertCount(1, $keys);
        $uuid = '/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/';
        self::assertMatchesRegularExpression($uuid, $keys[0]);
        self::assertCount(1, array_unique(array_column($sent, 'body')));
        $again = Service::client()->intents()->create('3', reference: $reference, idempotencyKey: $keys[0]);
        self::assertSame($intent->id, $again->id);
    }

    public function testTwoCreatesHaveTwoKeys(): void
    {
        $faulty = Service::faulty('ok');
        $till = Service::client(baseUrl: $faulty);
        $till->intents()->create(1);
        $till->intents()->create(1);
        [$first, $second] = Service::requests($faulty);
        self::assertTrue($first['headers']['idempotency-key'] !== $second['headers']['idempotency-key'], 'two keys');
    }

    public function testAKeyOfYoursUsedWithAnotherAmountIsAConflict(): void
    {
        $till = Service::client();
        $key = 'order ' . bin2hex(random_bytes(4));
        $till->intents()->create(1, idempotencyKey: $key);
        $create = static fn () => $till->intents()->create(2, idempotencyKey: $key);
        self::throws(ConflictException::class, $create, 'idempotency_conflict');
    }

    public function testACancelWhoseAnswerWasLostIsNotAConflict(): void
    {
        $faulty = Service::faulty('ok.lost');
        $till = Service::client(baseUrl: $faulty);
        self::assertSame('cancelled', $till->intents()->cancel($till->intents()->create(1)->id)->status);
        self::assertCount(3, Service::requests($faulty));
    }

    public function testASimulatedPaymentWhoseAnswerWasLostIsNotMadeAgainARefusedOneIs(): void
    {
        $id = Service::client()->intents()->create(1)->id;
        $simulate = static fn (string $faulty, Outcome $outcome) => Service::client(baseUrl: $faulty)
            ->sandbox()->simulate($id, $outcome);
        $lost = Service::faulty('lost');
        self::throws(ConnectionException::class, static fn () => $simulate($lost, Outcome::Underpaid));
        self::assertCount(1, Service::requests($lost));
        $failed = Service::faulty('503');
        self::throws(ServerException::class, static fn () => $simulate($failed, Outcome::Underpaid));
        self::assertCount(1, Service::requests($failed));
        $refused = Service::faulty('429w0');
        self::assertSame('paid', $simulate($refused, Outcome::Paid)->status);
        self::assertCount(2, Service::requests($refused));
    }

    public function testASecondCallOnOneClientLostIsNotRepeatedBehindItsBack(): void
    {
        $faulty = Service::faulty('ok.lost');
        $till = Service::client(baseUrl: $faulty, maxRetries: 0);
        $id = $till->intents()->create(1)->id;
        self::throws(ConnectionException::class, static fn () => $till->sandbox()->simulate($id, Outcome::Underpaid));
        self::assertCount(2, Service::requests($faulty));
    }

    public function testItEndsAfterThreeRetriesAndAfterAsManyAsWereSet(): void
    {
        foreach ([[[], 4], [['maxRetries' => 0], 1], [['maxRetries' => 1], 2]] as [$settings, $attempts]) {
            $faulty = Service::faulty('500.500.500.500.500');
            $till = Service::client(...$settings + ['baseUrl' => $faulty]);
            self::throws(ServerException::class, static fn () => $till->intents()->get('x'), 'api_error');
            self::assertSame($attempts, count(Service::requests($faulty)));
        }
    }

    public function testRetryAfterIsWaitedForAsSecondsAndAsADate(): void
    {
        $faulty = Service::faulty('429');
        Service::client(baseUrl: $faulty)->sandbox()->createDemo();
        [$first, $second] = Service::requests($faulty);
        self::assertTrue($second['atMs'] - $first['atMs'] >= 990, 'waited a second');
        $dates = ['Date' => 'Sun, 01 Mar 2026 12:00:00 GMT', 'Retry-After' => 'Sun, 01 Mar 2026 12:00:01 GMT'];
        $server = Server::answering(503, $dates, '');
        $get = static fn () => Service::client(baseUrl: $server->url, maxRetries: 1)->intents()->get('x');
        self::assertSame(1, self::throws(ServerException::class, $get)->retryAfterSeconds);
        [$first, $second] = $server->requests();
        self::assertTrue($second - $first >= 990_000_000, 'waited a second');
    }

    public function testARetryAfterBeyondTenSecondsIsTheCallersToWaitFor(): void
    {
        $faulty = Service::faulty('429w11');
        $sales = static fn () => Service::client(baseUrl: $faulty)->reports()->sales();
        self::assertSame(11, self::throws(RateLimitException::class, $sales, 'rate_limited')->retryAfterSeconds);
        self::assertCount(1, Service::requests($faulty));
    }

    public function testA4xxIsAskedOnce(): void
    {
        $faulty = Service::faulty('ok');
        $till = Service::client(baseUrl: $faulty);
        self::throws(InvalidRequestException::class, static fn () => $till->intents()->get('no uuid'));
        self::assertCount(1, Service::requests($faulty));
    }

    public function testAResponseThatDoesNotEndIsNoAnswerAfter8Megabytes(): void
    {
        $server = Server::answering(200, [], '', endless: true);
        $till = Service::client(baseUrl: $server->url, maxRetries: 0, timeoutSeconds: 5);
        $get = static fn () => $till->intents()->get('x');
        $e = self::throws(ConnectionException::class, $get, 'connection_failed');
        self::assertStringContainsString('too large', $e->getMessage());
    }

    public function testARedirectIsNotFollowed(): void
    {
        $faulty = Service::faulty('redirect');
        $sales = static fn () => Service::client(baseUrl: $faulty)->reports()->sales();
        self::throws(ApiException::class, $sales, 'unexpected_answer');
        self::assertCount(1, Service::requests($faulty));
        $elsewhere = Server::answering(200, [], '{}');
        $server = Server::answering(307, ['Location' => "{$elsewhere->url}/"], '');
        $create = static fn () => Service::client(baseUrl: $server->url)->intents()->create(1);
        self::assertSame(307, self::throws(ApiException::class, $create, 'unexpected_answer')->status);
        self::assertSame([1, 0], [count($server->requests()), count($elsewhere->requests())]);
    }

    public function testASlowServiceIsWaitedForWithinTheTime(): void
    {
        $faulty = Service::faulty('slow800');
        self::assertSame('pending', Service::client(baseUrl: $faulty)->intents()->create(1)->status);
        self::assertCount(1, Service::requests($faulty));
    }

    public function testAServiceSlowerThanTheTimeIsAskedAgainAndThereIsOneIntent(): void
    {
        $faulty = Service::faulty('slow6000');
        // enough retries to outlast a service that is itself slow for a while
        $intent = Service::client(baseUrl: $faulty, timeoutSeconds: 1, maxRetries: 20)->intents()->create(1);
        $key = Service::requests($faulty)[0]['headers']['idempotency-key'];
        self::assertSame($intent->id, Service::client()->intents()->create(1, idempotencyKey: $key)->id);
    }

    public function testAServiceThatNeverAnswersIsNoAnswer(): void
    {
        $till = Service::client(baseUrl: Service::faulty('hang.hang'), timeoutSeconds: 0.2, maxRetries: 1);
        $e = self::throws(ConnectionException::class, static fn () => $till->intents()->get('x'), 'connection_failed');
        self::assertTrue(str_contains($e->getMessage(), '0.2 s'), $e->getMessage());
        self::assertSame([null, null, null], [$e->status, $e->requestId, $e->retryAfterSeconds]);
    }
}
