<?php

declare(strict_types=1);

namespace Till\Tests;

use ArrayIterator;
use Closure;
use DateTimeImmutable;
use stdClass;
use Till\Event\PaymentSuccess;
use Till\Event\UnknownEvent;
use Till\Event\WebhookEvent;
use Till\Exception\ConfigurationException;
use Till\Exception\WebhookVerificationException;
use Till\VerificationReason;
use Till\WebhookVerifier;

final class WebhooksTest extends TestCase
{
    private const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    /** @return iterable<string, array{array<string, mixed>}> */
    public static function signatures(): iterable
    {
        foreach (Service::vectors('signatures')['vectors'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /**
     * @dataProvider signatures
     *
     * @param array<string, mixed> $one
     */
    public function testSignsAsTheServiceDoes(array $one): void
    {
        $timestamp = new DateTimeImmutable("@{$one['timestampSeconds']}");
        $headers = (new WebhookVerifier($one['secret']))->sign($one['body'], $one['eventId'], $timestamp);
        $expected = [
            'X-Service-Signature' => $one['serviceSignature'],
            'X-Service-Event-Id' => $one['eventId'],
            'webhook-id' => $one['eventId'],
            'webhook-timestamp' => (string) $one['timestampSeconds'],
            'webhook-signature' => $one['standardSignature'],
        ];
        self::assertSame($expected, array_intersect_key($headers, $expected));
        (new WebhookVerifier($one['secret']))->verifySignature($one['body'], $one['serviceSignature']);
    }

    public function testSignsWithAllHeadersOfTheServiceInItsOrder(): void
    {
        ['names' => $names, 'fixed' => $fixed, 'ofBody' => $bodies] = Service::vectors('signatures')['headers'];
        $headers = (new WebhookVerifier(self::SECRET))->sign($bodies[0]['body']);
        self::assertSame($names, array_keys($headers));
        self::assertSame($fixed, array_intersect_key($headers, $fixed));
    }

    /** @return iterable<string, array{string, array<string, string>}> */
    public static function signedBodies(): iterable
    {
        foreach (Service::vectors('signatures')['headers']['ofBody'] as $one) {
            yield $one['name'] => [$one['body'], $one['headers']];
        }
        yield "text that isn't UTF-8" => ["{\"event\":\"\xff\"}", []];
    }

    /**
     * @dataProvider signedBodies
     *
     * @param array<string, string> $expected
     */
    public function testWhatTheBodyDoesNotHaveIsInNoHeader(string $body, array $expected): void
    {
        $headers = (new WebhookVerifier(self::SECRET))->sign($body);
        $named = ['X-Service-Event' => 0, 'X-Service-Environment' => 0, 'X-Service-Livemode' => 0];
        self::assertSame($expected, array_intersect_key($headers, $named));
        self::assertCount(7 + count($expected), $headers);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function cases(): iterable
    {
        foreach (Service::vectors('verify')['cases'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    public function testTakesHeadersAsServersAndFrameworksSpellThem(): void
    {
        ['cases' => [$one], 'spellings' => $spellings] = Service::vectors('verify');
        $verifier = new WebhookVerifier($one['secrets'], now: self::clock($one['now']));
        foreach ($spellings as ['name' => $name, 'headers' => $headers]) {
            $lists = array_map(static fn (string $value): array => [$value], $headers);
            foreach ([$headers, $lists] as $given) {
                self::assertSame($one['headers']['webhook-id'], $verifier->verify($one['body'], $given)->id, $name);
            }
        }
    }

    /**
     * @dataProvider cases
     *
     * @param array<string, mixed> $one
     */
    public function testVerifiesAsTheVectorsSay(array $one): void
    {
        $verifier = new WebhookVerifier($one['secrets'], now: self::clock($one['now']));
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
                self::assertSame($one['headers']['webhook-id'] ?? $one['headers']['WEBHOOK-ID'], $verify()->id);
            } else {
                self::reason(VerificationReason::from($one['result']), $verify);
            }
        }
    }

    /** @return iterable<string, list<string>> */
    public static function wrongSecrets(): iterable
    {
        foreach (Service::vectors('verify')['secrets']['refused'] as $one) {
            yield $one['name'] => [$one['secret']];
        }
    }

    /** @dataProvider wrongSecrets */
    public function testASecretIsRefused(string $secret): void
    {
        $make = static fn () => new WebhookVerifier($secret);
        $e = self::throws(ConfigurationException::class, $make, 'invalid_configuration');
        self::assertTrue(strlen($secret) < 12 || !str_contains($e->getMessage(), substr($secret, 6)), 'shown');
        self::throws(ConfigurationException::class, static fn () => new WebhookVerifier([self::SECRET, $secret]));
    }

    /** @return iterable<string, list<string>> */
    public static function secrets(): iterable
    {
        foreach (Service::vectors('verify')['secrets']['taken'] as $secret) {
            yield $secret => [$secret];
        }
    }

    /** @dataProvider secrets */
    public function testASecretIsTaken(string $secret): void
    {
        $verifier = new WebhookVerifier($secret);
        $body = '{"event":"moon.risen"}';
        self::assertSame('moon.risen', $verifier->verify($body, $verifier->sign($body))->type);
    }

    public function testASecretThatIsNotSetAndNoneAtAllAreRefused(): void
    {
        foreach ([false, null, [], [null], [[]]] as $secret) {
            self::throws(ConfigurationException::class, static fn () => new WebhookVerifier($secret));
        }
        self::throws(ConfigurationException::class, static fn () => new WebhookVerifier(self::SECRET, 0));
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function events(): iterable
    {
        foreach (Service::vectors('events')['events'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /**
     * @dataProvider events
     *
     * @param array<string, mixed> $one
     */
    public function testAnEventIsRead(array $one): void
    {
        $verifier = new WebhookVerifier(self::SECRET);
        $event = $verifier->verify($one['body'], $verifier->sign($one['body'], 'evt_1'));
        self::assertSame(['evt_1', $one['event']['type']], [$event->id, $event->type]);
        self::assertTrue($event->body == json_decode($one['body'], true), 'the body is as it came');
        self::assertSame(isset($one['event']['unknown']), $event instanceof UnknownEvent);
        $members = array_diff_key(get_object_vars($event), ['id' => 0, 'type' => 0, 'body' => 0]);
        $expected = array_diff_key($one['event'], ['type' => 0, 'unknown' => 0]);
        self::assertSame(array_map(self::camel(...), array_keys($expected)), array_keys($members));
        foreach ($expected as $name => $value) {
            $given = $members[self::camel($name)];
            $given = $given instanceof DateTimeImmutable ? $given->format('Y-m-d\TH:i:s.v\Z') : $given;
            self::assertSame($name === 'amount_micros' ? (int) $value : $value, $given);
        }
    }

    /** @return iterable<string, list<string>> */
    public static function bodies(): iterable
    {
        foreach (Service::vectors('events')['refused'] as $one) {
            yield $one['name'] => [$one['body']];
        }
    }

    /** @dataProvider bodies */
    public function testASignedBodyThatIsNoEventIsRefused(string $body): void
    {
        $verifier = new WebhookVerifier(self::SECRET);
        $headers = $verifier->sign($body);
        self::reason(VerificationReason::InvalidBody, static fn () => $verifier->verify($body, $headers));
    }

    public function testABodyThatIsParsedOrNothingSaysSo(): void
    {
        $verifier = new WebhookVerifier(self::SECRET);
        foreach ([[], ['event' => 'test.ping'], new stdClass(), null, false, 1, 1.5] as $body) {
            $verify = static fn () => $verifier->verify($body, $verifier->sign('{}'));
            self::reason(VerificationReason::ParsedBody, $verify);
            self::reason(VerificationReason::ParsedBody, static fn () => $verifier->verifySignature($body, 'x'));
        }
    }

    public function testTheOneSignatureAloneHexInEitherCaseAndNothingElse(): void
    {
        $verifier = new WebhookVerifier([self::SECRET, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']);
        $signature = (new WebhookVerifier('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'))->sign('x')['X-Service-Signature'];
        $verifier->verifySignature('x', $signature);
        $verifier->verifySignature('x', strtoupper($signature));
        foreach ([null, ''] as $none) {
            self::reason(VerificationReason::MissingHeader, static fn () => $verifier->verifySignature('x', $none));
        }
        foreach (["$signature ", substr($signature, 1), 'x'] as $wrong) {
            $verify = static fn () => $verifier->verifySignature('x', $wrong);
            self::reason(VerificationReason::SignatureMismatch, $verify);
        }
        $verify = static fn () => $verifier->verifySignature('y', $signature);
        self::reason(VerificationReason::SignatureMismatch, $verify);
    }

    public function testSignsByTheFirstSecretAndInWebhookSignatureByEveryOne(): void
    {
        $other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
        $headers = (new WebhookVerifier([self::SECRET, $other]))->sign('{"event":"x"}');
        $alone = (new WebhookVerifier(self::SECRET))->sign('{"event":"x"}');
        self::assertSame($alone['X-Service-Signature'], $headers['X-Service-Signature']);
        self::assertCount(2, explode(' ', $headers['webhook-signature']));
        self::assertSame('x', (new WebhookVerifier(self::SECRET))->verify('{"event":"x"}', $headers)->type);
    }

    public function testTheToleranceCanBeAnother(): void
    {
        $timestamp = new DateTimeImmutable('@1000');
        $headers = (new WebhookVerifier(self::SECRET))->sign('{"event":"x"}', timestamp: $timestamp);
        $verifier = static fn (int $now) => new WebhookVerifier(self::SECRET, 5, self::clock($now));
        self::assertSame('x', $verifier(1_005)->verify('{"event":"x"}', $headers)->type);
        $late = static fn () => $verifier(1_006)->verify('{"event":"x"}', $headers);
        self::reason(VerificationReason::TimestampTooOld, $late);
    }

    public function testSeveralValuesOfAHeaderAreOneJoinedAsHTTPSays(): void
    {
        $verifier = new WebhookVerifier(self::SECRET);
        $headers = $verifier->sign('{"event":"x"}');
        $twice = ['webhook-id' => ['a', 'b']] + $headers;
        self::reason(VerificationReason::SignatureMismatch, static fn () => $verifier->verify('{"event":"x"}', $twice));
        $joined = ['webhook-id' => ['a', 'b']] + $verifier->sign('{"event":"x"}', 'a, b');
        self::assertSame('a, b', $verifier->verify('{"event":"x"}', $joined)->id);
        $without = ['webhook-id' => []] + $headers;
        self::reason(VerificationReason::MissingHeader, static fn () => $verifier->verify('{}', $without));
    }

    public function testAWebhookThatTheServiceReallySendsIsVerifiedAndTyped(): void
    {
        [, $find] = self::receiver();
        $till = Service::client();
        $intent = $till->intents()->create('12.345678');
        $till->sandbox()->simulate($intent->id);
        $note = $find("PaymentSuccess {$intent->id}");
        self::assertSame("PaymentSuccess {$intent->id} 12.345678", $note['result']);
        self::assertSame("IntentCreated {$intent->id} 12.345678", $find("IntentCreated {$intent->id}")['result']);
    }

    public function testDuringARotationBothSecretsAreWanted(): void
    {
        [$secrets, $find] = self::receiver();
        $till = Service::client();
        $old = Service::given('WEBHOOK_SECRET');
        $endpoint = Service::given('WEBHOOK_ENDPOINT_ID');
        $rotated = Service::control('admin', 'rotate-webhook-secret', '--endpoint', $endpoint);
        $new = array_values(preg_grep('/^whsec_/', array_filter($rotated, is_string(...))))[0];
        file_put_contents($secrets, json_encode([$old, $new]));
        $id = $till->intents()->create(1)->id;
        $note = $find("IntentCreated $id");
        self::assertCount(2, explode(' ', $note['headers']['webhook-signature']));
        $verify = static fn (string ...$given): WebhookEvent => (new WebhookVerifier($given))
            ->verify($note['body'], $note['headers']);
        self::assertSame('intent.created', $verify($new, $old)->type);
        self::assertSame('intent.created', $verify($old)->type);
        self::reason(VerificationReason::SignatureMismatch, static fn () => $verify($new));
    }

    public function testAnEventCanBeMadeByHandForTestsOfYourOwn(): void
    {
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
        self::assertSame(['payment.success', []], [$event->type, $event->body]);
    }

    private static function clock(int $seconds): Closure
    {
        return static fn (): DateTimeImmutable => new DateTimeImmutable("@$seconds");
    }

    private static function reason(VerificationReason $reason, Closure $call): void
    {
        $e = self::throws(WebhookVerificationException::class, $call, 'signature_verification_failed');
        self::assertSame([$reason, null], [$e->reason, $e->status]);
    }

    /** `intent_id` → `intentId` */
    private static function camel(string $name): string
    {
        return lcfirst(str_replace('_', '', ucwords($name, '_')));
    }

    /**
     * A receiver at the merchant's endpoint, which verifies with the secrets of a file and notes what came.
     *
     * @return array{string, Closure(string): array<string, mixed>}
     */
    private static function receiver(): array
    {
        [$secrets, $notes] = [Server::file(), Server::file()];
        file_put_contents($secrets, json_encode([Service::given('WEBHOOK_SECRET')]));
        $env = ['SECRETS' => $secrets, 'NOTES' => $notes];
        Server::start(__DIR__ . '/support/receiver.php', $env, (int) Service::given('WEBHOOK_PORT'));
        $look = static function (string $text) use ($notes): ?array {
            foreach (file($notes) ?: [] as $line) {
                if (str_contains($line, $text)) {
                    return json_decode($line, true);
                }
            }

            return null;
        };

        return [
            $secrets,
            static fn (string $text): array => Service::waitFor($text, static fn (): ?array => $look($text)),
        ];
    }
}
