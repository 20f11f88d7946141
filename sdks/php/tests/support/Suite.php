<?php

declare(strict_types=1);

namespace Till\Tests;

use Till\Exception\TillException;

/** The tests of a file, and what they may claim. */
final class Suite
{
    /** @var array<string, \Closure(): void> */
    private static array $tests = [];

    /** @param \Closure(): void $promise */
    public static function test(string $name, \Closure $promise): void
    {
        if (isset(self::$tests[$name])) {
            throw new \LogicException("Two tests are called \"$name\".");
        }
        self::$tests[$name] = $promise;
    }

    public static function run(): void
    {
        [$passed, $failed, $skipped] = [0, 0, 0];
        foreach (self::$tests as $name => $promise) {
            try {
                $promise();
                echo "ok    $name\n";
                ++$passed;
            } catch (Skipped $e) {
                echo "\n*** {$e->getMessage()}: $name is NOT run ***\n\n";
                ++$skipped;
            } catch (\Throwable $e) {
                echo "FAIL  $name\n", preg_replace('/^/m', '      ', (string) $e), "\n";
                ++$failed;
            } finally {
                Server::stopAll();
            }
        }
        echo "counts $passed $failed $skipped\n";
    }

    public static function same(mixed $expected, mixed $actual): void
    {
        if ($expected !== $actual) {
            [$wanted, $given] = [var_export($expected, true), var_export($actual, true)];

            throw new \AssertionError("expected $wanted\nbut got $given");
        }
    }

    public static function true(bool $claim, string $what): void
    {
        if (!$claim) {
            throw new \AssertionError($what);
        }
    }

    /**
     * @template E of \Throwable
     *
     * @param class-string<E> $class exactly
     * @param \Closure(): mixed $call
     *
     * @return E
     */
    public static function throws(string $class, \Closure $call, ?string $code = null): \Throwable
    {
        try {
            $given = $call();
        } catch (\Throwable $e) {
            if (!$e instanceof $class || $e::class !== $class) {
                throw new \AssertionError("expected $class", 0, $e);
            }
            if ($code !== null) {
                self::same($code, $e instanceof TillException ? $e->errorCode : null);
            }

            return $e;
        }
        throw new \AssertionError("expected $class, but got " . var_export($given, true));
    }
}

/** A test that cannot be made here. */
final class Skipped extends \RuntimeException
{
}
