<?php

declare(strict_types=1);

namespace Till\Tests;

use FilesystemIterator;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use SplFileInfo;

final class SecrecyTest extends TestCase
{
    public function testKeyAndSecretsAreInNoDumpCastExportTraceErrorOrSerialization(): void
    {
        self::check(self::printed(dirname(__DIR__) . '/autoload.php'));
    }

    public function testNorAreTheyInTracesOfPHP81WhichDoesNotKnowSensitiveParameters(): void
    {
        $copy = Service::given('TMP') . '/without-attribute';
        $source = dirname(__DIR__);
        $folder = new RecursiveDirectoryIterator("$source/src", FilesystemIterator::SKIP_DOTS);
        $files = new RecursiveIteratorIterator($folder);
        $removed = 0;
        foreach ([new SplFileInfo("$source/autoload.php"), ...$files] as $file) {
            $target = $copy . substr((string) $file, strlen($source));
            is_dir(dirname($target)) || mkdir(dirname($target), recursive: true);
            $code = str_replace('#[\SensitiveParameter] ', '', (string) file_get_contents((string) $file), $count);
            file_put_contents($target, $code);
            $removed += $count;
        }
        self::assertTrue($removed >= 3, 'the attributes were there');
        self::check(self::printed("$copy/autoload.php"));
    }

    /** Everything that the library under this file can be made to print. */
    private static function printed(string $autoload): string
    {
        $arguments = [$autoload, Service::given('API_KEY'), Service::given('WEBHOOK_SECRET'), Service::given('URL')];
        $command = [PHP_BINARY, '-d', 'zend.exception_ignore_args=0', '-d', 'zend.exception_string_param_max_len=1000',
            '-d', 'display_errors=1', __DIR__ . '/support/secrecy.php', ...$arguments];
        exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $lines, $status);
        self::assertSame(0, $status);

        return implode("\n", $lines);
    }

    private static function check(string $text): void
    {
        foreach (['API_KEY', 'WEBHOOK_SECRET'] as $name) {
            $secret = Service::given($name);
            // the first letters are the documented prefix, the last of a secret may be padding
            $inner = substr($secret, 10, 20);
            $at = strpos($text, $inner);
            self::assertFalse($at, 'shown: ' . substr($text, max(0, (int) $at - 600), 700));
            self::assertFalse(str_contains($text, base64_encode($secret)), 'shown in base64');
        }
        self::assertTrue(substr_count($text, 'THROWN Till\Exception\\') >= 11, 'errors were made');
        $kept = substr_count($text, 'NOT SERIALIZED LogicException');
        self::assertTrue($kept >= 4, 'nothing that holds a key is serialized');
    }
}
