<?php

// The part of Guzzle that the library uses. It keeps its settings.

declare(strict_types=1);

namespace GuzzleHttp {
    class Client extends \Till\Tests\PsrClient
    {
        /** @var list<array<string, mixed>> */
        public static array $made = [];

        /** @param array<string, mixed> $config */
        public function __construct(array $config = [])
        {
            self::$made[] = $config;
        }
    }
}

namespace GuzzleHttp\Psr7 {
    final class HttpFactory extends \Till\Tests\PsrFactory
    {
    }
}
