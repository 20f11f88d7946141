<?php

declare(strict_types=1);

namespace Till\Tests;

use Till\Exception\ApiException;
use Till\Exception\ConfigurationException;

final class CurlOptionsTest extends TestCase
{
    public function testCurlOptionsOfTheCallerDoNotUndoThoseOfTheLibrary(): void
    {
        $options = [
            CURLOPT_URL => 'http://127.0.0.1:1',
            CURLOPT_FOLLOWLOCATION => true,
            CURLOPT_NOBODY => true,
            CURLOPT_HEADER => true,
            CURLOPT_HTTPHEADER => ['Authorization: Bearer of somebody else'],
            CURLOPT_POSTFIELDS => 'x',
            CURLOPT_TIMEOUT_MS => 1,
        ];
        $faulty = Service::faulty('ok.ok.redirect');
        $till = Service::client(baseUrl: $faulty, curlOptions: $options);
        $intent = $till->intents()->create('12.50');
        self::assertSame('pending', $till->intents()->get($intent->id)->status);
        self::throws(ApiException::class, static fn () => $till->reports()->sales(), 'unexpected_answer');
        [$created, $looked] = Service::requests($faulty);
        self::assertSame('Bearer ' . Service::given('API_KEY'), $created['headers']['authorization']);
        self::assertSame(['GET', ''], [$looked['method'], $looked['body']]);
    }

    public function testOptionsThatCurlDoesNotTakeAreRefusedAtOnce(): void
    {
        foreach ([['proxy' => 'http://127.0.0.1:1'], [987_654 => 1]] as $options) {
            self::throws(ConfigurationException::class, static fn () => Service::client(curlOptions: $options));
        }
    }

    public function testOptionsForCurlBesideAClientOfOnesOwnAreRefusedAtOnce(): void
    {
        require_once __DIR__ . '/support/psr.php';
        require_once __DIR__ . '/support/psr-client.php';
        $settings = ['httpClient' => new PsrAllInOne(), 'curlOptions' => [CURLOPT_PROXY => '']];
        self::throws(ConfigurationException::class, static fn () => Service::client(...$settings));
    }
}
