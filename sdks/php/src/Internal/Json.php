<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\InvalidRequestException;

/** @internal */
final class Json
{
    /**
     * Matches a whole string or a number in valid JSON. Strings come first, so that digits inside them aren't matched.
     */
    private const TOKEN = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"|-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?/';

    /**
     * Parses JSON without losing digits: objects as `JsonObject`, numbers as `JsonNumber`. PHP's own parser validates
     * the text. Then every string and number is replaced with a string whose first letter marks its type, and the text
     * is parsed again.
     *
     * @throws ShapeException
     */
    public static function parse(string $text): mixed
    {
        try {
            if (!is_array(json_decode($text, true, flags: JSON_THROW_ON_ERROR))) {
                throw new ShapeException("it isn't a JSON object");
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
            throw new ShapeException("it isn't JSON");
        }
    }

    /**
     * PHP's own parsing: the members of an object as an array. Text that is no JSON, and a scalar, is an empty array.
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
            $why = "This can't be sent as JSON: {$e->getMessage()}.";

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
