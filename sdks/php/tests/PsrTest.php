<?php

declare(strict_types=1);

use Psr\Http\Client\ClientInterface;
use Till\Exception\ApiException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\NotFoundException;
use Till\Tests\PsrAllInOne;
use Till\Tests\PsrClient;
use Till\Tests\PsrFactory;
use Till\Tests\Service;
use Till\Tests\Suite;

Suite::test('without the packages of PSR the library works, and none is looked for', static function (): void {
    Suite::true(!interface_exists(ClientInterface::class), 'the interface must not be there yet');
    Suite::same('pending', Service::client()->intents->create(1)->status);
    Suite::true(!interface_exists(ClientInterface::class, false), 'the interface was loaded');
    require __DIR__ . '/support/psr.php';
    require __DIR__ . '/support/psr-client.php';
});
$clients = [
    'one that is its own factory' => static fn (): array => ['httpClient' => new PsrAllInOne()],
    'one factory for both' => static fn (): array => [
        'httpClient' => new PsrClient(),
        'requestFactory' => new PsrFactory(),
    ],
    'two factories' => static fn (): array => [
        'httpClient' => new PsrClient(),
        'requestFactory' => new PsrFactory(),
        'streamFactory' => new PsrFactory(),
    ],
];
foreach ($clients as $name => $settings) {
    Suite::test("a PSR-18 client does all calls: $name", static function () use ($settings): void {
        $faulty = Service::faulty('lost');
        $till = Service::client(...$settings(), baseUrl: $faulty);
        $intent = $till->intents->create('12.50', reference: 'Grüße');
        Suite::same(['12.5', 'Grüße'], [$intent->amountUsdt, $intent->reference]);
        [$first, $second] = Service::requests($faulty);
        Suite::same($first['headers']['idempotency-key'], $second['headers']['idempotency-key']);
        Suite::same('Bearer ' . Service::given('API_KEY'), $first['headers']['authorization']);
        Suite::same('pending', $till->intents->get($intent->id)->status);
        Suite::true(!isset(Service::requests($faulty)[2]['headers']['authorization']), 'no key for a look');
        Suite::same('cancelled', $till->intents->cancel($intent->id)->status);
        Suite::same('cancelled', $till->intents->wait($intent->id)->status);
        Suite::same('Front desk', $till->reports->sales()->terminalName);
        $id = '7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11';
        $e = Suite::throws(NotFoundException::class, static fn () => $till->intents->get($id));
        Suite::same(36, strlen((string) $e->requestId));
    });
}
Suite::test('what a PSR-18 client throws is no answer, and shows no key', static function (): void {
    $till = Service::client(httpClient: new PsrAllInOne(), baseUrl: 'http://127.0.0.1:1', maxRetries: 0);
    $e = Suite::throws(ConnectionException::class, static fn () => $till->intents->create(1), 'connection_failed');
    Suite::true(!str_contains(print_r($e, true), Service::given('API_KEY')), 'the key is shown');
    Suite::true(str_contains($e->getMessage(), 'Nobody answers'), $e->getMessage());
});
Suite::test('a redirect is not followed by the library either', static function (): void {
    $till = Service::client(httpClient: new PsrAllInOne(), baseUrl: Service::faulty('redirect'));
    Suite::throws(ApiException::class, static fn () => $till->reports->sales(), 'unexpected_answer');
});
Suite::test('a client without factories is refused at once', static function (): void {
    Suite::throws(ConfigurationException::class, static fn () => Service::client(httpClient: new PsrClient()));
});
