<?php

// Gives the answers of the environment in turn, and leaves later requests unanswered. One request per connection.

declare(strict_types=1);

$answers = json_decode((string) getenv('ANSWERS'), true, flags: JSON_THROW_ON_ERROR);
$server = stream_socket_server('tcp://127.0.0.1:0') ?: exit(1);
// as PHP's own server says it
echo '(http://', stream_socket_get_name($server, false), ") started\n";
$unanswered = [];
for ($number = 0;; ++$number) {
    $connection = stream_socket_accept($server, -1) ?: exit(1);
    $head = '';
    while (($line = fgets($connection)) !== false && rtrim($line) !== '') {
        $head .= $line;
    }
    $header = static fn (string $name): string => preg_match("/^$name: *(.*?)\r?$/mi", $head, $found) ? $found[1] : '';
    $length = (int) $header('Content-Length');
    $body = $length > 0 ? (string) stream_get_contents($connection, $length) : '';
    [$method, $target] = explode(' ', $head);
    [$path, $search] = explode('?', $target, 2) + [1 => ''];
    parse_str($search, $query);
    file_put_contents((string) getenv('NOTES'), json_encode([
        'method' => $method,
        'path' => $path,
        'query' => $query,
        'key' => $header('Authorization'),
        'body' => $body,
        'idempotencyKey' => $header('Idempotency-Key'),
        'at' => hrtime(true),
    ], JSON_THROW_ON_ERROR) . "\n", FILE_APPEND);
    $answer = $answers[$number] ?? null;
    if ($answer === null) {
        $unanswered[] = $connection;
        continue;
    }
    if (!($answer['lost'] ?? false)) {
        $headers = ($answer['headers'] ?? []) + ['Connection' => 'close', 'Content-Length' => strlen($answer['body'])];
        fwrite($connection, "HTTP/1.1 {$answer['status']} Status\r\n");
        foreach ($headers as $name => $value) {
            fwrite($connection, "$name: $value\r\n");
        }
        fwrite($connection, "\r\n{$answer['body']}");
    }
    fclose($connection);
}
