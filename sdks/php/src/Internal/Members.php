<?php

declare(strict_types=1);

namespace Till\Internal;

/**
 * Reads the members of a JSON object with their documented types. Anything else is a `ShapeException`.
 *
 * @internal
 */
final class Members
{
    private const MOMENT = '/^[0-9]{4}(?:-[0-9]{2}){2}T(?:[0-9]{2}:){2}[0-9]{2}(?:\.[0-9]{1,9})?'
        . '(?:Z|[+-][0-9]{2}:[0-9]{2})$/D';

    /** @var array<array-key, mixed> */
    private readonly array $members;

    public function __construct(mixed $json)
    {
        if (!$json instanceof JsonObject) {
            throw new ShapeException('a JSON object is missing');
        }
        $this->members = $json->members;
    }

    public function has(string $name): bool
    {
        return array_key_exists($name, $this->members);
    }

    public function object(string $name): self
    {
        return new self($this->value($name));
    }

    public function objectOrNull(string $name): ?self
    {
        return $this->value($name) === null ? null : $this->object($name);
    }

    /**
     * The items of a list of objects.
     *
     * @return list<self>
     */
    public function objects(string $name): array
    {
        return array_map(static fn (mixed $item): self => new self($item), $this->items($name));
    }

    /** @return list<string> */
    public function texts(string $name): array
    {
        return array_map(
            static fn (mixed $item): string => is_string($item) ? $item : throw self::wrong($name),
            $this->items($name),
        );
    }

    public function text(string $name): string
    {
        $value = $this->value($name);

        return is_string($value) ? $value : throw self::wrong($name);
    }

    public function textOrNull(string $name): ?string
    {
        return $this->value($name) === null ? null : $this->text($name);
    }

    public function flag(string $name): bool
    {
        $value = $this->value($name);

        return is_bool($value) ? $value : throw self::wrong($name);
    }

    public function integer(string $name): int
    {
        $value = $this->value($name);
        $isInteger = $value instanceof JsonNumber && preg_match('/^-?[0-9]{1,18}$/D', $value->digits) === 1;

        return $isInteger ? (int) $value->digits : throw self::wrong($name);
    }

    public function integerOrNull(string $name): ?int
    {
        return $this->value($name) === null ? null : $this->integer($name);
    }

    public function momentOrNull(string $name): ?\DateTimeImmutable
    {
        return $this->value($name) === null ? null : $this->moment($name);
    }

    /** In UTC. */
    public function moment(string $name): \DateTimeImmutable
    {
        $text = $this->text($name);
        if (preg_match(self::MOMENT, $text) !== 1 || date_parse($text)['warning_count'] > 0) {
            throw self::wrong($name);
        }
        try {
            return (new \DateTimeImmutable($text))->setTimezone(new \DateTimeZone('UTC'));
        } catch (\Exception) {
            throw self::wrong($name);
        }
    }

    public function amount(string $name): Amount
    {
        $value = $this->value($name);
        $amount = $value instanceof JsonNumber ? Amount::ofDigits($value->digits) : null;

        return $amount ?? throw self::wrong($name);
    }

    public function amountOrNull(string $name): ?Amount
    {
        return $this->value($name) === null ? null : $this->amount($name);
    }

    /** @return array<array-key, string>|null */
    public function textsOrNull(string $name): ?array
    {
        if ($this->value($name) === null) {
            return null;
        }
        $pairs = $this->object($name);
        $texts = [];
        foreach (array_keys($pairs->members) as $key) {
            $texts[$key] = $pairs->text((string) $key);
        }

        return $texts;
    }

    /** @return list<mixed> */
    private function items(string $name): array
    {
        $value = $this->value($name);

        return is_array($value) ? array_values($value) : throw self::wrong($name);
    }

    /** A missing member reads as null, which only few of the methods above accept. */
    private function value(string $name): mixed
    {
        return $this->members[$name] ?? null;
    }

    private static function wrong(string $name): ShapeException
    {
        return new ShapeException("$name is missing or has the wrong type");
    }
}
