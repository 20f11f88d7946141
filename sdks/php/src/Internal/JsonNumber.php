<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * A number with its original digits, which a float may not represent.
 *
 * @internal
 */
final class JsonNumber
{
    public function __construct(public readonly string $digits)
    {
    }
}
