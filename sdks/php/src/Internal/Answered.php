<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * A result and the service's time.
 *
 * @internal
 *
 * @template-covariant T
 */
final class Answered
{
    /** @param T $value */
    public function __construct(public readonly mixed $value, public readonly \DateTimeImmutable $serverTime)
    {
    }
}
