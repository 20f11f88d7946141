<?php

declare(strict_types=1);

namespace Till\Tests;

use Till\Exception\TillException;

abstract class TestCase extends \PHPUnit\Framework\TestCase
{
    protected function tearDown(): void
    {
        Server::stopAll();
    }

    /**
     * @template E of \Throwable
     *
     * @param class-string<E> $class exactly
     * @param \Closure(): mixed $call
     *
     * @return E
     */
    protected static function throws(string $class, \Closure $call, ?string $code = null): \Throwable
    {
        try {
            $given = $call();
        } catch (\Throwable $e) {
            self::assertSame($class, $e::class, (string) $e);
            if ($code !== null) {
                self::assertSame($code, $e instanceof TillException ? $e->errorCode : null);
            }

            return $e;
        }
        self::fail("expected $class, but got " . var_export($given, true));
    }
}
