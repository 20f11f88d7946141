<?php

declare(strict_types=1);

namespace Till\Tests;

use Closure;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Till\Exception\ApiException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\NotFoundException;

final class PsrTest extends TestCase
{
    public static function setUpBeforeClass(): void
    {
        require_once __DIR__ . '/support/psr.php';
        require_once __DIR__ . '/support/psr-client.php';
    }

    /** @return array<string, list<Closure>> */
    public static function clients(): array
    {
        return [
            'one that is its own factory' => [static fn (): array => ['httpClient' => new PsrAllInOne()]],
            'one factory for both' => [static fn (): array => [
                'httpClient' => new PsrClient(),
                'requestFactory' => new PsrFactory(),
            ]],
            'two factories' => [static fn (): array => [
                'httpClient' => new PsrClient(),
                'requestFactory' => new PsrFactory(),
                'streamFactory' => new PsrFactory(),
            ]],
        ];
    }

    /**
     * @dataProvider clients
     *
     * @param Closure(): array<string, mixed> $settings
     */
    public function testAPsr18ClientDoesAllCalls(Closure $settings): void
    {
        $faulty = Service::faulty('lost');
        $till = Service::client(...$settings(), baseUrl: $faulty);
        $intent = $till->intents()->create('12.50', reference: 'Grüße');
        self::assertSame(['12.5', 'Grüße'], [$intent->amountUsdt, $intent->reference]);
        [$first, $second] = Service::requests($faulty);
        self::assertSame($first['headers']['idempotency-key'], $second['headers']['idempotency-key']);
        self::assertSame('Bearer ' . Service::given('API_KEY'), $first['headers']['authorization']);
        self::assertSame('pending', $till->intents()->get($intent->id)->status);
        self::assertFalse(isset(Service::requests($faulty)[2]['headers']['authorization']), 'no key for a look');
        self::assertSame('cancelled', $till->intents()->cancel($intent->id)->status);
        self::assertSame('cancelled', $till->intents()->wait($intent->id)->status);
        self::assertSame('Front desk', $till->reports()->sales()->terminalName);
        $id = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';
        $e = self::throws(NotFoundException::class, static fn () => $till->intents()->get($id));
        self::assertSame(36, strlen((string) $e->requestId));
    }

    public function testWhatAPsr18ClientThrowsIsNoAnswerAndShowsNoKey(): void
    {
        $till = Service::client(httpClient: new PsrAllInOne(), baseUrl: 'http://127.0.0.1:1', maxRetries: 0);
        $e = self::throws(ConnectionException::class, static fn () => $till->intents()->create(1), 'connection_failed');
        self::assertFalse(str_contains(print_r($e, true), Service::given('API_KEY')), 'the key is shown');
        self::assertTrue(str_contains($e->getMessage(), 'Nobody answers'), $e->getMessage());
    }

    public function testAResponseThatDoesNotEndIsNoAnswerAfter8Megabytes(): void
    {
        $body = new PsrStream(str_repeat(' ', 10_000_000));
        $client = new class ($body) extends PsrFactory implements ClientInterface {
            public function __construct(private readonly PsrStream $body)
            {
            }

            public function sendRequest(RequestInterface $request): ResponseInterface
            {
                return new PsrMessage('', '', [], $this->body, 200);
            }
        };
        $get = static fn () => Service::client(httpClient: $client, maxRetries: 0)->intents()->get('x');
        $e = self::throws(ConnectionException::class, $get, 'connection_failed');
        self::assertStringContainsString('too large', $e->getMessage());
        self::assertFalse($body->eof(), 'the rest is not read');
    }

    public function testARedirectIsNotFollowedByTheLibraryEither(): void
    {
        $till = Service::client(httpClient: new PsrAllInOne(), baseUrl: Service::faulty('redirect'));
        self::throws(ApiException::class, static fn () => $till->reports()->sales(), 'unexpected_answer');
    }

    public function testAClientWithoutFactoriesIsRefusedAtOnce(): void
    {
        self::throws(ConfigurationException::class, static fn () => Service::client(httpClient: new PsrClient()));
    }
}
