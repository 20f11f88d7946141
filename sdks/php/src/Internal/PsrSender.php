<?php

declare(strict_types=1);

namespace Till\Internal;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;

/**
 * Sends requests with a PSR-18 client. The client controls the timeout: PSR-18 has no option for it.
 *
 * @internal
 */
final class PsrSender implements Sender
{
    private function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    /** Symfony's `Psr18Client` is all three, Guzzle's and Nyholm's factories are two in one. */
    public static function of(
        ClientInterface $client,
        ?RequestFactoryInterface $requests,
        ?StreamFactoryInterface $streams,
    ): self {
        $requests ??= $client instanceof RequestFactoryInterface ? $client : null;
        if ($streams === null) {
            foreach ([$requests, $client] as $candidate) {
                $streams ??= $candidate instanceof StreamFactoryInterface ? $candidate : null;
            }
        }
        if ($requests === null || $streams === null) {
            throw new ConfigurationException(
                "httpClient isn't a PSR-17 factory: pass a requestFactory and a streamFactory too.",
            );
        }

        return new self($client, $requests, $streams);
    }

    public function keepsTimeout(): bool
    {
        return false;
    }

    public function send(Request $request, float $timeoutSeconds, ?\Closure $cancelled): Answer
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $message = $message->withBody($this->streams->createStream($request->body));
        }
        if ($request->key !== null) {
            $message = $message->withHeader('Authorization', 'Bearer ' . $request->key->reveal());
        }
        try {
            $response = $this->client->sendRequest($message);
            $body = self::textOf($response->getBody());
        } catch (ClientExceptionInterface | \RuntimeException $e) {
            // not passed on as the previous exception: it contains the request with the key
            $reason = $request->key === null
                ? $e->getMessage()
                : str_replace($request->key->reveal(), '…', $e->getMessage());

            throw new ConnectionException('The service could not be reached: ' . rtrim($reason, '.') . '.');
        }
        $headers = [];
        foreach ($response->getHeaders() as $name => $values) {
            $headers[strtolower((string) $name)] = implode(', ', $values);
        }

        return new Answer($response->getStatusCode(), $headers, $body);
    }

    /** @throws \RuntimeException for more than {@see MAX_BYTES}, whose rest isn't read */
    private static function textOf(StreamInterface $stream): string
    {
        if ($stream->isSeekable()) {
            $stream->rewind();
        }
        $text = '';
        do {
            $piece = $stream->read(65_536);
            $text .= $piece;
            if (strlen($text) > self::MAX_BYTES) {
                throw new \RuntimeException('the response is too large');
            }
            // nothing before the end: the stream's own timeout
        } while ($piece !== '' && !$stream->eof());

        return $text;
    }
}
