<?php

// Prints everything that a program may print of a client, a verifier and their errors. Arguments: autoload file, key,
// secret, address of the service. At file scope, so that no frame but the library's own holds the key.

declare(strict_types=1);

use Till\Till;
use Till\WebhookVerifier;

require $argv[1];

$show = static function (mixed $value): void {
    var_dump($value);
    print_r($value);
    try {
        var_export($value);
    } catch (Throwable $e) {
        echo $e;
    }
    echo @json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
    if (is_object($value)) {
        print_r((array) $value);
        print_r((new ReflectionObject($value))->getProperties());
    }
    if ($value instanceof Throwable) {
        echo $value, "\n";
        print_r($value->getTrace());
    }
    try {
        echo serialize($value);
    } catch (Throwable $e) {
        echo "NOT SERIALIZED $e\n";
    }
};
$attempt = static function (Closure $call) use ($show): void {
    try {
        $show($call());
    } catch (Throwable $e) {
        echo 'THROWN ', $e::class, "\n";
        $show($e);
    }
};
[$key, $secret, $url] = [$argv[2], $argv[3], $argv[4]];
$till = new Till($key, $url);
$away = new Till($key, 'http://127.0.0.1:1', maxRetries: 0);
// a proxy's password is one too
$proxied = new Till($key, $url, maxRetries: 0, curlOptions: [
    CURLOPT_PROXY => 'http://127.0.0.1:1',
    CURLOPT_PROXYUSERPWD => "shop:$secret",
]);
$verifier = new WebhookVerifier([$secret, $secret]);
$show($till);
$show(['nested' => [$till, $verifier]]);
$show($till->intents());
$show($till->intents()->iterate());
$show($till->refunds());
$show($till->refunds()->iterate());
$show($till->webhookEndpoints());
$show($till->events()->listen());
$show($till->events()->listen()->getIterator());
$attempt(static fn () => $away->webhookEndpoints()->create('https://shop.example/hooks'));
$attempt(static fn () => $away->refunds()->create('x', 1));
$attempt(static fn () => $proxied->events()->list());
$show($verifier);
$show($proxied);
$attempt(static fn () => $proxied->intents()->create(1));
$attempt(static fn () => clone $till);
foreach (['create' => [1], 'cancel' => ['no uuid'], 'get' => ['no uuid']] as $verb => $arguments) {
    $attempt(static fn () => $till->intents()->$verb(...$arguments));
    $attempt(static fn () => $away->intents()->$verb(...$arguments));
}
$attempt(static fn () => $away->reports()->sales());
$attempt(static fn () => $away->intents()->wait('x', timeoutSeconds: 0.05, intervalSeconds: 0.01));
$attempt(static fn () => $verifier->verify('{}', []));
$attempt(static fn () => $verifier->verify('{}', ['X-Service-Signature' => 'x'] + $verifier->sign('{}')));
$attempt(static fn () => $verifier->verify('no JSON', $verifier->sign('no JSON')));
$attempt(static fn () => $verifier->verify([], []));
foreach ([[" $key", $url], ["$key\n", $url], [$key, 'nowhere'], [$key, $url, -1.0]] as $arguments) {
    try {
        new Till(...$arguments);
    } catch (Throwable $e) {
        $show($e);
    }
}
foreach ([[" $secret"], ["$secret\n"], [[$secret, "\"$secret\""]], [$secret, 0]] as $arguments) {
    try {
        new WebhookVerifier(...$arguments);
    } catch (Throwable $e) {
        $show($e);
    }
}
