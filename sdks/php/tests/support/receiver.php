<?php

// Verifies what comes, with the secrets of a file, and notes it.

declare(strict_types=1);

use Till\Exception\WebhookVerificationException;
use Till\WebhookVerifier;

require __DIR__ . '/../../autoload.php';

$body = (string) file_get_contents('php://input');
$verifier = new WebhookVerifier(json_decode((string) file_get_contents((string) getenv('SECRETS')), true));
try {
    $event = $verifier->verify($body, $_SERVER);
    $facts = [(new ReflectionClass($event))->getShortName(), $event->intentId ?? '', $event->amountUsdt ?? ''];
    $result = implode(' ', $facts);
    http_response_code(204);
} catch (WebhookVerificationException $e) {
    $result = $e->reason->value;
    http_response_code(401);
}
$note = ['result' => $result, 'body' => $body, 'headers' => getallheaders()];
$note['headers'] = array_change_key_case($note['headers']);
file_put_contents((string) getenv('NOTES'), json_encode($note) . "\n", FILE_APPEND);
