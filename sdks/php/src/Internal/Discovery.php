<?php

declare(strict_types=1);

namespace Till\Internal;

use GuzzleHttp\Client as Guzzle;
use GuzzleHttp\Psr7\HttpFactory;
use Http\Discovery\Exception as DiscoveryException;
use Http\Discovery\Psr17FactoryDiscovery;
use Http\Discovery\Psr18ClientDiscovery;
use Psr\Http\Client\ClientInterface;
use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\HttpClient\Psr18Client as Symfony;
use Till\Exception\ConfigurationException;

/**
 * The PSR-18 client of the project: what php-http/discovery finds or, without that package, Guzzle or Symfony's.
 *
 * @internal
 */
final class Discovery
{
    /** Null without a client, or without the PSR-17 factories that it needs. */
    public static function find(float $timeoutSeconds): ?PsrSender
    {
        if (!interface_exists(ClientInterface::class)) {
            return null;
        }
        try {
            return class_exists(Psr18ClientDiscovery::class)
                ? self::discovered($timeoutSeconds)
                : self::installed($timeoutSeconds);
        } catch (DiscoveryException | \LogicException | ConfigurationException) {
            return null;
        }
    }

    private static function discovered(float $timeoutSeconds): PsrSender
    {
        $client = Psr18ClientDiscovery::find();
        $client = match ($client::class) {
            Guzzle::class => self::guzzle($timeoutSeconds),
            Symfony::class => self::symfony($timeoutSeconds),
            default => $client,
        };

        return PsrSender::of(
            $client,
            Psr17FactoryDiscovery::findRequestFactory(),
            Psr17FactoryDiscovery::findStreamFactory(),
        );
    }

    private static function installed(float $timeoutSeconds): ?PsrSender
    {
        // before version 7, Guzzle is no PSR-18 client
        if (is_a(Guzzle::class, ClientInterface::class, true) && class_exists(HttpFactory::class)) {
            return PsrSender::of(self::guzzle($timeoutSeconds), new HttpFactory(), null);
        }

        return class_exists(Symfony::class) ? PsrSender::of(self::symfony($timeoutSeconds), null, null) : null;
    }

    /** As PSR-18 client, Guzzle follows no redirects. By default, it waits forever. */
    private static function guzzle(float $timeoutSeconds): Guzzle
    {
        return new Guzzle(['timeout' => $timeoutSeconds]);
    }

    /** By default, Symfony's client follows redirects, and limits only the time without data. */
    private static function symfony(float $timeoutSeconds): Symfony
    {
        return new Symfony(HttpClient::create(['max_duration' => $timeoutSeconds, 'max_redirects' => 0]));
    }
}
