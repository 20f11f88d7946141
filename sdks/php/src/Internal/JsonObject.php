<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * A parsed JSON object, to distinguish it from an array.
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
