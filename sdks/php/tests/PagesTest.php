<?php

declare(strict_types=1);

namespace Till\Tests;

use Closure;
use DateTimeImmutable;
use DateTimeInterface;
use Till\Client;
use Till\DetailedIntent;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidAmountException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\PermissionException;
use Till\Exception\TillException;
use Till\Intents;
use Till\Outcome;
use Till\Refund;
use Till\Refunds;
use Till\Till;
use Till\WebhookEndpoints;

final class PagesTest extends TestCase
{
    private const ID = '6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a02';

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function intents(): iterable
    {
        yield from self::named('intents');
    }

    /**
     * @dataProvider intents
     *
     * @param array<string, mixed> $one
     */
    public function testAnIntentIsRetrievedWithAllThatIsKnownOfIt(array $one): void
    {
        $server = Server::scripted([['status' => 200, 'body' => $one['body']]]);
        $intent = self::till($server)->intents()->retrieve($one['intent']['id']);
        self::assertSame($one['intent'], self::plain($intent));
        [$request] = $server->asked();
        self::assertSame(
            ['GET', "/api/v1/payment-intents/{$one['intent']['id']}"],
            [$request['method'], $request['path']],
        );
        self::assertSame(self::authorization(), $request['key']);
    }

    /** @return iterable<string, array{array<string, mixed>, string, string}> */
    public static function lists(): iterable
    {
        yield from self::listed('lists', 'intents', '/api/v1/payment-intents');
        yield from self::listed('refund_lists', 'refunds', '/api/v1/refunds');
    }

    /**
     * @dataProvider lists
     *
     * @param array<string, mixed> $one
     */
    public function testAllPagesAreIterated(array $one, string $part, string $path): void
    {
        $server = Server::scripted($one['answers']);
        $params = self::camels($one['list']);
        $seen = [];
        $all = static function () use ($server, $params, $part, &$seen): void {
            foreach (self::till($server)->{$part}()->iterate(...$params) as $number => $item) {
                $seen[$number] = $item->id;
            }
        };
        self::assertSame($one['error'], self::codeOf($all));
        self::assertSame($one['ids'], $seen);
        self::assertEquals($one['queries'], array_column($server->asked(), 'query'));
        foreach ($server->asked() as $request) {
            self::assertSame(['GET', $path], [$request['method'], $request['path']]);
            self::assertSame(self::authorization(), $request['key']);
        }
    }

    /**
     * @dataProvider lists
     *
     * @param array<string, mixed> $one
     */
    public function testOnePageIsListed(array $one, string $part): void
    {
        $server = Server::scripted($one['answers']);
        $page = null;
        $list = static function () use ($server, $one, $part, &$page): void {
            $page = self::till($server)->{$part}()->list(...self::camels($one['list']));
        };
        $code = self::codeOf($list);
        if ($page === null) {
            self::assertSame([null, $one['error']], [$one['first'], $code]);

            return;
        }
        $ids = array_map(static fn (DetailedIntent|Refund $item): string => $item->id, $page->data);
        self::assertSame($one['first'], ['ids' => $ids, 'has_more' => $page->hasMore, 'next' => $page->next]);
    }

    public function testTimesOfAListAreSentInUTC(): void
    {
        $server = Server::scripted([['status' => 200, 'body' => '{"data":[],"has_more":false,"next":null}']]);
        self::till($server)->intents()->list(createdAfter: new DateTimeImmutable('2026-03-01T00:00:00+01:00'));
        self::assertSame(['created_after' => '2026-02-28T23:00:00.000Z'], $server->asked()[0]['query']);
    }

    public function testAPageIsReadWhenItIsNeededAndNotBefore(): void
    {
        $hasFive = static fn (array $one): bool => count($one['ids']) === 5;
        [$three] = array_values(array_filter(Service::vectors('pages')['lists'], $hasFive));
        $server = Server::scripted($three['answers']);
        $all = self::till($server)->intents()->iterate();
        self::assertCount(0, $server->asked());
        foreach ($all as $intent) {
            if ($intent->id === $three['ids'][1]) {
                break;
            }
        }
        self::assertCount(1, $server->asked());
    }

