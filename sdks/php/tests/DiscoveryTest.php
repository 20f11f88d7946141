<?php

declare(strict_types=1);

namespace Till\Tests;

use GuzzleHttp\Client as Guzzle;
use Http\Discovery\Psr18ClientDiscovery;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Symfony\Component\HttpClient\Psr18Client as Symfony;
use Till\Till;

/**
 * @runTestsInSeparateProcesses
 *
 * @preserveGlobalState disabled
 */
final class DiscoveryTest extends TestCase
{
    private const GUZZLE = ['timeout' => 7.0];
    private const SYMFONY = ['max_duration' => 7.0, 'max_redirects' => 0];

    protected function setUp(): void
    {
        self::install('psr', 'psr-client');
    }

    public function testWhatPhpHttpDiscoveryFindsIsUsed(): void
    {
        self::install('discovery');
        Psr18ClientDiscovery::$found = $client = self::counting();
        self::assertSame('pending', self::till()->intents()->create('12.50')->status);
        self::assertSame(1, $client->requests);
    }

    public function testCurlIsUsedWhenNothingIsFound(): void
    {
        self::install('discovery');
        self::assertSame('pending', self::till()->intents()->create('12.50')->status);
    }

    public function testCurlIsUsedBesideAnInstalledClientIfItIsGivenOptions(): void
    {
        self::install('discovery');
        Psr18ClientDiscovery::$found = $client = self::counting();
        self::assertSame('pending', self::till(curlOptions: [])->intents()->create('12.50')->status);
        self::assertSame(0, $client->requests);
    }

    public function testGuzzleAndSymfonyKeepTheTimeoutAndFollowNoRedirectHoweverTheyAreFound(): void
    {
        self::install('symfony');
        self::assertSame('pending', self::till()->intents()->create(1)->status);
        self::install('guzzle');
        self::assertSame('pending', self::till()->intents()->create(1)->status);
        self::assertSame([[self::GUZZLE], [self::SYMFONY]], [Guzzle::$made, Symfony::$made]);

        self::install('discovery');
        foreach ([new Guzzle(), new Symfony()] as $found) {
            Psr18ClientDiscovery::$found = $found;
            self::assertSame('pending', self::till()->intents()->create(1)->status);
        }
        self::assertSame([self::GUZZLE, self::SYMFONY], [end(Guzzle::$made), end(Symfony::$made)]);
    }

    private static function install(string ...$packages): void
    {
        foreach ($packages as $package) {
            require_once __DIR__ . "/support/$package.php";
        }
    }

    private static function till(mixed ...$settings): Till
    {
        return Service::client(...$settings, timeoutSeconds: 7);
    }

    /** @return PsrClient&object{requests: int} */
    private static function counting(): ClientInterface
    {
        return new class () extends PsrClient {
            public int $requests = 0;

            public function sendRequest(RequestInterface $request): ResponseInterface
            {
                ++$this->requests;

                return parent::sendRequest($request);
            }
        };
    }
}
