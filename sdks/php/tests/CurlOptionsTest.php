<?php

declare(strict_types=1);

use Till\Exception\ApiException;
use Till\Exception\ConfigurationException;
use Till\Tests\PsrAllInOne;
use Till\Tests\Service;
use Till\Tests\Suite;

Suite::test('curl options of the caller do not undo those of the library', static function (): void {
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
    $intent = $till->intents->create('12.50');
    Suite::same('pending', $till->intents->get($intent->id)->status);
    Suite::throws(ApiException::class, static fn () => $till->reports->sales(), 'unexpected_answer');
    [$created, $looked] = Service::requests($faulty);
    Suite::same('Bearer ' . Service::given('API_KEY'), $created['headers']['authorization']);
    Suite::same(['GET', ''], [$looked['method'], $looked['body']]);
});
Suite::test('options that curl does not take are refused at once', static function (): void {
    foreach ([['proxy' => 'http://127.0.0.1:1'], [987_654 => 1]] as $options) {
        Suite::throws(ConfigurationException::class, static fn () => Service::client(curlOptions: $options));
    }
});
Suite::test('options for curl beside a client of one\'s own are refused at once', static function (): void {
    require __DIR__ . '/support/psr.php';
    require __DIR__ . '/support/psr-client.php';
    $settings = ['httpClient' => new PsrAllInOne(), 'curlOptions' => [CURLOPT_PROXY => '']];
    Suite::throws(ConfigurationException::class, static fn () => Service::client(...$settings));
});
