<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * An object of parsed JSON, which an empty array could not be told from.
 *
 * @internal
 */
final class JsonObject
{
    /** @param array<array-key, mixed> $members */
    public function __construct(public readonly array $members)
    {
    }
}