    /** @return iterable<string, array{array<string, mixed>, string}> */
    public static function calls(): iterable
    {
        $parts = ['creates' => 'intents', 'endpoints' => 'webhookEndpoints', 'refunds' => 'refunds'];
        foreach ($parts as $list => $part) {
            foreach (self::named($list) as $name => [$one]) {
                yield $name => [$one, $part];
            }
        }
    }

    /**
     * @dataProvider calls
     *
     * @param array<string, mixed> $one
     */
    public function testACallAsksAndReadsAsItShould(array $one, string $part): void
    {
        $server = Server::scripted([$one]);
        $result = null;
        $call = static function () use ($server, $one, $part, &$result): void {
            $result = self::call(self::till($server)->{$part}(), $one);
        };
        self::assertSame($one['error'], self::codeOf($call));
        self::assertEquals($one['result'], self::plain($result));
        self::assertCount(1, $server->asked());
        [$request] = $server->asked();
        self::assertSame([$one['method'], "/api/v1{$one['path']}"], [$request['method'], $request['path']]);
        self::assertSame([[], self::authorization()], [$request['query'], $request['key']]);
        $body = $request['body'] === '' ? null : json_decode($request['body'], flags: JSON_THROW_ON_ERROR);
        $wanted = $one['request'] === null ? null : json_decode(json_encode((object) $one['request']) ?: '');
        self::assertEquals($wanted, $body);
    }

    /** @return iterable<string, array{array<string, mixed>, int, string}> */
    public static function retries(): iterable
    {
        foreach (['endpoints' => 'retries', 'refunds' => 'refund_retries'] as $list => $retries) {
            foreach (Service::vectors('pages')[$retries] as $one) {
                foreach ([503, 429] as $status) {
                    yield "{$one['call']} of $list after $status" => [$one, $status, $list];
                }
            }
        }
    }

    /**
     * @dataProvider retries
     *
     * @param array<string, mixed> $one
     */
    public function testACallIsMadeAgainOnlyIfThatIsSafe(array $one, int $status, string $list): void
    {
        $again = $one["after_$status"];
        $part = $list === 'endpoints' ? 'webhookEndpoints' : $list;
        $same = static fn (array $other): bool => $other['call'] === $one['call'] && $other['error'] === null;
        [$vector] = array_values(array_filter(Service::vectors('pages')[$list], $same));
        $refusal = ['status' => $status, 'body' => '{"error":"Later.","code":"x"}'];
        $server = Server::scripted([$refusal, $vector]);
        $code = self::codeOf(static fn () => self::call(self::till($server)->{$part}(), $vector));
        self::assertSame($again ? null : 'x', $code);
        $methods = array_column($server->asked(), 'method');
        self::assertSame($again ? [$one['method'], $one['method']] : [$one['method']], $methods);
    }

    public function testOneIdempotencyKeyForAllAttemptsAndOneForEachRefundUnlessItIsGivenOne(): void
    {
        [$made] = Service::vectors('pages')['refunds'];
        $later = ['status' => 503, 'body' => '{"error":"Later.","code":"api_error"}'];
        $server = Server::scripted([$later, $made, $made, $made, $made]);
        $refunds = self::till($server)->refunds();
        $refunds->create(self::ID, amountMicros: 1);
        $refunds->create(self::ID, amountMicros: 1);
        $refunds->create(self::ID, amountMicros: 1, idempotencyKey: 'return-1042-1');
        $refunds->cancel(self::ID);
        [$first, $again, $second, $third, $cancel] = array_column($server->asked(), 'idempotencyKey');
        self::assertMatchesRegularExpression('/^[0-9a-f-]{36}$/D', $first);
        self::assertSame([$first, 'return-1042-1', ''], [$again, $third, $cancel]);
        self::assertNotSame($first, $second);
        $body = '{"amount_usdt":0.000001,"intent_id":"' . self::ID . '"}';
        self::assertSame($body, $server->asked()[0]['body']);
    }

    public function testARefundThatCannotBeIsRefusedBeforeAnythingIsSent(): void
    {
        $server = Server::scripted([]);
        $refunds = self::till($server)->refunds();
        foreach (['0', '0.0000001', 5.25] as $amount) {
            $create = static fn () => $refunds->create(self::ID, $amount);
            self::throws(InvalidAmountException::class, $create, 'invalid_amount');
        }
        $create = static fn () => $refunds->create(self::ID, 1, idempotencyKey: 'é');
        self::throws(InvalidRequestException::class, $create, 'invalid_idempotency_key');
        self::assertSame([], $server->asked());
    }

