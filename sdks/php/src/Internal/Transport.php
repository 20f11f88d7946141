<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ApiException;
use Till\Exception\CancelledException;
use Till\Exception\ConnectionException;
use Till\Till;

/**
 * Makes calls and retries them.
 *
 * @internal
 */
final class Transport
{
    public function __construct(
        private readonly Secret $key,
        private readonly string $baseUrl,
        public readonly float $timeoutSeconds,
        private readonly int $maxRetries,
        private readonly Sender $sender,
    ) {
    }

    /**
     * @template T
     *
     * @param \Closure(Members): T $read
     *
     * @return Answered<T>
     *
     * @throws ApiException|ConnectionException
     */
    public function call(Call $call, \Closure $read): Answered
    {
        for ($retry = 0;; ++$retry) {
            try {
                return $this->attempt($call, $read, $this->timeoutSeconds);
            } catch (ApiException | ConnectionException $e) {
                $pause = $retry < $this->maxRetries ? Retry::pauseAfter($e, $call->repeatable, $retry) : null;
                if ($pause === null) {
                    throw $e;
                }
                Clock::sleep($pause);
            }
        }
    }

    /** How long a call may wait for an event: an HTTP client with a timeout of its own must not end it first. */
    public function waitSeconds(int $longest): int
    {
        return $this->sender->keepsTimeout() ? $longest : max(0, min($longest, (int) $this->timeoutSeconds - 2));
    }

    /**
     * @template T
     *
     * @param \Closure(Members): T $read
     * @param (\Closure(): bool)|null $cancelled
     *
     * @return Answered<T>
     *
     * @throws ApiException|ConnectionException|CancelledException
     */
    public function attempt(Call $call, \Closure $read, float $timeoutSeconds, ?\Closure $cancelled = null): Answered
    {
        $request = new Request(
            $call->method,
            $this->baseUrl . $call->path,
            self::headersOf($call),
            $call->body,
            $call->withKey ? $this->key : null,
        );
        $answer = $this->sender->send($request, $timeoutSeconds + $call->extraSeconds, $cancelled);
        $serverTime = HttpDate::read($answer->header('date')) ?? new \DateTimeImmutable();
        if ($answer->status < 200 || $answer->status >= 300) {
            throw Refusal::of($answer, $serverTime);
        }
        try {
            return new Answered($read(new Members(Json::parse($answer->body))), $serverTime);
        } catch (ShapeException $e) {
            throw Refusal::unexpected(
                $answer,
                $serverTime,
                "The response ({$answer->status}) has an unexpected shape: {$e->getMessage()}.",
            );
        }
    }

    /** @return array<string, string> */
    private static function headersOf(Call $call): array
    {
        $runtime = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . '.' . PHP_RELEASE_VERSION;

        return array_filter([
            'Accept' => 'application/json',
            'User-Agent' => 'till-php/' . Till::VERSION . ' php/' . $runtime,
            'Content-Type' => $call->body === null ? null : 'application/json',
            'Idempotency-Key' => $call->idempotencyKey,
        ], static fn (?string $value): bool => $value !== null);
    }
}
