<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ConfigurationException;

/**
 * The caller's `CURLOPT_…` options. They may contain a proxy password, so they are stored outside the object like a
 * secret.
 *
 * @internal
 */
final class CurlOptions
{
    /** @var \WeakMap<self, array<int, mixed>>|null */
    private static ?\WeakMap $options = null;

    /** @param array<int, mixed> $options */
    public function __construct(#[\SensitiveParameter] array $options)
    {
        self::$options ??= new \WeakMap();
        self::$options[$this] = $options;
    }

    public function isEmpty(): bool
    {
        return self::$options[$this] === [];
    }

    /** @throws ConfigurationException */
    public function applyTo(\CurlHandle $handle): void
    {
        try {
            $applied = curl_setopt_array($handle, self::$options[$this]);
        } catch (\TypeError | \ValueError) {
            $applied = false;
        }
        if (!$applied) {
            throw new ConfigurationException('curl rejects one of the curlOptions.');
        }
    }

    private function __clone()
    {
    }
}
