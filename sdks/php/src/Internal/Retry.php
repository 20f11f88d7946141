<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ApiException;
use Till\Exception\ConnectionException;
use Till\Exception\TillException;

/**
 * Decides when to retry.
 *
 * @internal
 */
final class Retry
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8;
    /** A longer `Retry-After` is left to the caller: a call must not keep a customer waiting. */
    private const LONGEST_RETRY_AFTER_SECONDS = 10;

    /** Seconds before retry `$number` (0 is the first): full jitter, extended by `Retry-After`; null means no retry. */
    public static function pauseAfter(TillException $error, bool $repeatable, int $number): ?float
    {
        $after = $error->retryAfterSeconds ?? 0;
        $mayPass = $repeatable ? self::isPassing($error) : $error->status === 429;
        if (!$mayPass || $after > self::LONGEST_RETRY_AFTER_SECONDS) {
            return null;
        }

        return self::pause($number, $after);
    }

    /** The same without an end, for work that goes on until it is stopped. */
    public static function pause(int $number, ?int $retryAfterSeconds): float
    {
        $longest = min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** $number);

        return max($longest * random_int(0, 1_000_000) / 1e6, (float) $retryAfterSeconds);
    }

    /** Errors after which a retry may succeed: no response, too many requests, an error in the service. */
    public static function isPassing(TillException $error): bool
    {
        return $error instanceof ConnectionException
            || ($error instanceof ApiException && ($error->status === 429 || $error->status >= 500));
    }
}
