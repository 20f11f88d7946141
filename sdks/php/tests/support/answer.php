<?php

// Answers what the environment says, and notes when each request came.

declare(strict_types=1);

$answer = json_decode((string) getenv('ANSWER'), true, flags: JSON_THROW_ON_ERROR);
$notes = (string) getenv('NOTES');
$count = count(file($notes) ?: []);
file_put_contents($notes, hrtime(true) . "\n", FILE_APPEND);
usleep($answer['delayMs'] * 1_000);
header_remove('X-Powered-By');
foreach ($answer['headers'] as $name => $value) {
    header("$name: $value");
}
http_response_code($answer['status']);
while ($answer['endless']) {
    echo str_repeat(' ', 65_536);
    flush();
}
echo $answer['bodies'][min($count, count($answer['bodies']) - 1)];
