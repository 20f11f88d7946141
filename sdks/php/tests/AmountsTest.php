<?php

declare(strict_types=1);

use Till\Exception\ApiException;
use Till\Exception\InvalidAmountException;
use Till\Tests\Server;
use Till\Tests\Service;
use Till\Tests\Suite;

$vectors = Service::vectors('amounts');

/** The body of a create, as the service gets it. */
$sent = static function (mixed ...$arguments): string {
    $faulty = Service::faulty('ok');
    Service::client(baseUrl: $faulty)->intents->create(...$arguments);

    return Service::requests($faulty)[0]['body'];
};
$refused = static fn (mixed ...$arguments) => Suite::throws(
    InvalidAmountException::class,
    // nobody listens there: had it been sent, the error would be another one
    static fn () => Service::client(baseUrl: 'http://127.0.0.1:1', maxRetries: 0)->intents->create(...$arguments),
    'invalid_amount',
);

foreach ($vectors['taken'] as $one) {
    Suite::test("taken as text: {$one['name']}", static function () use ($sent, $one): void {
        Suite::same('{"amount_usdt":' . $one['json'] . '}', $sent($one['usdt']));
    });
}
foreach ($vectors['refused'] as $one) {
    Suite::test("refused as text: {$one['name']}", static function () use ($refused, $one): void {
        Suite::same(null, $refused($one['usdt'])->status);
    });
}
foreach ($vectors['micros']['taken'] as $one) {
    Suite::test("taken as micro-USDT: {$one['micros']}", static function () use ($sent, $one): void {
        Suite::same('{"amount_usdt":' . $one['json'] . '}', $sent(amountMicros: (int) $one['micros']));
    });
}
foreach ($vectors['micros']['refused'] as $micros) {
    Suite::test("refused as micro-USDT: $micros", static function () use ($refused, $micros): void {
        // what does not fit into an int is a float to PHP
        $refused(amountMicros: +$micros);
    });
}
$numbers = array_column($vectors['numbers']['taken'], 'number');
foreach ([...$numbers, ...$vectors['numbers']['refused'], INF, NAN] as $number) {
    $name = 'a float is never taken: ' . var_export((float) $number, true);
    Suite::test($name, static function () use ($refused, $number): void {
        $refused((float) $number);
        $refused(amountMicros: (float) $number);
    });
}
Suite::test('a caller without strict types cannot have a float made into text', static function (): void {
    $script = Server::file();
    file_put_contents($script, '<?php require ' . var_export(dirname(__DIR__) . '/autoload.php', true) . ';
        $till = new Till\Till("svc_test_abc", "http://127.0.0.1:1", maxRetries: 0);
        foreach ([[0.1 + 0.2], [12.5], ["amountMicros" => 1.5], ["amountMicros" => "7"]] as $arguments) {
            try {
                $till->intents->create(...$arguments);
            } catch (Till\Exception\TillException $e) {
                echo $e->errorCode, " ";
            }
        }');
    $printed = shell_exec(escapeshellarg(PHP_BINARY) . ' ' . escapeshellarg($script));
    Suite::same(str_repeat('invalid_amount ', 4), $printed);
});
Suite::test('whole USDT are taken as an int', static function () use ($sent, $refused): void {
    Suite::same('{"amount_usdt":12}', $sent(12));
    Suite::same('{"amount_usdt":999999999}', $sent(999_999_999));
    foreach ([0, -1, 1_000_000_000, PHP_INT_MAX, PHP_INT_MIN] as $usdt) {
        $refused($usdt);
    }
});
Suite::test('one spelling of the amount is wanted, not none and not two', static function () use ($refused): void {
    $refused();
    $refused('1', amountMicros: 1_000_000);
});

$answer = static fn (string $amount): string => '{"id":"7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11","amount_usdt":' . $amount
    . ',"status":"paid","environment":"sandbox","livemode":false,"expires_at":"2026-03-01T12:30:00.000Z"}';
foreach ($vectors['answers']['taken'] as $one) {
    Suite::test("read from an answer: {$one['json']}", static function () use ($answer, $one): void {
        $server = Server::answering(200, [], $answer($one['json']));
        $intent = Service::client(baseUrl: $server->url)->intents->get('x');
        Suite::same([$one['usdt'], (int) $one['micros']], [$intent->amountUsdt, $intent->amountMicros]);
    });
}
foreach ([...$vectors['answers']['refused'], '"12.5"', 'null', '9223372036854.775808', '1e99999999999'] as $json) {
    Suite::test("not understood in an answer: $json", static function () use ($answer, $json): void {
        $server = Server::answering(200, [], $answer($json));
        $get = static fn () => Service::client(baseUrl: $server->url)->intents->get('x');
        Suite::throws(ApiException::class, $get, 'unexpected_answer');
    });
}
