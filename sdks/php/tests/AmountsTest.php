<?php

declare(strict_types=1);

namespace Till\Tests;

use Till\Exception\ApiException;
use Till\Exception\InvalidAmountException;

final class AmountsTest extends TestCase
{
    /** @return iterable<string, list<string>> */
    public static function texts(): iterable
    {
        foreach (Service::vectors('amounts')['taken'] as $one) {
            yield $one['name'] => [$one['usdt'], $one['json']];
        }
    }

    /** @dataProvider texts */
    public function testTextIsTaken(string $usdt, string $json): void
    {
        self::assertSame('{"amount_usdt":' . $json . '}', self::sent($usdt));
    }

    /** @return iterable<string, list<string>> */
    public static function wrongTexts(): iterable
    {
        foreach (Service::vectors('amounts')['refused'] as $one) {
            yield $one['name'] => [$one['usdt']];
        }
    }

    /** @dataProvider wrongTexts */
    public function testTextIsRefused(string $usdt): void
    {
        self::assertNull(self::refused($usdt)->status);
    }

    /** @return iterable<string, list<string>> */
    public static function micros(): iterable
    {
        foreach (Service::vectors('amounts')['micros']['taken'] as $one) {
            yield $one['micros'] => [$one['micros'], $one['json']];
        }
    }

    /** @dataProvider micros */
    public function testMicrosAreTaken(string $micros, string $json): void
    {
        self::assertSame('{"amount_usdt":' . $json . '}', self::sent(amountMicros: (int) $micros));
    }

    /** @return iterable<string, list<string>> */
    public static function wrongMicros(): iterable
    {
        foreach (Service::vectors('amounts')['micros']['refused'] as $micros) {
            yield $micros => [$micros];
        }
    }

    /** @dataProvider wrongMicros */
    public function testMicrosAreRefused(string $micros): void
    {
        // what does not fit into an int is a float to PHP
        self::refused(amountMicros: +$micros);
    }

    /** @return iterable<string, list<float>> */
    public static function floats(): iterable
    {
        $numbers = Service::vectors('amounts')['numbers'];
        foreach ([...array_column($numbers['taken'], 'number'), ...$numbers['refused'], INF, NAN] as $number) {
            yield var_export((float) $number, true) => [(float) $number];
        }
    }

    /** @dataProvider floats */
    public function testAFloatIsNeverTaken(float $number): void
    {
        self::refused($number);
        self::refused(amountMicros: $number);
    }

    public function testACallerWithoutStrictTypesCannotHaveAFloatMadeIntoText(): void
    {
        $script = Server::file();
        file_put_contents($script, '<?php require ' . var_export(dirname(__DIR__) . '/autoload.php', true) . ';
            $till = new Till\Till("svc_test_abc", "http://127.0.0.1:1", maxRetries: 0);
            foreach ([[0.1 + 0.2], [12.5], ["amountMicros" => 1.5], ["amountMicros" => "7"]] as $arguments) {
                try {
                    $till->intents()->create(...$arguments);
                } catch (Till\Exception\TillException $e) {
                    echo $e->errorCode, " ";
                }
            }');
        $printed = shell_exec(escapeshellarg(PHP_BINARY) . ' ' . escapeshellarg($script));
        self::assertSame(str_repeat('invalid_amount ', 4), $printed);
    }

    public function testWholeUSDTAreTakenAsAnInt(): void
    {
        self::assertSame('{"amount_usdt":12}', self::sent(12));
        self::assertSame('{"amount_usdt":999999999}', self::sent(999_999_999));
        foreach ([0, -1, 1_000_000_000, PHP_INT_MAX, PHP_INT_MIN] as $usdt) {
            self::refused($usdt);
        }
    }

    public function testOneSpellingOfTheAmountIsWantedNotNoneAndNotTwo(): void
    {
        self::refused();
        self::refused('1', amountMicros: 1_000_000);
    }

    /** @return iterable<string, list<string>> */
    public static function answers(): iterable
    {
        foreach (Service::vectors('amounts')['answers']['taken'] as $one) {
            yield $one['json'] => [$one['json'], $one['usdt'], $one['micros']];
        }
    }

    /** @dataProvider answers */
    public function testAnAnswersAmountIsRead(string $json, string $usdt, string $micros): void
    {
        $server = Server::answering(200, [], self::answer($json));
        $intent = Service::client(baseUrl: $server->url)->intents()->get('x');
        self::assertSame([$usdt, (int) $micros], [$intent->amountUsdt, $intent->amountMicros]);
    }

    /** @return iterable<string, list<string>> */
    public static function wrongAnswers(): iterable
    {
        $refused = Service::vectors('amounts')['answers']['refused'];
        foreach ([...$refused, '"12.5"', 'null', '9223372036854.775808', '1e99999999999'] as $json) {
            yield $json => [$json];
        }
    }

    /** @dataProvider wrongAnswers */
    public function testAnAnswersAmountIsNotUnderstood(string $json): void
    {
        $server = Server::answering(200, [], self::answer($json));
        $get = static fn () => Service::client(baseUrl: $server->url)->intents()->get('x');
        self::throws(ApiException::class, $get, 'unexpected_answer');
    }

    /** The body of a create, as the service gets it. */
    private static function sent(mixed ...$arguments): string
    {
        $faulty = Service::faulty('ok');
        Service::client(baseUrl: $faulty)->intents()->create(...$arguments);

        return Service::requests($faulty)[0]['body'];
    }

    private static function refused(mixed ...$arguments): InvalidAmountException
    {
        // nobody listens there: had it been sent, the error would be another one
        $till = Service::client(baseUrl: 'http://127.0.0.1:1', maxRetries: 0);

        return self::throws(
            InvalidAmountException::class,
            static fn () => $till->intents()->create(...$arguments),
            'invalid_amount',
        );
    }

    private static function answer(string $amount): string
    {
        return '{"id":"7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11","amount_usdt":' . $amount
            . ',"status":"paid","environment":"sandbox","livemode":false,"expires_at":"2026-03-01T12:30:00.000Z"}';
    }
}
