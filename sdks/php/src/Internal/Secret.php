<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * A text that must not be seen. It lies outside the object, so that no dump, cast, export or trace of anything that
 * holds the object can show it.
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
        return self::$texts[$this] ?? throw new \LogicException('This secret was not made by its constructor.');
    }

    /** @return array{} */
    public function __debugInfo(): array
    {
        return [];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('What holds an API key or a webhook secret cannot be serialized: make it anew.');
    }

    /** @param array<array-key, mixed> $data */
    public function __unserialize(array $data): void
    {
        throw new \LogicException('What holds an API key or a webhook secret cannot be unserialized.');
    }

    private function __clone()
    {
    }
}
