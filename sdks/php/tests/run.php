<?php

// php tests/run.php [Amounts …]: every file of tests in a process of its own, then how many passed.

declare(strict_types=1);

$files = array_filter(
    glob(__DIR__ . '/*Test.php') ?: [],
    static fn (string $file): bool => $argc < 2 || in_array(basename($file, 'Test.php'), $argv, true),
);
$one = __DIR__ . '/support/one.php';
$total = ['passed' => 0, 'failed' => 0, 'skipped' => 0];
foreach ($files as $file) {
    echo "\n", basename($file, '.php'), "\n";
    $process = proc_open(
        // as strict as a developer's machine: every notice shown, arguments kept in traces
        [PHP_BINARY, '-d', 'zend.exception_ignore_args=0', '-d', 'display_errors=stderr', $one, $file],
        [1 => ['pipe', 'w']],
        $pipes,
    );
    $output = '';
    while (!feof($pipes[1])) {
        $chunk = (string) fgets($pipes[1]);
        $output .= $chunk;
        echo str_starts_with($chunk, 'counts ') ? '' : $chunk;
    }
    $status = proc_close($process);
    if (preg_match('/^counts (\d+) (\d+) (\d+)$/m', $output, $counts) === 1) {
        $total['passed'] += (int) $counts[1];
        $total['failed'] += (int) $counts[2];
        $total['skipped'] += (int) $counts[3];
    } else {
        echo "FAIL  the file ended ($status) before its end\n";
        ++$total['failed'];
    }
}
echo "\n{$total['passed']} passed, {$total['failed']} failed, {$total['skipped']} skipped\n";
exit($total['failed'] > 0 || $files === [] ? 1 : 0);
