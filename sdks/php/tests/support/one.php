<?php

// Runs the tests of one file. A notice or a warning of PHP is a failure.

declare(strict_types=1);

use Till\Tests\Suite;

require __DIR__ . '/../../autoload.php';
foreach (['Suite', 'Service', 'Server'] as $name) {
    require __DIR__ . "/$name.php";
}
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});
assert(is_string($argv[1]));
require $argv[1];
Suite::run();
