<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\CancelledException;

/**
 * Seconds of a monotonic clock.
 *
 * @internal
 */
final class Clock
{
    private const SLICE_SECONDS = 0.1;

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /**
     * Not shortened by signals, unlike PHP's own sleep functions.
     *
     * @param (\Closure(): bool)|null $cancelled
     *
     * @throws CancelledException
     */
    public static function sleep(float $seconds, ?\Closure $cancelled = null): void
    {
        $end = self::now() + $seconds;
        while (true) {
            if ($cancelled !== null && $cancelled()) {
                throw new CancelledException();
            }
            $left = $end - self::now();
            if ($left <= 0) {
                return;
            }
            usleep((int) ceil(min($left, self::SLICE_SECONDS) * 1e6));
        }
    }
}
