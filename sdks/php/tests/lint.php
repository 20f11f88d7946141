<?php

// php tests/lint.php: php -l on every file of ours.

declare(strict_types=1);

$root = dirname(__DIR__);
$wrong = 0;
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) {
    if ($file->getExtension() === 'php' && !str_starts_with((string) $file, "$root/vendor/")) {
        exec(escapeshellarg(PHP_BINARY) . ' -l ' . escapeshellarg((string) $file) . ' 2>&1', $lines, $status);
        if ($status !== 0) {
            echo implode("\n", $lines), "\n";
            ++$wrong;
        }
        $lines = [];
    }
}
exit($wrong > 0 ? 1 : 0);
