<?php

declare(strict_types=1);

namespace Till\Tests;

use Till\Till;

/** The running service, the proxy before it that spoils requests, and the vectors. */
final class Service
{
    private static int $tokens = 0;

    public static function given(string $name): string
    {
        return getenv("TILL_TEST_$name") ?: throw new \LogicException("TILL_TEST_$name is not set.");
    }

    /** @param mixed ...$settings of the client, by name */
    public static function client(mixed ...$settings): Till
    {
        return new Till(...$settings + ['apiKey' => self::given('API_KEY'), 'baseUrl' => self::given('URL')]);
    }

    /** An address under which requests meet, one after another, what the plan says. */
    public static function faulty(string $plan): string
    {
        return self::given('FAULTS_URL') . "/$plan/t" . getmypid() . 'x' . ++self::$tokens;
    }

    /** @return list<array{method: string, path: string, headers: array<string, string>, body: string, atMs: float}> */
    public static function requests(string $faulty): array
    {
        return json_decode((string) file_get_contents("$faulty/requests"), true, flags: JSON_THROW_ON_ERROR);
    }

    /**
     * Stops or starts the service, or runs an operator's command.
     *
     * @return array<string, mixed>
     */
    public static function control(string $verb, string ...$arguments): array
    {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => 'Content-Type: application/json',
            'content' => json_encode($arguments, JSON_THROW_ON_ERROR),
            'timeout' => 120,
        ]]);
        $answer = (string) file_get_contents(self::given('CONTROL_URL') . "/$verb", false, $context);

        return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
    }

    public static function vectors(string $name): mixed
    {
        $text = (string) file_get_contents(self::given('VECTORS') . "/$name.json");

        return json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    }

    /**
     * Asks again and again until there is something; fails after 20 s.
     *
     * @template T
     *
     * @param \Closure(): T $check
     *
     * @return T
     */
    public static function waitFor(string $what, \Closure $check): mixed
    {
        $until = hrtime(true) + 20e9;
        while (hrtime(true) < $until) {
            $value = $check();
            if ($value) {
                return $value;
            }
            usleep(20_000);
        }
        throw new \AssertionError("waited 20 s for $what");
    }
}
