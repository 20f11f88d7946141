<?php

declare(strict_types=1);

use Till\Exception\ApiException;
use Till\Exception\AuthenticationException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\TillException;
use Till\Exception\WaitTimeoutException;
use Till\Tests\Server;
use Till\Tests\Service;
use Till\Tests\Suite;

const ID = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';
$vectors = Service::vectors('errors');
$classOf = static fn (string $name): string => "Till\\Exception\\{$name}Exception";

foreach ($vectors['answers'] as $one) {
    Suite::test("an answer becomes its error: {$one['name']}", static function () use ($classOf, $one): void {
        $server = Server::answering($one['status'], $one['headers'], $one['body']);
        $get = static fn () => Service::client(baseUrl: $server->url, maxRetries: 1)->intents->get(ID);
        $e = Suite::throws($classOf($one['error']['class']), $get);
        Suite::same(
            [$one['error']['code'], $one['error']['status'], $one['error']['requestId']],
            [$e->errorCode, $e->status, $e->requestId],
        );
        Suite::same($one['error']['retryAfterSeconds'], $e->retryAfterSeconds);
        Suite::true($one['error']['message'] === null
            ? strlen($e->getMessage()) > 20
            : $one['error']['message'] === $e->getMessage(), $e->getMessage());
        Suite::same($one['retried'] ? 2 : 1, count($server->requests()));
    });
}
foreach ($vectors['codes'] as $one) {
    Suite::test("the class of {$one['code']}", static function () use ($classOf, $one): void {
        // no answer of the API has the webhooks' code, so in one it would go by its status
        $class = $one['class'] === 'WebhookVerification' ? 'Authentication' : $one['class'];
        $body = json_encode(['error' => 'No.', 'code' => $one['code']], JSON_THROW_ON_ERROR);
        $server = Server::answering($one['status'], [], $body);
        $sales = static fn () => Service::client(baseUrl: $server->url, maxRetries: 1)->reports->sales();
        Suite::throws($classOf($class), $sales, $one['code']);
        Suite::same($one['retried'] ? 2 : 1, count($server->requests()));
    });
}
Suite::test('the library\'s own codes have their classes', static function () use ($classOf, $vectors): void {
    $till = Service::client(baseUrl: Service::faulty('drop.redirect'), maxRetries: 0);
    $made = [
        'connection_failed' => Suite::throws(ConnectionException::class, static fn () => $till->intents->get(ID)),
        'unexpected_answer' => Suite::throws(ApiException::class, static fn () => $till->intents->get(ID)),
        'wait_timeout' => new WaitTimeoutException(null),
        'invalid_configuration' => new ConfigurationException('Wrong.'),
    ];
    foreach ($vectors['library'] as ['code' => $code, 'class' => $class]) {
        $e = $made[$code];
        Suite::same([$code, $classOf($class)], [$e->errorCode, $e::class]);
        Suite::same($code === 'unexpected_answer' ? 302 : null, $e->status);
    }
});
Suite::test('an error lists code, status, request id, message, pause', static function (): void {
    $parameters = (new ReflectionMethod(TillException::class, '__construct'))->getParameters();
    $names = array_map(static fn (ReflectionParameter $one): string => $one->name, $parameters);
    $members = ['errorCode', 'status', 'requestId', 'message', 'retryAfterSeconds'];
    Suite::same($members, array_slice($names, 0, 5));
});
Suite::test('the running service\'s refusals are typed, with its request id', static function (): void {
    $till = Service::client();
    $e = Suite::throws(NotFoundException::class, static fn () => $till->intents->cancel(ID), 'not_found');
    Suite::same(1, preg_match('/^[0-9a-f-]{36}$/', (string) $e->requestId));
    Suite::throws(InvalidRequestException::class, static fn () => $till->intents->get('no uuid'), 'invalid_id');
    Suite::throws(InvalidRequestException::class, static fn () => $till->reports->sales('never'), 'invalid_period');
    $stranger = Service::client(apiKey: 'svc_test_00000000000000000000000000000000000000');
    Suite::throws(AuthenticationException::class, static fn () => $stranger->intents->create(1), 'invalid_api_key');
});
Suite::test('an idempotency key that cannot be sent is refused before anything is', static function (): void {
    $till = Service::client(baseUrl: 'http://127.0.0.1:1');
    foreach (['', str_repeat('x', 256), "a\n", 'ü', "a\0"] as $key) {
        $create = static fn () => $till->intents->create(1, idempotencyKey: $key);
        $e = Suite::throws(InvalidRequestException::class, $create, 'invalid_idempotency_key');
        Suite::same(null, $e->status);
    }
});
Suite::test('text that is not UTF-8 is refused before anything is sent', static function (): void {
    $till = Service::client(baseUrl: 'http://127.0.0.1:1');
    $create = static fn () => $till->intents->create(1, reference: "\xff");
    Suite::throws(InvalidRequestException::class, $create, 'invalid_request');
});
$key = 'svc_test_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab';
$wrong = [
    'no key' => ['', 'http://x'],
    'a variable that is not set' => [false, 'http://x'],
    'nothing' => [null, 'http://x'],
    'a webhook secret as key' => ['whsec_AAECAwQF', 'http://x'],
    'a prefix alone' => ['svc_test_', 'http://x'],
    'a space before the key' => [" $key", 'http://x'],
    'a line break after the key' => ["$key\n", 'http://x'],
    'no address' => [$key, ''],
    'an address that is not set' => [$key, false],
    'another scheme' => [$key, 'ftp://x'],
    'no scheme' => [$key, 'pay.example.com'],
    'no host' => [$key, 'http://:80'],
    'a user name' => [$key, 'http://me@x'],
    'a password' => [$key, 'http://me:secret@x/api/v1'],
    'a query' => [$key, 'http://x?a=1'],
    'a fragment' => [$key, 'http://x/#a'],
    'a line break in the address' => [$key, "http://x\n"],
    'no time' => [$key, 'http://x', 0.0],
    'a time that is no number' => [$key, 'http://x', NAN],
    'retries below nothing' => [$key, 'http://x', 1.0, -1],
];
foreach ($wrong as $name => $arguments) {
    Suite::test("refused at once: $name", static function () use ($arguments): void {
        $e = Suite::throws(ConfigurationException::class, static fn () => new Till\Till(...$arguments));
        Suite::same(['invalid_configuration', null], [$e->errorCode, $e->status]);
        Suite::same(0, preg_match('/AbCdEf|:secret/', $e->getMessage()));
    });
}
Suite::test('the key\'s prefix gives the environment', static function () use ($key): void {
    $till = new Till\Till($key, 'https://pay.example.com');
    Suite::same(['sandbox', false], [$till->environment, $till->livemode]);
    $till = new Till\Till(strtr($key, ['test' => 'live']), 'https://pay.example.com');
    Suite::same(['live', true], [$till->environment, $till->livemode]);
});
