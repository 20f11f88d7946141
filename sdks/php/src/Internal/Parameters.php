<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\InvalidRequestException;

/**
 * Parameters of a call as text.
 *
 * @internal
 */
final class Parameters
{
    /**
     * Those that were given.
     *
     * @param array<string, string|int|\DateTimeInterface|null> $given
     *
     * @return array<string, string>
     */
    public static function query(array $given): array
    {
        $query = [];
        foreach ($given as $name => $value) {
            if ($value !== null) {
                $query[$name] = $value instanceof \DateTimeInterface ? self::inUtc($value) : (string) $value;
            }
        }

        return $query;
    }

    /**
     * An ID as a part of a path.
     *
     * @throws InvalidRequestException for one that would make it another path
     */
    public static function segment(string $id): string
    {
        if (in_array($id, ['', '.', '..'], true)) {
            throw new InvalidRequestException('invalid_id', null, null, 'The ID must be that of a result.');
        }

        return rawurlencode($id);
    }

    private static function inUtc(\DateTimeInterface $moment): string
    {
        return \DateTimeImmutable::createFromInterface($moment)
            ->setTimezone(new \DateTimeZone('UTC'))
            ->format('Y-m-d\TH:i:s.v\Z');
    }
}
