<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\InvalidRequestException;

/**
 * A request to the service, and whether it may be retried.
 *
 * @internal
 */
final class Call
{
    /** @param bool $repeatable false: retried only after a 429, because the call isn't idempotent */
    private function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly ?string $body,
        public readonly bool $withKey = false,
        public readonly ?string $idempotencyKey = null,
        public readonly bool $repeatable = true,
    ) {
    }

    /** @param array<string, string> $query */
    public static function get(string $path, array $query): self
    {
        // an explicit separator, since arg_separator.output may differ
        $query = http_build_query($query, '', '&', PHP_QUERY_RFC3986);

        return new self('GET', $query === '' ? $path : "$path?$query", null);
    }

    public static function post(string $path, ?string $body = null): self
    {
        return new self('POST', $path, $body);
    }

    /** The key is sent only where it is required. */
    public function withKey(): self
    {
        return new self($this->method, $this->path, $this->body, true, $this->idempotencyKey, $this->repeatable);
    }

    public function unrepeatable(): self
    {
        return new self($this->method, $this->path, $this->body, $this->withKey, $this->idempotencyKey, false);
    }

    /** @throws InvalidRequestException */
    public function once(?string $idempotencyKey): self
    {
        $idempotencyKey ??= self::uuid();
        if (preg_match('/^[\x20-\x7e]{1,255}$/D', $idempotencyKey) !== 1) {
            throw new InvalidRequestException(
                'invalid_idempotency_key',
                null,
                null,
                'idempotencyKey must be 1 to 255 printable ASCII characters.',
            );
        }

        return new self($this->method, $this->path, $this->body, $this->withKey, $idempotencyKey, $this->repeatable);
    }

    public static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);

        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