    public function testAPriceIsSentAsItIs(): void
    {
        [$made] = Service::vectors('pages')['creates'];
        $server = Server::scripted([$made, $made]);
        $intents = self::till($server)->intents();
        self::assertSame('24.90', $intents->create(amount: '24.90', currency: 'EUR')->quote?->amount);
        $intents->create(amount: 25, currency: 'EUR', reference: 'order-1042');
        self::assertSame([
            '{"amount":"24.90","currency":"EUR"}',
            '{"amount":"25","currency":"EUR","reference":"order-1042"}',
        ], array_column($server->asked(), 'body'));
    }

    public function testAPriceThatIsNotOneExactAmountIsRefusedBeforeAnythingIsSent(): void
    {
        $server = Server::scripted([]);
        $intents = self::till($server)->intents();
        foreach (
            [
                ['currency' => 'EUR'],
                ['amountUsdt' => '24.90', 'currency' => 'EUR'],
                ['amount' => '24.90', 'currency' => 'EUR', 'amountUsdt' => '24.90'],
                ['amount' => '24.90', 'currency' => 'EUR', 'amountMicros' => 1],
                ['amount' => 24.9, 'currency' => 'EUR'],
            ] as $given
        ) {
            $create = static fn () => $intents->create(...$given);
            self::assertNull(self::throws(InvalidAmountException::class, $create, 'invalid_amount')->status);
        }
        self::assertSame([], $server->asked());
    }

    public function testTheCurrencyOfAPriceIsLeftToTheService(): void
    {
        $server = Server::scripted([['status' => 400, 'body' => '{"error":"No.","code":"invalid_currency"}']]);
        $create = static fn () => self::till($server)->intents()->create(amount: '24.90');
        self::throws(InvalidRequestException::class, $create, 'invalid_currency');
        self::assertSame('{"amount":"24.90"}', $server->asked()[0]['body']);
    }

    public function testATestEventHasTenSecondsMoreThanOtherCalls(): void
    {
        $endpoints = self::till(Server::scripted([]), timeoutSeconds: 0.05, maxRetries: 0)->webhookEndpoints();
        $e = self::throws(ConnectionException::class, static fn () => $endpoints->retrieve(self::ID));
        self::assertStringContainsString('within 0.05 s', $e->getMessage());
        $e = self::throws(ConnectionException::class, static fn () => $endpoints->test(self::ID));
        self::assertStringContainsString('within 10.05 s', $e->getMessage());
    }

    public function testAnIdThatAPathCannotCarryIsRefusedBeforeAnythingIsSent(): void
    {
        $server = Server::scripted([]);
        $till = self::till($server);
        foreach (Service::vectors('pages')['refused_ids'] as $id) {
            $calls = [
                static fn () => $till->intents()->retrieve($id),
                static fn () => $till->refunds()->retrieve($id),
                static fn () => $till->refunds()->cancel($id),
            ];
            foreach (['retrieve', 'update', 'delete', 'rotateSecret', 'test'] as $name) {
                $calls[] = static fn () => $till->webhookEndpoints()->{$name}($id);
            }
            foreach ($calls as $call) {
                self::assertNull(self::throws(InvalidRequestException::class, $call, 'invalid_id')->status);
            }
        }
        self::assertSame([], $server->asked());
    }

    public function testACallForOneTerminalNamesIt(): void
    {
        $no = ['status' => 400, 'body' => '{"error":"No.","code":"invalid_request"}'];
        $server = Server::scripted([$no, $no]);
        $till = self::till($server);
        $create = static fn () => $till->intents()->create(1, terminalId: self::ID);
        self::throws(InvalidRequestException::class, $create, 'invalid_request');
        $sales = static fn () => $till->reports()->sales(start: '2026-03-01', terminalId: self::ID);
        self::throws(InvalidRequestException::class, $sales, 'invalid_request');
        [$created, $sold] = $server->asked();
        self::assertSame('{"amount_usdt":1,"terminal_id":"' . self::ID . '"}', $created['body']);
        self::assertSame(['start' => '2026-03-01', 'terminal_id' => self::ID], $sold['query']);
    }

