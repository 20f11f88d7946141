<?php

declare(strict_types=1);

use Till\Tests\Service;
use Till\Tests\Suite;

// all that the library under this file can be made to print
$printed = static function (string $autoload): string {
    $arguments = [$autoload, Service::given('API_KEY'), Service::given('WEBHOOK_SECRET'), Service::given('URL')];
    $command = [PHP_BINARY, '-d', 'zend.exception_ignore_args=0', '-d', 'zend.exception_string_param_max_len=1000',
        '-d', 'display_errors=1', __DIR__ . '/support/secrecy.php', ...$arguments];
    exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $lines, $status);
    Suite::same(0, $status);

    return implode("\n", $lines);
};
$check = static function (string $text): void {
    foreach (['API_KEY', 'WEBHOOK_SECRET'] as $name) {
        $secret = Service::given($name);
        // the first letters are the documented prefix, the last of a secret may be padding
        $inner = substr($secret, 10, 20);
        $at = strpos($text, $inner);
        Suite::true($at === false, 'shown: ' . substr($text, max(0, (int) $at - 600), 700));
        Suite::true(!str_contains($text, base64_encode($secret)), 'shown in base64');
    }
    Suite::true(substr_count($text, 'THROWN Till\Exception\\') >= 11, 'errors were made');
    Suite::true(substr_count($text, 'NOT SERIALIZED LogicException') >= 4, 'nothing that holds a key is serialized');
};
$name = 'key and secrets are in no dump, cast, export, trace, error or serialization';
Suite::test($name, static function () use ($printed, $check): void {
    $check($printed(dirname(__DIR__) . '/autoload.php'));
});
$name = 'nor are they in traces of PHP 8.1, which does not know sensitive parameters';
Suite::test($name, static function () use ($printed, $check): void {
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
    Suite::true($removed >= 3, 'the attributes were there');
    $check($printed("$copy/autoload.php"));
});
