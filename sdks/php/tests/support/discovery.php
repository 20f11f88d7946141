<?php

// The part of php-http/discovery that the library uses: it finds what a test says.

declare(strict_types=1);

namespace Http\Discovery {
    use Psr\Http\Client\ClientInterface;
    use Psr\Http\Message\RequestFactoryInterface;
    use Psr\Http\Message\StreamFactoryInterface;

    interface Exception extends \Throwable
    {
    }

    final class NotFoundException extends \RuntimeException implements Exception
    {
    }

    final class Psr18ClientDiscovery
    {
        public static ?ClientInterface $found = null;

        public static function find(): ClientInterface
        {
            return self::$found ?? throw new NotFoundException('No PSR-18 clients found.');
        }
    }

    final class Psr17FactoryDiscovery
    {
        public static function findRequestFactory(): RequestFactoryInterface
        {
            return new \Till\Tests\PsrFactory();
        }

        public static function findStreamFactory(): StreamFactoryInterface
        {
            return new \Till\Tests\PsrFactory();
        }
    }
}
