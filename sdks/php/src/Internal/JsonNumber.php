<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * A number as it was written, since a float may not hold its digits.
 *
 * @internal
 */
final class JsonNumber
{
    public function __construct(public readonly string $digits)
    {
    }
}
