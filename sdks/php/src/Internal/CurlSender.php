<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\CancelledException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;

/**
 * Each attempt uses its own connection. On a reused one, curl retries on its own if the response is lost, and forked
 * processes would share it.
 *
 * @internal
 */
final class CurlSender implements Sender
{
    private const LONGEST_TIMEOUT_MS = 2_147_483_647;

    public function __construct(private readonly CurlOptions $options)
    {
        if (!extension_loaded('curl')) {
            throw new ConfigurationException('Till needs PHP\'s curl extension, or a PSR-18 client as httpClient.');
        }
        // options that curl rejects fail immediately, not on the first call
        $options->applyTo(curl_init());
    }

    public function keepsTimeout(): bool
    {
        return true;
    }

    public function send(Request $request, float $timeoutSeconds, ?\Closure $cancelled): Answer
    {
        $headers = [];
        $body = '';
        $thrown = null;
        $handle = curl_init();
        $this->options->applyTo($handle);
        // set after the caller's options, which must not override them
        curl_setopt_array($handle, [
            CURLOPT_URL => $request->url,
            CURLOPT_HEADER => false,
            CURLOPT_HTTPGET => true,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::lines($request),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $handle, string $piece) use (&$body, &$thrown): int {
                if (strlen($body) + strlen($piece) > self::MAX_BYTES) {
                    $thrown = new ConnectionException('The service could not be reached: the response is too large.');

                    return 0;
                }
                $body .= $piece;

                return strlen($piece);
            },
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) max(1, min(ceil($timeoutSeconds * 1_000), self::LONGEST_TIMEOUT_MS)),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $handle, string $line) use (&$headers): int {
                $headers = self::withLine($headers, $line);

                return strlen($line);
            },
        ]);
        if ($request->method === 'POST' || $request->body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $request->body ?? '');
        }
        if ($cancelled !== null) {
            curl_setopt($handle, CURLOPT_NOPROGRESS, false);
            curl_setopt($handle, CURLOPT_PROGRESSFUNCTION, static function () use ($cancelled, &$thrown): int {
                try {
                    return $cancelled() ? 1 : 0;
                } catch (\Throwable $e) {
                    $thrown = $e;

                    return 1;
                }
            });
        }
        if (curl_exec($handle) !== false) {
            return new Answer(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $headers, $body);
        }

        throw $thrown ?? match (curl_errno($handle)) {
            CURLE_ABORTED_BY_CALLBACK => new CancelledException(),
            CURLE_OPERATION_TIMEDOUT => new ConnectionException(
                sprintf('The service did not respond within %s s.', round($timeoutSeconds, 3)),
            ),
            default => new ConnectionException('The service could not be reached: ' . curl_error($handle) . '.'),
        };
    }

    /** @return list<string> */
    private static function lines(Request $request): array
    {
        // otherwise curl waits a second for a 100 before a longer body
        $lines = ['Expect:'];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        if ($request->key !== null) {
            $lines[] = 'Authorization: Bearer ' . $request->key->reveal();
        }

        return $lines;
    }

    /**
     * An interim response (100, 103) has its own headers, which end at the next status line.
     *
     * @param array<string, string> $headers
     *
     * @return array<string, string>
     */
    private static function withLine(array $headers, string $line): array
    {
        if (str_starts_with($line, 'HTTP/')) {
            return [];
        }
        [$name, $value] = explode(':', $line, 2) + [1 => null];

        return $value === null ? $headers : [strtolower(trim($name)) => trim($value)] + $headers;
    }
}
