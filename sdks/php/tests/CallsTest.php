<?php

declare(strict_types=1);

use Till\Exception\ApiException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\RateLimitException;
use Till\Exception\ServerException;
use Till\Intent;
use Till\Outcome;
use Till\Tests\Server;
use Till\Tests\Service;
use Till\Tests\Suite;

Suite::test('an intent is created with everything it may have, and read again', static function (): void {
    $till = Service::client();
    $made = $till->intents->create(
        '12.50',
        reference: 'order-1042 🧾',
        metadata: ['cart' => '8812', '7' => 'a number for a name', '/' => '"'],
        expiresInSeconds: 900,
        successUrl: 'https://shop.example/thanks?order=1042&x=ü',
        cancelUrl: 'https://shop.example/cart',
    );
    Suite::same([
        'id', 'amountUsdt', 'amountMicros', 'status', 'environment', 'livemode', 'expiresAt',
        'checkoutUri', 'checkoutUrl', 'reference', 'metadata', 'terminalName', 'successUrl', 'cancelUrl',
    ], array_keys(get_object_vars($made)));
    Suite::same(['12.5', 12_500_000, 'pending'], [$made->amountUsdt, $made->amountMicros, $made->status]);
    Suite::same('order-1042 🧾', $made->reference);
    Suite::same('8812', $made->metadata['cart'] ?? null);
    Suite::same('a number for a name', $made->metadata[7] ?? null);
    Suite::same('Front desk', $made->terminalName);
    Suite::same(
        ['https://shop.example/thanks?order=1042&x=ü', 'https://shop.example/cart'],
        [$made->successUrl, $made->cancelUrl],
    );
    Suite::same("service:pay?intent={$made->id}", $made->checkoutUri);
    Suite::same(Service::given('URL') . "/pay/{$made->id}", $made->checkoutUrl);
    $seconds = $made->expiresAt->getTimestamp() - time();
    Suite::true($seconds > 800 && $seconds < 1_000, "expires in $seconds s");
    Suite::same('UTC', $made->expiresAt->getTimezone()->getName());
    $read = $till->intents->get($made->id);
    Suite::same(Intent::class, $read::class);
    $common = array_intersect_key(get_object_vars($made), get_object_vars($read));
    Suite::true(get_object_vars($read) == $common, 'as made');
});
Suite::test('what was not given is not sent', static function (): void {
    $faulty = Service::faulty('ok');
    $till = Service::client(baseUrl: $faulty);
    $made = $till->intents->create(1);
    Suite::same([null, null], [$made->reference, $made->metadata]);
    Suite::same([], $till->intents->create(1, metadata: [])->metadata);
    Suite::same('{"amount_usdt":1}', Service::requests($faulty)[0]['body']);
    Suite::same('{"amount_usdt":1,"metadata":{}}', Service::requests($faulty)[1]['body']);
});
Suite::test('an intent is cancelled once; again it is a conflict', static function (): void {
    $till = Service::client();
    $id = $till->intents->create(1)->id;
    Suite::same('cancelled', $till->intents->cancel($id)->status);
    Suite::throws(ConflictException::class, static fn () => $till->intents->cancel($id), 'invalid_transition');
});
foreach (Outcome::cases() as $outcome) {
    Suite::test("a simulated customer: {$outcome->value}", static function () use ($outcome): void {
        $till = Service::client();
        $intent = $till->sandbox->simulate($till->intents->create(2)->id, $outcome);
        $status = match ($outcome) {
            Outcome::Paid, Outcome::Overpaid => 'paid',
            Outcome::Underpaid => 'pending',
            Outcome::Late, Outcome::Expired => 'expired',
        };
        Suite::same($status, $intent->status);
    });
}
Suite::test('an outcome may be text, also one that the library does not know', static function (): void {
    $till = Service::client();
    $id = $till->intents->create(2)->id;
    $simulate = static fn () => $till->sandbox->simulate($id, 'moonshot');
    Suite::throws(InvalidRequestException::class, $simulate, 'invalid_request');
    Suite::same('paid', $till->sandbox->simulate($id, 'paid')->status);
});
Suite::test('a demo intent tells when it pays itself', static function (): void {
    $till = Service::client();
    $demo = $till->sandbox->createDemo();
    Suite::same(['sandbox', 6_000], [$demo->environment, $demo->autoCompletesInMs]);
    Suite::same($demo->amountUsdt, $till->intents->get($demo->id)->amountUsdt);
    Suite::same(
        ['id', 'amountUsdt', 'amountMicros', 'environment', 'expiresAt', 'autoCompletesInMs'],
        array_keys(get_object_vars($demo)),
    );
});
Suite::test('the sales report counts what was paid, by moments and by text', static function (): void {
    $till = Service::client();
    $before = $till->reports->sales();
    $till->sandbox->simulate($till->intents->create('0.000001')->id);
    $after = $till->reports->sales();
    Suite::same([
        'merchantName', 'terminalName', 'start', 'end', 'totalUsdt', 'totalMicros', 'currency', 'salesCount',
    ], array_keys(get_object_vars($after)));
    Suite::same($before->salesCount + 1, $after->salesCount);
    Suite::same($before->totalMicros + 1, $after->totalMicros);
    Suite::same(['Front desk', 'USDT'], [$after->terminalName, $after->currency]);
    $hourAgo = new DateTime('-1 hour', new DateTimeZone('Asia/Tokyo'));
    Suite::true($till->reports->sales(start: $hourAgo, end: '2100-01-01')->salesCount >= 1, 'the last hour');
});
Suite::test('an address with and without its version and a slash is the same', static function (): void {
    foreach (['', '/', '/api/v1', '/api/v1/'] as $suffix) {
        $till = Service::client(baseUrl: Service::given('URL') . $suffix);
        Suite::same('Front desk', $till->reports->sales()->terminalName);
    }
});
Suite::test('the key goes with create, cancel and sales, and with nothing else', static function (): void {
    $faulty = Service::faulty('ok');
    $till = Service::client(baseUrl: $faulty);
    $id = $till->intents->create(1)->id;
    $till->intents->cancel($id);
    $till->reports->sales();
    $till->intents->get($id);
    $till->intents->wait($id);
    $till->sandbox->createDemo();
    Suite::throws(ConflictException::class, static fn () => $till->sandbox->simulate($id));
    $bearers = array_map(
        static fn (array $request): ?string => $request['headers']['authorization'] ?? null,
        Service::requests($faulty),
    );
    $key = 'Bearer ' . Service::given('API_KEY');
    Suite::same([$key, $key, $key, null, null, null, null], $bearers);
});
Suite::test('requests say who asks, and that they are JSON', static function (): void {
    $faulty = Service::faulty('ok');
    Service::client(baseUrl: $faulty)->intents->create(1);
    $headers = Service::requests($faulty)[0]['headers'];
    Suite::same(1, preg_match('~^till-php/0\.2\.0 php/8\.[0-9]+\.[0-9]+$~', $headers['user-agent']));
    Suite::same(['application/json', 'application/json'], [$headers['accept'], $headers['content-type']]);
});
Suite::test('odd output separators and odd ids change no address', static function (): void {
    ini_set('arg_separator.output', '&amp;');
    $faulty = Service::faulty('ok');
    $till = Service::client(baseUrl: $faulty);
    Suite::throws(InvalidRequestException::class, static fn () => $till->intents->get('a b&c=d/ü'));
    $till->reports->sales('2026-03-01', '2026-03-02');
    ini_restore('arg_separator.output');
    $paths = array_column(Service::requests($faulty), 'path');
    Suite::same('/api/v1/intent-status?id=a%20b%26c%3Dd%2F%C3%BC', $paths[0]);
    Suite::same('/api/v1/get-terminal-sales?start=2026-03-01&end=2026-03-02', $paths[1]);
});

