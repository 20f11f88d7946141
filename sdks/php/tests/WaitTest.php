<?php

declare(strict_types=1);

use Till\Exception\ApiException;
use Till\Exception\CancelledException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\TillException;
use Till\Exception\WaitTimeoutException;
use Till\Outcome;
use Till\Tests\Server;
use Till\Tests\Service;
use Till\Tests\Suite;

const ID = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';

$status = static fn (string $status, string $expiresAt = '2026-03-01T12:30:00.000Z'): string => json_encode([
    'id' => ID, 'amount_usdt' => 1, 'status' => $status, 'environment' => 'sandbox', 'livemode' => false,
    'expires_at' => $expiresAt,
], JSON_THROW_ON_ERROR);
$seconds = static function (Closure $call): float {
    $start = hrtime(true);
    $call();

    return (hrtime(true) - $start) / 1e9;
};
/** Does something once, between two looks of the waiting. */
$meanwhile = static function (Closure ...$steps): Closure {
    return static function () use (&$steps): bool {
        (array_shift($steps) ?? static fn () => null)();

        return false;
    };
};

foreach ([[Outcome::Paid, 'paid'], [Outcome::Expired, 'expired']] as [$outcome, $end]) {
    $sees = static function () use ($outcome, $end, $meanwhile): void {
        $till = Service::client();
        $id = $till->intents->create(1)->id;
        $idle = static fn () => null;
        $pay = $meanwhile($idle, $idle, static fn () => $till->sandbox->simulate($id, $outcome));
        Suite::same($end, $till->intents->wait($id, intervalSeconds: 0.05, cancelled: $pay)->status);
    };
    Suite::test("wait gives the intent that is $end, at the next look", $sees);
}
Suite::test('wait looks at once, then every two seconds', static function () use ($status): void {
    $later = gmdate('Y-m-d\TH:i:s\Z', time() + 60);
    $server = Server::answering(200, [], [$status('pending', $later), $status('pending', $later), $status('paid')]);
    $start = hrtime(true);
    Suite::same('paid', Service::client(baseUrl: $server->url)->intents->wait(ID)->status);
    [$first, $second, $third] = $server->requests();
    Suite::true($first - $start < 1_500_000_000, 'at once');
    Suite::true($second - $first >= 1_990_000_000 && $third - $second >= 1_990_000_000, 'every two seconds');
});
Suite::test('wait outlasts lost answers, errors of the service and limits', static function (): void {
    $faulty = Service::faulty('drop.500.html502.429w0.lost.hang');
    $till = Service::client();
    $id = $till->intents->create(1)->id;
    $till->sandbox->simulate($id);
    $patient = Service::client(baseUrl: $faulty, timeoutSeconds: 0.3);
    Suite::same('paid', $patient->intents->wait($id, intervalSeconds: 0.02)->status);
    Suite::same(7, count(Service::requests($faulty)));
});
Suite::test('wait outlasts a service that is stopped and started again', static function () use ($meanwhile): void {
    $till = Service::client();
    $id = $till->intents->create(1)->id;
    $idle = static fn () => null;
    $restart = $meanwhile(
        ...array_fill(0, 4, $idle),
        ...[static fn () => Service::control('stop')],
        ...array_fill(0, 4, $idle),
        ...[static fn () => Suite::throws(
            ConnectionException::class,
            static fn () => Service::client(maxRetries: 0)->intents->get($id),
        )],
        ...[static fn () => Service::control('start')],
        ...[static fn () => $till->sandbox->simulate($id)],
    );
    Suite::same('paid', $till->intents->wait($id, intervalSeconds: 0.02, cancelled: $restart)->status);
});
Suite::test('a create begun while the service is away ends with one intent once it is back', static function (): void {
    Service::control('stop');
    $post = 'file_get_contents($argv[1], false, stream_context_create(["http" => ["method" => "POST"]]));';
    $start = proc_open([PHP_BINARY, '-r', $post, '--', Service::given('CONTROL_URL') . '/start'], [], $pipes);
    $key = 'restart ' . bin2hex(random_bytes(4));
    $intent = Service::client(maxRetries: 20)->intents->create(1, idempotencyKey: $key);
    proc_close($start);
    Suite::same($intent->id, Service::client()->intents->create(1, idempotencyKey: $key)->id);
});
Suite::test('wait ends at its deadline, not before, with what it saw last', static function () use ($seconds): void {
    $till = Service::client();
    $id = $till->intents->create(1)->id;
    $wait = static fn () => $till->intents->wait($id, timeoutSeconds: 0.6, intervalSeconds: 0.25);
    $took = $seconds(static function () use ($wait, $id): void {
        $e = Suite::throws(WaitTimeoutException::class, $wait, 'wait_timeout');
        Suite::same([$id, 'pending'], [$e->intent?->id, $e->intent?->status]);
    });
    Suite::true($took >= 0.6, "took $took s");
});
Suite::test('wait ends at its deadline also while nobody answers, and says so', static function (): void {
    $till = Service::client(baseUrl: Service::faulty('drop.hang.hang.hang'));
    $wait = static fn () => $till->intents->wait(ID, timeoutSeconds: 0.4, intervalSeconds: 0.05);
    $e = Suite::throws(WaitTimeoutException::class, $wait, 'wait_timeout');
    Suite::same(null, $e->intent);
    $previous = $e->getPrevious();
    Suite::same('connection_failed', $previous instanceof TillException ? $previous->errorCode : null);
});
$name = 'without a deadline wait ends two minutes after the expiry, by the service\'s clock';
Suite::test($name, static function () use ($status, $seconds): void {
    $server = Server::answering(
        200,
        ['Date' => 'Wed, 01 Jan 2020 00:00:00 GMT'],
        $status('pending', '2019-12-31T23:58:01.000Z'),
    );
    $wait = static fn () => Service::client(baseUrl: $server->url)->intents->wait(ID, intervalSeconds: 0.1);
    $took = $seconds(static fn () => Suite::throws(WaitTimeoutException::class, $wait));
    Suite::true($took >= 0.99, "took $took s");
});
Suite::test('any other error ends the waiting', static function (): void {
    $till = Service::client();
    Suite::throws(NotFoundException::class, static fn () => $till->intents->wait(ID), 'not_found');
    Suite::throws(InvalidRequestException::class, static fn () => $till->intents->wait('no uuid'), 'invalid_id');
    $redirected = Service::client(baseUrl: Service::faulty('redirect'));
    Suite::throws(ApiException::class, static fn () => $redirected->intents->wait(ID), 'unexpected_answer');
});
$name = 'wait is cancelled while it looks and between two looks, and that is none of the library\'s errors';
Suite::test($name, static function () use ($seconds): void {
    Suite::true(!is_subclass_of(CancelledException::class, TillException::class), 'no error of the library');
    $id = Service::client()->intents->create(1)->id;
    foreach (['hang', 'ok'] as $plan) {
        $until = hrtime(true) + 300_000_000;
        $till = Service::client(baseUrl: Service::faulty($plan), timeoutSeconds: 60);
        $wait = static fn () => $till->intents->wait(
            $id,
            intervalSeconds: 60,
            cancelled: static fn (): bool => hrtime(true) > $until,
        );
        $took = $seconds(static fn () => Suite::throws(CancelledException::class, $wait));
        Suite::true($took >= 0.29, "took $took s");
    }
});
Suite::test('what `cancelled` throws comes through, while wait looks and between two looks', static function (): void {
    $id = Service::client()->intents->create(1)->id;
    foreach (['hang', 'ok'] as $plan) {
        $till = Service::client(baseUrl: Service::faulty($plan), timeoutSeconds: 60);
        $until = hrtime(true) + 200_000_000;
        $stop = static fn (): bool => hrtime(true) > $until ? throw new DomainException('enough') : false;
        $wait = static fn () => $till->intents->wait($id, intervalSeconds: 60, cancelled: $stop);
        Suite::same('enough', Suite::throws(DomainException::class, $wait)->getMessage());
    }
});
Suite::test('a status that is not known yet is an end', static function () use ($status): void {
    $server = Server::answering(200, [], $status('refunded'));
    Suite::same('refunded', Service::client(baseUrl: $server->url)->intents->wait(ID)->status);
});
Suite::test('no time and no pause are refused at once', static function (): void {
    $intents = Service::client(baseUrl: 'http://127.0.0.1:1')->intents;
    Suite::throws(ConfigurationException::class, static fn () => $intents->wait(ID, timeoutSeconds: 0));
    Suite::throws(ConfigurationException::class, static fn () => $intents->wait(ID, intervalSeconds: -1));
});
