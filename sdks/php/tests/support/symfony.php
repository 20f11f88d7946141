<?php

// The part of Symfony's HTTP client that the library uses. It keeps its settings.

declare(strict_types=1);

namespace Symfony\Component\HttpClient {
    use Psr\Http\Client\ClientInterface;
    use Psr\Http\Message\RequestInterface;
    use Psr\Http\Message\ResponseInterface;

    final class HttpClient
    {
        /** @param array<string, mixed> $options */
        private function __construct(public readonly array $options)
        {
        }

        /** @param array<string, mixed> $options */
        public static function create(array $options = []): self
        {
            return new self($options);
        }
    }

    final class Psr18Client extends \Till\Tests\PsrFactory implements ClientInterface
    {
        /** @var list<array<string, mixed>|null> */
        public static array $made = [];

        public function __construct(?HttpClient $client = null)
        {
            self::$made[] = $client?->options;
        }

        public function sendRequest(RequestInterface $request): ResponseInterface
        {
            return (new \Till\Tests\PsrClient())->sendRequest($request);
        }
    }
}
