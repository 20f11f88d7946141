<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * What came back, and when the service says that it was.
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
