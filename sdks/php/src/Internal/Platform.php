<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ConfigurationException;

/** @internal */
final class Platform
{
    /** Micro-USDT require 64-bit integers. */
    public static function check(): void
    {
        if (PHP_INT_SIZE < 8) {
            throw new ConfigurationException('Till needs 64-bit PHP: amounts in micro-USDT have up to 50 bits.');
        }
    }
}
