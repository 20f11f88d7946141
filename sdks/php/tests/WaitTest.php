<?php

declare(strict_types=1);

namespace Till\Tests;

use Closure;
use DomainException;
use Till\Exception\ApiException;
use Till\Exception\CancelledException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\ServerException;
use Till\Exception\TillException;
use Till\Exception\WaitTimeoutException;
use Till\Outcome;

final class WaitTest extends TestCase
{
    private const ID = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';

    /** @return array<string, array{Outcome, string}> */
    public static function ends(): array
    {
        return ['paid' => [Outcome::Paid, 'paid'], 'expired' => [Outcome::Expired, 'expired']];
    }

    /** @dataProvider ends */
    public function testWaitGivesTheIntentAsItEndedAtTheNextLook(Outcome $outcome, string $end): void
    {
        $till = Service::client();
        $id = $till->intents()->create(1)->id;
        $idle = static fn () => null;
        $pay = self::meanwhile($idle, $idle, static fn () => $till->sandbox()->simulate($id, $outcome));
        self::assertSame($end, $till->intents()->wait($id, intervalSeconds: 0.05, cancelled: $pay)->status);
    }

    public function testWaitLooksAtOnceThenEveryTwoSeconds(): void
    {
        $later = gmdate('Y-m-d\TH:i:s\Z', time() + 60);
        $pending = self::status('pending', $later);
        $server = Server::answering(200, [], [$pending, $pending, self::status('paid')]);
        $till = Service::client(baseUrl: $server->url);
        self::assertSame('paid', $till->intents()->wait(self::ID)->status);
        [$first, $second, $third] = $server->requests();
        self::assertTrue($second - $first >= 1_990_000_000 && $third - $second >= 1_990_000_000, 'every two seconds');
        // it is paid by now: a wait that began with a pause would time out
        self::assertSame('paid', $till->intents()->wait(self::ID, intervalSeconds: 600)->status);
    }

    public function testWaitOutlastsLostAnswersErrorsOfTheServiceAndLimits(): void
    {
        $faulty = Service::faulty('drop.500.html502.429w0.lost.hang');
        $till = Service::client();
        $id = $till->intents()->create(1)->id;
        $till->sandbox()->simulate($id);
        $patient = Service::client(baseUrl: $faulty, timeoutSeconds: 5);
        self::assertSame('paid', $patient->intents()->wait($id, intervalSeconds: 0.02)->status);
        self::assertCount(7, Service::requests($faulty));
    }

    public function testWaitOutlastsAServiceThatIsStoppedAndStartedAgain(): void
    {
        $till = Service::client();
        $id = $till->intents()->create(1)->id;
        $idle = static fn () => null;
        $restart = self::meanwhile(
            ...array_fill(0, 4, $idle),
            ...[static fn () => Service::control('stop')],
            ...array_fill(0, 4, $idle),
            ...[static fn () => self::throws(
                ConnectionException::class,
                static fn () => Service::client(maxRetries: 0)->intents()->get($id),
            )],
            ...[static fn () => Service::control('start')],
            ...[static fn () => $till->sandbox()->simulate($id)],
        );
        self::assertSame('paid', $till->intents()->wait($id, intervalSeconds: 0.02, cancelled: $restart)->status);
    }

    public function testACreateBegunWhileTheServiceIsAwayEndsWithOneIntentOnceItIsBack(): void
    {
        Service::control('stop');
        $post = 'file_get_contents($argv[1], false, stream_context_create(["http" => ["method" => "POST"]]));';
        $start = proc_open([PHP_BINARY, '-r', $post, '--', Service::given('CONTROL_URL') . '/start'], [], $pipes);
        $key = 'restart ' . bin2hex(random_bytes(4));
        $intent = Service::client(maxRetries: 20)->intents()->create(1, idempotencyKey: $key);
        proc_close($start);
        self::assertSame($intent->id, Service::client()->intents()->create(1, idempotencyKey: $key)->id);
    }

    public function testWaitEndsAtItsDeadlineNotBeforeWithWhatItSawLast(): void
    {
        $till = Service::client();
        $id = $till->intents()->create(1)->id;
        $wait = static fn () => $till->intents()->wait($id, timeoutSeconds: 5, intervalSeconds: 0.25);
        $took = self::seconds(static function () use ($wait, $id): void {
            $e = self::throws(WaitTimeoutException::class, $wait, 'wait_timeout');
            self::assertSame([$id, 'pending'], [$e->intent?->id, $e->intent?->status]);
        });
        self::assertTrue($took >= 5, "took $took s");
    }

    public function testWaitEndsAtItsDeadlineAlsoWhileNobodyAnswersAndSaysSo(): void
    {
        $till = Service::client(baseUrl: Service::faulty('drop.hang.hang.hang'));
        $wait = static fn () => $till->intents()->wait(self::ID, timeoutSeconds: 0.4, intervalSeconds: 0.05);
        $e = self::throws(WaitTimeoutException::class, $wait, 'wait_timeout');
        self::assertNull($e->intent);
        $previous = $e->getPrevious();
        self::assertSame('connection_failed', $previous instanceof TillException ? $previous->errorCode : null);
    }

