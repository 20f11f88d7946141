<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ConfigurationException;

/** @internal */
final class Platform
{
    /** Micro-USDT need whole numbers of 64 bits. */
    public static function check(): void
    {
        if (PHP_INT_SIZE < 8) {
            throw new ConfigurationException('Till needs a 64-bit PHP: amounts are whole micro-USDT of up to 50 bits.');
        }
    }
}
