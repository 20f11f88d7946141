<?php

declare(strict_types=1);

use Till\Event\PaymentSuccess;
use Till\Event\UnknownEvent;
use Till\Event\WebhookEvent;
use Till\Exception\ConfigurationException;
use Till\Exception\WebhookVerificationException;
use Till\Tests\Server;
use Till\Tests\Service;
use Till\Tests\Suite;
use Till\VerificationReason;
use Till\WebhookVerifier;

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
$vectors = Service::vectors('verify');
$events = Service::vectors('events');
$clock = static fn (int $seconds): Closure => static fn (): DateTimeImmutable => new DateTimeImmutable("@$seconds");
$reason = static function (VerificationReason $reason, Closure $call): WebhookVerificationException {
    $e = Suite::throws(WebhookVerificationException::class, $call, 'signature_verification_failed');
    Suite::same([$reason, null], [$e->reason, $e->status]);

    return $e;
};

foreach (Service::vectors('signatures')['vectors'] as $one) {
    Suite::test("signs as the service does: {$one['name']}", static function () use ($one): void {
        $timestamp = new DateTimeImmutable("@{$one['timestampSeconds']}");
        $headers = (new WebhookVerifier($one['secret']))->sign($one['body'], $one['eventId'], $timestamp);
        Suite::same([
            'X-Service-Signature' => $one['serviceSignature'],
            'X-Service-Event-Id' => $one['eventId'],
            'webhook-id' => $one['eventId'],
            'webhook-timestamp' => (string) $one['timestampSeconds'],
            'webhook-signature' => $one['standardSignature'],
        ], $headers);
        (new WebhookVerifier($one['secret']))->verifySignature($one['body'], $one['serviceSignature']);
    });
}
foreach ($vectors['cases'] as $one) {
    Suite::test("verified: {$one['name']}", static function () use ($one, $clock, $reason): void {
        $verifier = new WebhookVerifier($one['secrets'], now: $clock($one['now']));
        $body = $one['body'] ?? base64_decode($one['bodyBase64'], true);
        $server = [];
        foreach ($one['headers'] as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        }
        $spellings = [
            'getallheaders()' => $one['headers'],
            'lists' => array_map(static fn (mixed $value): array => (array) $value, $one['headers']),
            '$_SERVER' => $server + ['argv' => [], 'argc' => 0, 'REQUEST_TIME_FLOAT' => 1.5],
            'an iterator' => new ArrayIterator($one['headers']),
        ];
        foreach ($spellings as $headers) {
            $verify = static fn () => $verifier->verify($body, $headers);
            if ($one['result'] === 'genuine') {
                Suite::same($one['headers']['webhook-id'] ?? $one['headers']['WEBHOOK-ID'], $verify()->id);
            } else {
                $reason(VerificationReason::from($one['result']), $verify);
            }
        }
    });
}
foreach ($vectors['secrets']['refused'] as $one) {
    Suite::test("refused as a secret: {$one['name']}", static function () use ($one): void {
        $make = static fn () => new WebhookVerifier($one['secret']);
        $e = Suite::throws(ConfigurationException::class, $make, 'invalid_configuration');
        Suite::true(strlen($one['secret']) < 12 || !str_contains($e->getMessage(), substr($one['secret'], 6)), 'shown');
        Suite::throws(ConfigurationException::class, static fn () => new WebhookVerifier([SECRET, $one['secret']]));
    });
}
foreach ($vectors['secrets']['taken'] as $secret) {
    Suite::test("taken as a secret: $secret", static function () use ($secret): void {
        $verifier = new WebhookVerifier($secret);
        $body = '{"event":"moon.risen"}';
        Suite::same('moon.risen', $verifier->verify($body, $verifier->sign($body))->type);
    });
}
Suite::test('a secret that is not set, and none at all, are refused', static function (): void {
    foreach ([false, null, [], [null], [[]]] as $secret) {
        Suite::throws(ConfigurationException::class, static fn () => new WebhookVerifier($secret));
    }
    Suite::throws(ConfigurationException::class, static fn () => new WebhookVerifier(SECRET, 0));
});

