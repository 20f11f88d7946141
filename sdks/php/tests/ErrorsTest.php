<?php

declare(strict_types=1);

namespace Till\Tests;

use ReflectionMethod;
use ReflectionParameter;
use Till\Exception\ApiException;
use Till\Exception\AuthenticationException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\TillException;
use Till\Exception\WaitTimeoutException;
use Till\Till;

final class ErrorsTest extends TestCase
{
    private const ID = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';
    private const KEY = 'svc_test_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab';

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function answers(): iterable
    {
        foreach (Service::vectors('errors')['answers'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /**
     * @dataProvider answers
     *
     * @param array<string, mixed> $one
     */
    public function testAnAnswerBecomesItsError(array $one): void
    {
        $server = Server::answering($one['status'], $one['headers'], $one['body']);
        $get = static fn () => Service::client(baseUrl: $server->url, maxRetries: 1)->intents()->get(self::ID);
        $e = self::throws(self::classOf($one['error']['class']), $get);
        self::assertSame(
            [$one['error']['code'], $one['error']['status'], $one['error']['requestId']],
            [$e->errorCode, $e->status, $e->requestId],
        );
        self::assertSame($one['error']['retryAfterSeconds'], $e->retryAfterSeconds);
        self::assertTrue($one['error']['message'] === null
            ? strlen($e->getMessage()) > 20
            : $one['error']['message'] === $e->getMessage(), $e->getMessage());
        self::assertCount($one['retried'] ? 2 : 1, $server->requests());
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function codes(): iterable
    {
        foreach (Service::vectors('errors')['codes'] as $one) {
            yield $one['code'] => [$one];
        }
    }

    /**
     * @dataProvider codes
     *
     * @param array<string, mixed> $one
     */
    public function testTheCodeDecidesTheClass(array $one): void
    {
        // no answer of the API has the webhooks' code, so in one it would go by its status
        $class = $one['class'] === 'WebhookVerification' ? 'Authentication' : $one['class'];
        $body = json_encode(['error' => 'No.', 'code' => $one['code']], JSON_THROW_ON_ERROR);
        $server = Server::answering($one['status'], [], $body);
        $sales = static fn () => Service::client(baseUrl: $server->url, maxRetries: 1)->reports()->sales();
        self::throws(self::classOf($class), $sales, $one['code']);
        self::assertCount($one['retried'] ? 2 : 1, $server->requests());
    }

    public function testTheLibrarysOwnCodesHaveTheirClasses(): void
    {
        $till = Service::client(baseUrl: Service::faulty('drop.redirect'), maxRetries: 0);
        $get = static fn () => $till->intents()->get(self::ID);
        $made = [
            'connection_failed' => self::throws(ConnectionException::class, $get),
            'unexpected_answer' => self::throws(ApiException::class, $get),
            'wait_timeout' => new WaitTimeoutException(null),
            'invalid_configuration' => new ConfigurationException('Wrong.'),
        ];
        foreach (Service::vectors('errors')['library'] as ['code' => $code, 'class' => $class]) {
            $e = $made[$code];
            self::assertSame([$code, self::classOf($class)], [$e->errorCode, $e::class]);
            self::assertSame($code === 'unexpected_answer' ? 302 : null, $e->status);
        }
    }

    public function testAnErrorListsCodeStatusRequestIdMessagePause(): void
    {
        $parameters = (new ReflectionMethod(TillException::class, '__construct'))->getParameters();
        $names = array_map(static fn (ReflectionParameter $one): string => $one->name, $parameters);
        $members = ['errorCode', 'status', 'requestId', 'message', 'retryAfterSeconds'];
        self::assertSame($members, array_slice($names, 0, 5));
    }

    public function testTheRunningServicesRefusalsAreTypedWithItsRequestId(): void
    {
        $till = Service::client();
        $e = self::throws(NotFoundException::class, static fn () => $till->intents()->cancel(self::ID), 'not_found');
        self::assertSame(1, preg_match('/^[0-9a-f-]{36}$/', (string) $e->requestId));
        self::throws(InvalidRequestException::class, static fn () => $till->intents()->get('no uuid'), 'invalid_id');
        $never = static fn () => $till->reports()->sales('never');
        self::throws(InvalidRequestException::class, $never, 'invalid_period');
        $stranger = Service::client(apiKey: 'svc_test_00000000000000000000000000000000000000');
        $create = static fn () => $stranger->intents()->create(1);
        self::throws(AuthenticationException::class, $create, 'invalid_api_key');
    }

    public function testAnIdempotencyKeyThatCannotBeSentIsRefusedBeforeAnythingIs(): void
    {
        $till = Service::client(baseUrl: 'http://127.0.0.1:1');
        foreach (['', str_repeat('x', 256), "a\n", 'ü', "a\0"] as $key) {
            $create = static fn () => $till->intents()->create(1, idempotencyKey: $key);
            $e = self::throws(InvalidRequestException::class, $create, 'invalid_idempotency_key');
            self::assertNull($e->status);
        }
    }

    public function testTextThatIsNotUTF8IsRefusedBeforeAnythingIsSent(): void
    {
        $till = Service::client(baseUrl: 'http://127.0.0.1:1');
        $create = static fn () => $till->intents()->create(1, reference: "\xff");
        self::throws(InvalidRequestException::class, $create, 'invalid_request');
    }

    /** @return array<string, list<mixed>> */
    public static function wrongSettings(): array
    {
        return [
            'no key' => ['', 'http://x'],
            'a variable that is not set' => [false, 'http://x'],
            'nothing' => [null, 'http://x'],
            'a webhook secret as key' => ['whsec_AAECAwQF', 'http://x'],
            'a prefix alone' => ['svc_test_', 'http://x'],
            'a space before the key' => [' ' . self::KEY, 'http://x'],
            'a line break after the key' => [self::KEY . "\n", 'http://x'],
            'no address' => [self::KEY, ''],
            'an address that is not set' => [self::KEY, false],
            'another scheme' => [self::KEY, 'ftp://x'],
            'no scheme' => [self::KEY, 'pay.example.com'],
            'no host' => [self::KEY, 'http://:80'],
            'a user name' => [self::KEY, 'http://me@x'],
            'a password' => [self::KEY, 'http://me:secret@x/api/v1'],
            'a query' => [self::KEY, 'http://x?a=1'],
            'a fragment' => [self::KEY, 'http://x/#a'],
            'a line break in the address' => [self::KEY, "http://x\n"],
            'no time' => [self::KEY, 'http://x', 0.0],
            'a time that is no number' => [self::KEY, 'http://x', NAN],
            'retries below nothing' => [self::KEY, 'http://x', 1.0, -1],
        ];
    }

    /** @dataProvider wrongSettings */
    public function testAWrongSettingIsRefusedAtOnce(mixed ...$arguments): void
    {
        $e = self::throws(ConfigurationException::class, static fn () => new Till(...$arguments));
        self::assertSame(['invalid_configuration', null], [$e->errorCode, $e->status]);
        self::assertDoesNotMatchRegularExpression('/AbCdEf|:secret/', $e->getMessage());
    }

    public function testTheKeysPrefixGivesTheEnvironment(): void
    {
        $till = new Till(self::KEY, 'https://pay.example.com');
        self::assertSame(['sandbox', false], [$till->environment(), $till->livemode()]);
        $till = new Till(strtr(self::KEY, ['test' => 'live']), 'https://pay.example.com');
        self::assertSame(['live', true], [$till->environment(), $till->livemode()]);
    }

    /** @return class-string<TillException> */
    private static function classOf(string $name): string
    {
        return "Till\\Exception\\{$name}Exception";
    }
}
