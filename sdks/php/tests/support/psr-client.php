<?php

// A small PSR-18 client over PHP's own streams, with its factories. Its errors hold the request, as everybody's do.

declare(strict_types=1);

namespace Till\Tests;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;

final class PsrStream implements StreamInterface
{
    private int $position = 0;

    public function __construct(private readonly string $text)
    {
    }

    public function __toString(): string
    {
        return $this->text;
    }

    public function eof(): bool
    {
        return $this->position >= strlen($this->text);
    }

    public function isSeekable(): bool
    {
        return true;
    }

    public function rewind(): void
    {
        $this->position = 0;
    }

    public function read(int $length): string
    {
        // less than what is allowed, as a network does
        $text = substr($this->text, $this->position, min($length, 1_000));
        $this->position += strlen($text);

        return $text;
    }
}

final class PsrMessage implements RequestInterface, ResponseInterface
{
    /** @param array<string, list<string>> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $uri,
        private array $headers,
        private StreamInterface $body,
        private readonly int $status = 0,
    ) {
    }

    public function getHeaders(): array
    {
        return $this->headers;
    }

    public function getBody(): StreamInterface
    {
        return $this->body;
    }

    public function getStatusCode(): int
    {
        return $this->status;
    }

    public function withHeader(string $name, string $value): static
    {
        $copy = clone $this;
        $copy->headers[$name] = [$value];

        return $copy;
    }

    public function withBody(StreamInterface $body): static
    {
        $copy = clone $this;
        $copy->body = $body;

        return $copy;
    }
}

final class PsrError extends \RuntimeException implements ClientExceptionInterface
{
    public function __construct(public readonly RequestInterface $request)
    {
        parent::__construct('Nobody answers to ' . implode(' ', array_merge(...array_values($request->getHeaders()))));
    }
}

class PsrFactory implements RequestFactoryInterface, StreamFactoryInterface
{
    public function createRequest(string $method, string $uri): RequestInterface
    {
        return new PsrMessage($method, $uri, [], $this->createStream());
    }

    public function createStream(string $content = ''): StreamInterface
    {
        return new PsrStream($content);
    }
}

class PsrClient implements ClientInterface
{
    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        assert($request instanceof PsrMessage);
        $lines = [];
        foreach ($request->getHeaders() as $name => $values) {
            $lines[] = "$name: " . implode(', ', $values);
        }
        $context = stream_context_create(['http' => [
            'method' => $request->method,
            'header' => $lines,
            'content' => (string) $request->getBody(),
            'ignore_errors' => true,
            'follow_location' => 0,
            'protocol_version' => 1.1,
        ]]);
        $body = @file_get_contents($request->uri, false, $context);
        if ($body === false) {
            throw new PsrError($request);
        }
        $headers = [];
        foreach (array_slice($http_response_header, 1) as $line) {
            [$name, $value] = explode(': ', $line, 2) + [1 => ''];
            $headers[$name][] = $value;
        }

        return new PsrMessage('', '', $headers, new PsrStream($body), (int) explode(' ', $http_response_header[0])[1]);
    }
}

/** Symfony's client is one of this kind. */
final class PsrAllInOne extends PsrFactory implements ClientInterface
{
    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        return (new PsrClient())->sendRequest($request);
    }
}