    public function testTheRunningServiceFindsIntentsByTheirReference(): void
    {
        $till = Service::client();
        $reference = 'find ' . hrtime(true) . ' & ü';
        $made = [];
        for ($count = 0; $count < 3; ++$count) {
            array_unshift($made, $till->intents()->create('2.50', reference: $reference)->id);
        }
        $till->sandbox()->simulate($made[1], Outcome::Overpaid);
        $idOf = static fn (DetailedIntent $intent): string => $intent->id;
        $found = iterator_to_array($till->intents()->iterate(reference: $reference, limit: 2));
        self::assertSame($made, array_map($idOf, $found));

        $hourAgo = new DateTimeImmutable('-1 hour');
        $page = $till->intents()->list(reference: $reference, status: 'paid', createdAfter: $hourAgo);
        self::assertSame([$made[1]], array_map($idOf, $page->data));
        $paid = $till->intents()->retrieve($made[1]);
        self::assertEquals($page->data[0], $paid);
        self::assertSame(['3.5', '1', ['overpaid']], [$paid->receivedUsdt, $paid->overpaidUsdt, $paid->flags]);
        self::assertCount(1, $paid->transfers);
        self::assertSame([true, true], [$paid->transfers[0]->counted, $paid->transfers[0]->simulated]);
        self::assertSame([true, null], [$paid->paidAt !== null, $paid->cancelledAt]);
        $stranger = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';
        self::throws(NotFoundException::class, static fn () => $till->intents()->retrieve($stranger), 'not_found');
        $list = static fn () => $till->webhookEndpoints()->list();
        self::throws(PermissionException::class, $list, 'insufficient_scope');
        $list = static fn () => $till->refunds()->list();
        self::throws(PermissionException::class, $list, 'insufficient_scope');
    }

    public function testAShopTestsThemWithMocks(): void
    {
        $endpoints = $this->createStub(WebhookEndpoints::class);
        $till = $this->createStub(Client::class);
        $till->method('webhookEndpoints')->willReturn($endpoints);
        self::assertSame($endpoints, $till->webhookEndpoints());
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    private static function named(string $list): iterable
    {
        foreach (Service::vectors('pages')[$list] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /** @return iterable<string, array{array<string, mixed>, string, string}> */
    private static function listed(string $lists, string $part, string $path): iterable
    {
        foreach (self::named($lists) as $name => [$one]) {
            yield "$part: $name" => [$one, $part, $path];
        }
    }

    private static function till(Server $server, mixed ...$settings): Till
    {
        return Service::client(...$settings, baseUrl: $server->url);
    }

    private static function authorization(): string
    {
        return 'Bearer ' . Service::given('API_KEY');
    }

    /**
     * The call of a vector.
     *
     * @param array<string, mixed> $one
     */
    private static function call(Intents|WebhookEndpoints|Refunds $part, array $one): mixed
    {
        return $part->{self::camel($one['call'])}(...self::camels($one['arguments']));
    }

    /** The code of the error that the call throws, null if it throws none. */
    private static function codeOf(Closure $call): ?string
    {
        try {
            $call();
        } catch (TillException $e) {
            return $e->errorCode;
        }

        return null;
    }

    /** A result in the vectors' form. */
    private static function plain(mixed $value, string $name = ''): mixed
    {
        if ($value instanceof DateTimeInterface) {
            return $value->format('Y-m-d\TH:i:s.v\Z');
        }
        if (is_object($value)) {
            $value = get_object_vars($value);
        }
        if (!is_array($value)) {
            return is_int($value) && str_ends_with($name, '_micros') ? (string) $value : $value;
        }
        $plain = [];
        foreach ($value as $key => $member) {
            $key = is_int($key) ? $key : strtolower((string) preg_replace('/[A-Z]/', '_$0', $key));
            $plain[$key] = self::plain($member, (string) $key);
        }

        return $plain;
    }

    /**
     * @param array<string, mixed> $given
     *
     * @return array<string, mixed>
     */
    private static function camels(array $given): array
    {
        return array_combine(array_map(self::camel(...), array_keys($given)), $given);
    }

    private static function camel(string $name): string
    {
        return lcfirst(str_replace('_', '', ucwords($name, '_')));
    }
}