/** `intent_id` → `intentId` */
$camel = static fn (string $name): string => lcfirst(str_replace('_', '', ucwords($name, '_')));
foreach ($events['events'] as $one) {
    Suite::test("read: {$one['name']}", static function () use ($one, $camel): void {
        $verifier = new WebhookVerifier(SECRET);
        $event = $verifier->verify($one['body'], $verifier->sign($one['body'], 'evt_1'));
        Suite::same(['evt_1', $one['event']['type']], [$event->id, $event->type]);
        Suite::true($event->body == json_decode($one['body'], true), 'the body is as it came');
        Suite::same(isset($one['event']['unknown']), $event instanceof UnknownEvent);
        $members = array_diff_key(get_object_vars($event), ['id' => 0, 'type' => 0, 'body' => 0]);
        $expected = array_diff_key($one['event'], ['type' => 0, 'unknown' => 0]);
        Suite::same(array_map($camel, array_keys($expected)), array_keys($members));
        foreach ($expected as $name => $value) {
            $given = $members[$camel($name)];
            $given = $given instanceof DateTimeImmutable ? $given->format('Y-m-d\TH:i:s.v\Z') : $given;
            Suite::same($name === 'amount_micros' ? (int) $value : $value, $given);
        }
    });
}
foreach ($events['refused'] as $one) {
    Suite::test("signed, but no event: {$one['name']}", static function () use ($one, $reason): void {
        $verifier = new WebhookVerifier(SECRET);
        $headers = $verifier->sign($one['body']);
        $reason(VerificationReason::InvalidBody, static fn () => $verifier->verify($one['body'], $headers));
    });
}
Suite::test('a body that is parsed, or nothing, says so', static function () use ($reason): void {
    $verifier = new WebhookVerifier(SECRET);
    foreach ([[], ['event' => 'test.ping'], new stdClass(), null, false, 1, 1.5] as $body) {
        $reason(VerificationReason::ParsedBody, static fn () => $verifier->verify($body, $verifier->sign('{}')));
        $reason(VerificationReason::ParsedBody, static fn () => $verifier->verifySignature($body, 'x'));
    }
});
Suite::test('the one signature alone: hex in either case, and nothing else', static function () use ($reason): void {
    $verifier = new WebhookVerifier([SECRET, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']);
    $signature = (new WebhookVerifier('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'))->sign('x')['X-Service-Signature'];
    $verifier->verifySignature('x', $signature);
    $verifier->verifySignature('x', strtoupper($signature));
    foreach ([null, ''] as $none) {
        $reason(VerificationReason::MissingHeader, static fn () => $verifier->verifySignature('x', $none));
    }
    foreach (["$signature ", substr($signature, 1), 'x'] as $wrong) {
        $reason(VerificationReason::SignatureMismatch, static fn () => $verifier->verifySignature('x', $wrong));
    }
    $reason(VerificationReason::SignatureMismatch, static fn () => $verifier->verifySignature('y', $signature));
});
Suite::test('signs by the first secret, and in webhook-signature by every one', static function (): void {
    $other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    $headers = (new WebhookVerifier([SECRET, $other]))->sign('{"event":"x"}');
    $alone = (new WebhookVerifier(SECRET))->sign('{"event":"x"}');
    Suite::same($alone['X-Service-Signature'], $headers['X-Service-Signature']);
    Suite::same(2, count(explode(' ', $headers['webhook-signature'])));
    Suite::same('x', (new WebhookVerifier(SECRET))->verify('{"event":"x"}', $headers)->type);
});
Suite::test('the tolerance can be another', static function () use ($clock, $reason): void {
    $headers = (new WebhookVerifier(SECRET))->sign('{"event":"x"}', timestamp: new DateTimeImmutable('@1000'));
    $verifier = static fn (int $now) => new WebhookVerifier(SECRET, toleranceSeconds: 5, now: $clock($now));
    Suite::same('x', $verifier(1_005)->verify('{"event":"x"}', $headers)->type);
    $late = static fn () => $verifier(1_006)->verify('{"event":"x"}', $headers);
    $reason(VerificationReason::TimestampTooOld, $late);
});
Suite::test('several values of a header are one, joined as HTTP says', static function () use ($reason): void {
    $verifier = new WebhookVerifier(SECRET);
    $headers = $verifier->sign('{"event":"x"}');
    $twice = ['webhook-id' => ['a', 'b']] + $headers;
    $reason(VerificationReason::SignatureMismatch, static fn () => $verifier->verify('{"event":"x"}', $twice));
    $joined = ['webhook-id' => ['a', 'b']] + $verifier->sign('{"event":"x"}', 'a, b');
    Suite::same('a, b', $verifier->verify('{"event":"x"}', $joined)->id);
    $without = ['webhook-id' => []] + $headers;
    $reason(VerificationReason::MissingHeader, static fn () => $verifier->verify('{}', $without));
});

/**
 * A receiver at the merchant's endpoint, which verifies with the secrets of a file and notes what came.
 *
 * @return array{string, Closure(string): array{string, string}}
 */
$receiver = static function (): array {
    [$secrets, $notes] = [Server::file(), Server::file()];
    file_put_contents($secrets, json_encode([Service::given('WEBHOOK_SECRET')]));
    $env = ['SECRETS' => $secrets, 'NOTES' => $notes];
    Server::start(__DIR__ . '/support/receiver.php', $env, (int) Service::given('WEBHOOK_PORT'));
    $find = static fn (string $text): array => Service::waitFor($text, static function () use ($text, $notes): ?array {
        foreach (file($notes) ?: [] as $line) {
            if (str_contains($line, $text)) {
                return json_decode($line, true);
            }
        }

        return null;
    });

    return [$secrets, $find];
};
Suite::test('a webhook that the service really sends is verified and typed', static function () use ($receiver): void {
    [, $find] = $receiver();
    $till = Service::client();
    $intent = $till->intents->create('12.345678');
    $till->sandbox->simulate($intent->id);
    $note = $find("PaymentSuccess {$intent->id}");
    Suite::same("PaymentSuccess {$intent->id} 12.345678", $note['result']);
    Suite::same("IntentCreated {$intent->id} 12.345678", $find("IntentCreated {$intent->id}")['result']);
});
Suite::test('during a rotation both secrets are wanted', static function () use ($receiver, $reason): void {
    [$secrets, $find] = $receiver();
    $till = Service::client();
    $old = Service::given('WEBHOOK_SECRET');
    $rotated = Service::control('admin', 'rotate-webhook-secret', '--endpoint', Service::given('WEBHOOK_ENDPOINT_ID'));
    $new = array_values(preg_grep('/^whsec_/', array_filter($rotated, is_string(...))))[0];
    file_put_contents($secrets, json_encode([$old, $new]));
    $id = $till->intents->create(1)->id;
    $note = $find("IntentCreated $id");
    Suite::same(2, count(explode(' ', $note['headers']['webhook-signature'])));
    $verify = static fn (string ...$given): WebhookEvent => (new WebhookVerifier($given))
        ->verify($note['body'], $note['headers']);
    Suite::same('intent.created', $verify($new, $old)->type);
    Suite::same('intent.created', $verify($old)->type);
    $reason(VerificationReason::SignatureMismatch, static fn () => $verify($new));
});
Suite::test('an event can be made by hand, for tests of your own', static function (): void {
    $event = new PaymentSuccess(
        id: 'evt_1',
        intentId: 'i',
        transferId: null,
        amountUsdt: '1',
        amountMicros: 1_000_000,
        currency: 'USDT',
        terminalId: 't',
        terminalName: 'Bar',
        environment: 'sandbox',
        livemode: false,
        simulated: true,
        timestamp: new DateTimeImmutable(),
    );
    Suite::same(['payment.success', []], [$event->type, $event->body]);
});
