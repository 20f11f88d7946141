<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * The data doesn't have the documented shape. Internal: callers translate this error.
 *
 * @internal
 */
final class ShapeException extends \RuntimeException
{
}
