<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * Request headers from `getallheaders()`, PSR-7, Symfony, WordPress (`x_service_signature`), or `$_SERVER` with its
 * `HTTP_` names, and its `REDIRECT_HTTP_` names after an internal redirect.
 *
 * @internal
 */
final class HeaderReader
{
    /** @var array<string, array<int, list<string>>> by name, and by how far it is from the header's own name */
    private array $values = [];

    /** @param iterable<mixed, mixed> $headers */
    public function __construct(iterable $headers)
    {
        foreach ($headers as $name => $value) {
            if (!is_string($name)) {
                continue;
            }
            $spelled = strtr(strtolower($name), '_', '-');
            $own = (string) preg_replace('/^(?:redirect-)*(?:http-)?/', '', $spelled);
            $distance = strlen($spelled) - strlen($own) + (int) str_contains($name, '_');
            foreach (is_array($value) ? $value : [$value] as $one) {
                if (is_string($one)) {
                    $this->values[$own][$distance][] = $one;
                }
            }
        }
    }

    /**
     * Looks up a header, ignoring the case of its name. Of several spellings, the closest counts. Several values are
     * joined as in HTTP. An empty value counts as absent.
     */
    public function header(string $name): ?string
    {
        $spellings = $this->values[strtolower($name)] ?? [];
        $value = $spellings === [] ? '' : implode(', ', $spellings[min(array_keys($spellings))]);

        return $value === '' ? null : $value;
    }
}
