<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * What came is not of the documented shape. Never leaves the library: whoever catches it says what that means.
 *
 * @internal
 */
final class ShapeException extends \RuntimeException
{
}
