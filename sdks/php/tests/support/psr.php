<?php

// The part of PSR-7, PSR-17 and PSR-18 that the library uses, for tests on a machine without those packages.

declare(strict_types=1);

namespace Psr\Http\Message {
    interface MessageInterface
    {
        /** @return array<string, list<string>> */
        public function getHeaders(): array;
        public function getBody(): StreamInterface;
        public function withHeader(string $name, string $value): static;
        public function withBody(StreamInterface $body): static;
    }
    interface RequestInterface extends MessageInterface
    {
    }
    interface ResponseInterface extends MessageInterface
    {
        public function getStatusCode(): int;
    }
    interface StreamInterface
    {
        public function __toString(): string;
        public function eof(): bool;
        public function isSeekable(): bool;
        public function rewind(): void;
        public function read(int $length): string;
    }
    interface RequestFactoryInterface
    {
        public function createRequest(string $method, string $uri): RequestInterface;
    }
    interface StreamFactoryInterface
    {
        public function createStream(string $content = ''): StreamInterface;
    }
}

namespace Psr\Http\Client {
    use Psr\Http\Message\RequestInterface;
    use Psr\Http\Message\ResponseInterface;

    interface ClientInterface
    {
        /** @throws ClientExceptionInterface */
        public function sendRequest(RequestInterface $request): ResponseInterface;
    }
    interface ClientExceptionInterface extends \Throwable
    {
    }
}
