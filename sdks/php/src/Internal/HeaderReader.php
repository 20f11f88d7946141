<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * Request headers from `getallheaders()`, PSR-7, Symfony, or `$_SERVER` with its `HTTP_` names.
 *
 * @internal
 */
final class HeaderReader
{
    /** @var array<string, list<string>> */
    private array $values = [];

    /** @param iterable<mixed, mixed> $headers */
    public function __construct(iterable $headers)
    {
        foreach ($headers as $name => $value) {
            if (!is_string($name)) {
                continue;
            }
            $name = strtolower(str_starts_with($name, 'HTTP_') ? strtr(substr($name, 5), '_', '-') : $name);
            foreach (is_array($value) ? $value : [$value] as $one) {
                if (is_string($one)) {
                    $this->values[$name][] = $one;
                }
            }
        }
    }

    /**
     * Looks up a header, ignoring the case of its name. Several values are joined as in HTTP. An empty value counts as
     * absent.
     */
    public function header(string $name): ?string
    {
        $value = implode(', ', $this->values[strtolower($name)] ?? []);

        return $value === '' ? null : $value;
    }
}
