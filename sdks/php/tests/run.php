<?php

// php tests/run.php [--filter Wait …]: runs PHPUnit, then prints what failed and how many tests passed.

declare(strict_types=1);

$root = dirname(__DIR__);
$phpunit = "$root/vendor/bin/phpunit";
if (!is_file($phpunit)) {
    $phpunit = trim((string) shell_exec('command -v phpunit'));
}
if ($phpunit === '') {
    echo "\n*** phpunit is missing: the tests of the PHP library are NOT run ***\n\n0 passed, 0 failed, 1 skipped\n";
    exit(0);
}
$report = tempnam(sys_get_temp_dir(), 'phpunit-');
$command = [PHP_BINARY, $phpunit, '-c', "$root/phpunit.xml", '--log-junit', $report, ...array_slice($argv, 1)];
passthru(implode(' ', array_map(escapeshellarg(...), $command)), $status);
$tests = simplexml_load_string((string) file_get_contents($report)) ?: new SimpleXMLElement('<testsuites/>');
unlink($report);
$cases = $tests->xpath('//testcase') ?: [];
$failed = $tests->xpath('//testcase[failure or error or warning]') ?: [];
$skipped = $tests->xpath('//testcase[skipped]') ?: [];
foreach ($failed as $case) {
    echo "FAIL  {$case['class']}::{$case['name']}\n";
}
foreach ($skipped as $case) {
    echo "\n*** {$case['class']}::{$case['name']} is NOT run ***\n";
}
$passed = count($cases) - count($failed) - count($skipped);
echo "\n$passed passed, ", count($failed), ' failed, ', count($skipped), " skipped\n";
exit($status === 0 && $cases === [] ? 1 : $status);
