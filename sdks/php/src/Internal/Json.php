<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\InvalidRequestException;

/** @internal */
final class Json
{
    /** In valid JSON: a whole string, or a number. Strings come first, so that no digit inside one is taken. */
    private const TOKEN = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"|-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?/';

    /**
     * Parses JSON without losing a digit of any number: objects as `JsonObject`, numbers as `JsonNumber`. PHP's own
     * parser checks the text; then every string and number becomes a string that says by its first letter which it
     * was, and is parsed again.
     *
     * @throws ShapeException
     */
    public static function parse(string $text): mixed
    {
        try {
            if (!is_array(json_decode($text, true, flags: JSON_THROW_ON_ERROR))) {
                throw new ShapeException('it is no JSON object');
            }
            $marked = preg_replace_callback(
                self::TOKEN,
                static fn (array $found): string => str_starts_with($found[0], '"')
                    ? '"s' . substr($found[0], 1)
                    : '"n' . $found[0] . '"',
                $text,
            );

            return self::unmark(json_decode($marked ?? '', flags: JSON_THROW_ON_ERROR));
        } catch (\JsonException) {
            throw new ShapeException('it is not JSON');
        }
    }

    /**
     * PHP's own reading of what `parse` has accepted: an object as an array, or nothing.
     *
     * @return array<array-key, mixed>
     */
    public static function toArray(string $text): array
    {
        $value = json_decode($text, true);

        return is_array($value) ? $value : [];
    }

    /**
     * @param array<string, mixed> $members
     *
     * @throws InvalidRequestException for text that is not UTF-8
     */
    public static function encode(array $members): string
    {
        try {
            return json_encode($members, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        } catch (\JsonException $e) {
            $why = "This cannot be sent as JSON: {$e->getMessage()}.";

            throw new InvalidRequestException('invalid_request', null, null, $why);
        }
    }

    private static function unmark(mixed $value): mixed
    {
        if (is_string($value)) {
            return $value[0] === 'n' ? new JsonNumber(substr($value, 1)) : substr($value, 1);
        }
        if (is_array($value)) {
            return array_map(self::unmark(...), $value);
        }
        if (!$value instanceof \stdClass) {
            return $value;
        }
        $members = [];
        foreach (get_object_vars($value) as $name => $member) {
            $members[substr((string) $name, 1)] = self::unmark($member);
        }

        return new JsonObject($members);
    }
}
