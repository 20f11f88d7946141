<?php

// A forward proxy under php -S, which is asked for whole addresses: hands each request on to the service.

declare(strict_types=1);

$uri = $_SERVER['REQUEST_URI'];
file_put_contents(getenv('NOTES'), "{$_SERVER['REQUEST_METHOD']} $uri\n", FILE_APPEND);
$lines = [];
foreach (getallheaders() as $name => $value) {
    if (!in_array(strtolower($name), ['host', 'connection', 'content-length', 'proxy-connection'], true)) {
        $lines[] = "$name: $value";
    }
}
$path = (string) preg_replace('~^https?://[^/]+~', '', $uri);
$handle = curl_init(getenv('SERVICE') . $path);
curl_setopt_array($handle, [
    CURLOPT_CUSTOMREQUEST => $_SERVER['REQUEST_METHOD'],
    CURLOPT_HTTPHEADER => $lines,
    CURLOPT_POSTFIELDS => file_get_contents('php://input'),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_PROXY => '',
]);
$body = curl_exec($handle);
http_response_code(curl_getinfo($handle, CURLINFO_RESPONSE_CODE));
header('Content-Type: application/json');
echo $body;