    public function testAPollThatTheDeadlineCutsOffHidesNoEarlierError(): void
    {
        $till = Service::client(baseUrl: Service::faulty('503.hang'));
        $wait = static fn () => $till->intents()->wait(self::ID, timeoutSeconds: 5, intervalSeconds: 0.05);
        $e = self::throws(WaitTimeoutException::class, $wait, 'wait_timeout');
        self::assertInstanceOf(ServerException::class, $e->getPrevious());
    }

    public function testWithoutADeadlineWaitEndsTwoMinutesAfterTheExpiryByTheServicesClock(): void
    {
        $server = Server::answering(
            200,
            ['Date' => 'Wed, 01 Jan 2020 00:00:00 GMT'],
            self::status('pending', '2019-12-31T23:55:01.000Z'),
        );
        $wait = static fn () => Service::client(baseUrl: $server->url)->intents()->wait(self::ID, intervalSeconds: 0.1);
        $took = self::seconds(static fn () => self::throws(WaitTimeoutException::class, $wait));
        self::assertTrue($took >= 0.99, "took $took s");
        // one second has room for eleven looks, five minutes have room for a thousand
        self::assertLessThanOrEqual(20, count($server->requests()));
    }

    public function testAnyOtherErrorEndsTheWaiting(): void
    {
        $till = Service::client();
        self::throws(NotFoundException::class, static fn () => $till->intents()->wait(self::ID), 'not_found');
        self::throws(InvalidRequestException::class, static fn () => $till->intents()->wait('no uuid'), 'invalid_id');
        $redirected = Service::client(baseUrl: Service::faulty('redirect'));
        self::throws(ApiException::class, static fn () => $redirected->intents()->wait(self::ID), 'unexpected_answer');
    }

    public function testWaitIsCancelledWhileItLooksAndBetweenTwoLooksAndThatIsNoneOfTheLibrarysErrors(): void
    {
        self::assertFalse(is_subclass_of(CancelledException::class, TillException::class), 'no error of the library');
        $id = Service::client()->intents()->create(1)->id;
        foreach (['hang', 'ok'] as $plan) {
            $faulty = Service::faulty($plan);
            $till = Service::client(baseUrl: $faulty, timeoutSeconds: 600);
            $stop = self::onceLooked($faulty);
            $wait = static fn () => $till->intents()->wait($id, intervalSeconds: 600, cancelled: $stop);
            self::throws(CancelledException::class, $wait);
            self::assertCount(1, Service::requests($faulty));
        }
    }

    public function testWhatCancelledThrowsComesThroughWhileWaitLooksAndBetweenTwoLooks(): void
    {
        $id = Service::client()->intents()->create(1)->id;
        foreach (['hang', 'ok'] as $plan) {
            $faulty = Service::faulty($plan);
            $till = Service::client(baseUrl: $faulty, timeoutSeconds: 600);
            $isEnough = self::onceLooked($faulty);
            $stop = static fn (): bool => $isEnough() ? throw new DomainException('enough') : false;
            $wait = static fn () => $till->intents()->wait($id, intervalSeconds: 600, cancelled: $stop);
            self::assertSame('enough', self::throws(DomainException::class, $wait)->getMessage());
        }
    }

    public function testAStatusThatIsNotKnownYetIsAnEnd(): void
    {
        $server = Server::answering(200, [], self::status('refunded'));
        self::assertSame('refunded', Service::client(baseUrl: $server->url)->intents()->wait(self::ID)->status);
    }

    public function testNoTimeAndNoPauseAreRefusedAtOnce(): void
    {
        $intents = Service::client(baseUrl: 'http://127.0.0.1:1')->intents();
        self::throws(ConfigurationException::class, static fn () => $intents->wait(self::ID, timeoutSeconds: 0));
        self::throws(ConfigurationException::class, static fn () => $intents->wait(self::ID, intervalSeconds: -1));
    }

    private static function status(string $status, string $expiresAt = '2026-03-01T12:30:00.000Z'): string
    {
        return json_encode([
            'id' => self::ID, 'amount_usdt' => 1, 'status' => $status, 'environment' => 'sandbox', 'livemode' => false,
            'expires_at' => $expiresAt,
        ], JSON_THROW_ON_ERROR);
    }

    private static function seconds(Closure $call): float
    {
        $start = hrtime(true);
        $call();

        return (hrtime(true) - $start) / 1e9;
    }

    /**
     * Is true once the first look has arrived, and not before it is over if it is answered soon.
     *
     * @return Closure(): bool
     */
    private static function onceLooked(string $faulty): Closure
    {
        $until = hrtime(true) + 300_000_000;

        return static fn (): bool => hrtime(true) > $until && Service::requests($faulty) !== [];
    }

    /** Does something once, between two looks of the waiting. */
    private static function meanwhile(Closure ...$steps): Closure
    {
        return static function () use (&$steps): bool {
            (array_shift($steps) ?? static fn () => null)();

            return false;
        };
    }
}
