<?php

declare(strict_types=1);

namespace Till\Internal;

/** @internal */
final class HttpDate
{
    public static function read(?string $value): ?\DateTimeImmutable
    {
        $date = \DateTimeImmutable::createFromFormat('!D, d M Y H:i:s \G\M\T', $value ?? '', new \DateTimeZone('UTC'));

        return $date === false ? null : $date;
    }

    /** Parses `Retry-After`, a number of seconds or a date, to seconds; null if there is none or it can't be parsed. */
    public static function retryAfterSeconds(?string $value, \DateTimeImmutable $now): ?int
    {
        if (preg_match('/^[0-9]{1,9}$/D', $value ?? '') === 1) {
            return (int) $value;
        }
        $date = self::read($value);

        return $date === null ? null : max(0, $date->getTimestamp() - $now->getTimestamp());
    }
}
