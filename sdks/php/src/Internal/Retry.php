<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ApiException;
use Till\Exception\ConnectionException;
use Till\Exception\TillException;

/**
 * When to ask again.
 *
 * @internal
 */
final class Retry
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8;
    /** A longer `Retry-After` is the caller's to wait for: a call of his must not stand still for minutes. */
    private const LONGEST_RETRY_AFTER_SECONDS = 30;

    /** Seconds before retry `$number` (0 is the first): full jitter, lengthened by `Retry-After`; null: not at all. */
    public static function pauseAfter(TillException $error, bool $repeatable, int $number): ?float
    {
        $after = $error->retryAfterSeconds ?? 0;
        $mayPass = $repeatable ? self::isPassing($error) : $error->status === 429;
        if (!$mayPass || $after > self::LONGEST_RETRY_AFTER_SECONDS) {
            return null;
        }
        $longest = min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** $number);

        return max($longest * random_int(0, 1_000_000) / 1e6, (float) $after);
    }

    /** Errors that may be gone the next time: no answer, too many requests, trouble on the service's side. */
    public static function isPassing(TillException $error): bool
    {
        return $error instanceof ConnectionException
            || ($error instanceof ApiException && ($error->status === 429 || $error->status >= 500));
    }
}
