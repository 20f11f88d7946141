<?php

declare(strict_types=1);

namespace Till;

use Till\Internal\Members;

/**
 * A part of a list.
 *
 * @template-covariant T of object
 */
final class Page
{
    /**
     * @param list<T> $data
     * @param string|null $next the cursor of the page behind this one; null if there is none
     */
    public function __construct(
        public readonly array $data,
        public readonly bool $hasMore,
        public readonly ?string $next,
    ) {
    }

    /**
     * @internal
     *
     * @template I of object
     *
     * @param \Closure(Members): I $read
     *
     * @return \Closure(Members): self<I>
     */
    public static function of(\Closure $read): \Closure
    {
        return static fn (Members $members): self => new self(
            array_map($read, $members->objects('data')),
            $members->flag('has_more'),
            $members->textOrNull('next'),
        );
    }
}
