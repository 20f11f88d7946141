<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';
foreach (['Service', 'Server', 'TestCase'] as $name) {
    require __DIR__ . "/support/$name.php";
}
// a notice, warning or deprecation in the library or its tests is a failure
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    $ours = str_starts_with($file, dirname(__DIR__) . '/') && !str_contains($file, '/vendor/');
    if (!$ours || (error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});