foreach (['drop', 'lost', '500', '503', '429w0', 'html502', 'lost.503.drop'] as $plan) {
    Suite::test("create after $plan: one intent, one idempotency key", static function () use ($plan): void {
        $faulty = Service::faulty($plan);
        $reference = "lost $plan " . bin2hex(random_bytes(4));
        $intent = Service::client(baseUrl: $faulty)->intents->create('3', reference: $reference);
        $sent = Service::requests($faulty);
        Suite::same(substr_count($plan, '.') + 2, count($sent));
        $keys = array_unique(array_map(static fn (array $one): string => $one['headers']['idempotency-key'], $sent));
        Suite::same(1, count($keys));
        Suite::same(1, preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/', $keys[0]));
        Suite::same(1, count(array_unique(array_column($sent, 'body'))));
        $again = Service::client()->intents->create('3', reference: $reference, idempotencyKey: $keys[0]);
        Suite::same($intent->id, $again->id);
    });
}
Suite::test('two creates have two keys', static function (): void {
    $faulty = Service::faulty('ok');
    $till = Service::client(baseUrl: $faulty);
    $till->intents->create(1);
    $till->intents->create(1);
    [$first, $second] = Service::requests($faulty);
    Suite::true($first['headers']['idempotency-key'] !== $second['headers']['idempotency-key'], 'two keys');
});
Suite::test('a key of yours used with another amount is a conflict', static function (): void {
    $till = Service::client();
    $key = 'order ' . bin2hex(random_bytes(4));
    $till->intents->create(1, idempotencyKey: $key);
    $create = static fn () => $till->intents->create(2, idempotencyKey: $key);
    Suite::throws(ConflictException::class, $create, 'idempotency_conflict');
});
Suite::test('a cancel whose answer was lost is not a conflict', static function (): void {
    $faulty = Service::faulty('ok.lost');
    $till = Service::client(baseUrl: $faulty);
    Suite::same('cancelled', $till->intents->cancel($till->intents->create(1)->id)->status);
    Suite::same(3, count(Service::requests($faulty)));
});
Suite::test('a simulated payment whose answer was lost is not made again; a refused one is', static function (): void {
    $id = Service::client()->intents->create(1)->id;
    $simulate = static fn (string $faulty, Outcome $outcome) => Service::client(baseUrl: $faulty)
        ->sandbox->simulate($id, $outcome);
    $lost = Service::faulty('lost');
    Suite::throws(ConnectionException::class, static fn () => $simulate($lost, Outcome::Underpaid));
    Suite::same(1, count(Service::requests($lost)));
    $failed = Service::faulty('503');
    Suite::throws(ServerException::class, static fn () => $simulate($failed, Outcome::Underpaid));
    Suite::same(1, count(Service::requests($failed)));
    $refused = Service::faulty('429w0');
    Suite::same('paid', $simulate($refused, Outcome::Paid)->status);
    Suite::same(2, count(Service::requests($refused)));
});
Suite::test('a second call on one client, lost, is not repeated behind its back', static function (): void {
    $faulty = Service::faulty('ok.lost');
    $till = Service::client(baseUrl: $faulty, maxRetries: 0);
    $id = $till->intents->create(1)->id;
    Suite::throws(ConnectionException::class, static fn () => $till->sandbox->simulate($id, Outcome::Underpaid));
    Suite::same(2, count(Service::requests($faulty)));
});
Suite::test('it ends after three retries, and after as many as were set', static function (): void {
    foreach ([[[], 4], [['maxRetries' => 0], 1], [['maxRetries' => 1], 2]] as [$settings, $attempts]) {
        $faulty = Service::faulty('500.500.500.500.500');
        $till = Service::client(...$settings + ['baseUrl' => $faulty]);
        Suite::throws(ServerException::class, static fn () => $till->intents->get('x'), 'api_error');
        Suite::same($attempts, count(Service::requests($faulty)));
    }
});
Suite::test('Retry-After is waited for, as seconds and as a date', static function (): void {
    $faulty = Service::faulty('429');
    Service::client(baseUrl: $faulty)->sandbox->createDemo();
    [$first, $second] = Service::requests($faulty);
    Suite::true($second['atMs'] - $first['atMs'] >= 990, 'waited a second');
    $dates = ['Date' => 'Sun, 01 Mar 2026 12:00:00 GMT', 'Retry-After' => 'Sun, 01 Mar 2026 12:00:01 GMT'];
    $server = Server::answering(503, $dates, '');
    $get = static fn () => Service::client(baseUrl: $server->url, maxRetries: 1)->intents->get('x');
    Suite::same(1, Suite::throws(ServerException::class, $get)->retryAfterSeconds);
    [$first, $second] = $server->requests();
    Suite::true($second - $first >= 990_000_000, 'waited a second');
});
Suite::test('a Retry-After beyond half a minute is the caller\'s to wait for', static function (): void {
    $faulty = Service::faulty('429w31');
    $sales = static fn () => Service::client(baseUrl: $faulty)->reports->sales();
    Suite::same(31, Suite::throws(RateLimitException::class, $sales, 'rate_limited')->retryAfterSeconds);
    Suite::same(1, count(Service::requests($faulty)));
});
Suite::test('a 4xx is asked once', static function (): void {
    $faulty = Service::faulty('ok');
    $till = Service::client(baseUrl: $faulty);
    Suite::throws(InvalidRequestException::class, static fn () => $till->intents->get('no uuid'));
    Suite::same(1, count(Service::requests($faulty)));
});
Suite::test('a redirect is not followed', static function (): void {
    $faulty = Service::faulty('redirect');
    $sales = static fn () => Service::client(baseUrl: $faulty)->reports->sales();
    Suite::throws(ApiException::class, $sales, 'unexpected_answer');
    Suite::same(1, count(Service::requests($faulty)));
    $elsewhere = Server::answering(200, [], '{}');
    $server = Server::answering(307, ['Location' => "{$elsewhere->url}/"], '');
    $create = static fn () => Service::client(baseUrl: $server->url)->intents->create(1);
    Suite::same(307, Suite::throws(ApiException::class, $create, 'unexpected_answer')->status);
    Suite::same([1, 0], [count($server->requests()), count($elsewhere->requests())]);
});
Suite::test('a slow service is waited for within the time', static function (): void {
    $faulty = Service::faulty('slow800');
    Suite::same('pending', Service::client(baseUrl: $faulty)->intents->create(1)->status);
    Suite::same(1, count(Service::requests($faulty)));
});
Suite::test('a service slower than the time is asked again, and there is one intent', static function (): void {
    $faulty = Service::faulty('slow1500');
    $intent = Service::client(baseUrl: $faulty, timeoutSeconds: 0.5)->intents->create(1);
    $key = Service::requests($faulty)[0]['headers']['idempotency-key'];
    Suite::same($intent->id, Service::client()->intents->create(1, idempotencyKey: $key)->id);
});
Suite::test('a service that never answers is no answer', static function (): void {
    $till = Service::client(baseUrl: Service::faulty('hang.hang'), timeoutSeconds: 0.2, maxRetries: 1);
    $e = Suite::throws(ConnectionException::class, static fn () => $till->intents->get('x'), 'connection_failed');
    Suite::true(str_contains($e->getMessage(), '0.2 s'), $e->getMessage());
    Suite::same([null, null, null], [$e->status, $e->requestId, $e->retryAfterSeconds]);
});
