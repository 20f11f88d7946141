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
    /**
     * @param bool $repeatable false: retried only after a 429, because the call isn't idempotent
     * @param int $extraSeconds how much longer than others the call may take
     */
    private function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly ?string $body,
        public readonly bool $withKey = false,
        public readonly ?string $idempotencyKey = null,
        public readonly bool $repeatable = true,
        public readonly int $extraSeconds = 0,
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

    public static function patch(string $path, string $body): self
    {
        return new self('PATCH', $path, $body);
    }

    public static function delete(string $path): self
    {
        return new self('DELETE', $path, null);
    }

    /** The key is sent only where it is required. */
    public function withKey(): self
    {
        return $this->but(withKey: true);
    }

    public function unrepeatable(): self
    {
        return $this->but(repeatable: false);
    }

    public function longer(int $seconds): self
    {
        return $this->but(extraSeconds: $seconds);
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

        return $this->but(idempotencyKey: $idempotencyKey);
    }

    public static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);

        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private function but(
        ?bool $withKey = null,
        ?string $idempotencyKey = null,
        ?bool $repeatable = null,
        ?int $extraSeconds = null,
    ): self {
        return new self(
            $this->method,
            $this->path,
            $this->body,
            $withKey ?? $this->withKey,
            $idempotencyKey ?? $this->idempotencyKey,
            $repeatable ?? $this->repeatable,
            $extraSeconds ?? $this->extraSeconds,
        );
    }
}
