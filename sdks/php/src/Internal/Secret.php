<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * A secret string. It is stored outside the object, so that no dump, cast, export or stack trace of anything that
 * contains the object can reveal it.
 *
 * @internal
 */
final class Secret
{
    /** @var \WeakMap<self, string>|null */
    private static ?\WeakMap $texts = null;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        self::$texts ??= new \WeakMap();
        self::$texts[$this] = $text;
    }

    public function reveal(): string
    {
        return self::$texts[$this] ?? throw new \LogicException('This secret wasn\'t created by its constructor.');
    }

    /** @return array{} */
    public function __debugInfo(): array
    {
        return [];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('Objects with an API key or webhook secret can\'t be serialized.');
    }

    /** @param array<array-key, mixed> $data */
    public function __unserialize(array $data): void
    {
        throw new \LogicException('Objects with an API key or webhook secret can\'t be unserialized.');
    }

    private function __clone()
    {
    }
}
