<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * One attempt on the wire. Senders add the key at the last moment, so that it appears in no stack trace argument.
 *
 * @internal
 */
final class Request
{
    /** @param array<string, string> $headers all but `Authorization` */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly ?string $body,
        public readonly ?Secret $key,
    ) {
    }
}
