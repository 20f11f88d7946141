<?php

// For projects without Composer: require this file, and every class of the library is found.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Till\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Till\\')), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
