<?php

declare(strict_types=1);

namespace Till;

use Till\Event\WebhookEvent;
use Till\Exception\ConfigurationException;
use Till\Exception\WebhookVerificationException;
use Till\Internal\Call;
use Till\Internal\EventReader;
use Till\Internal\HeaderReader;
use Till\Internal\Json;
use Till\Internal\Platform;
use Till\Internal\Secret;
use Till\Internal\ShapeException;

/** Verifies webhooks. Never reveals its secrets. */
final class WebhookVerifier
{
    private const SECRET = '~^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$~D';

    /** @var non-empty-list<Secret> */
    private readonly array $secrets;
    /** @var \Closure(): \DateTimeInterface */
    private readonly \Closure $now;

    /**
     * @param string|list<string>|false|null $secret `whsec_…` as it was shown, or all of them during a rotation
     * @param int $toleranceSeconds allowed deviation of `webhook-timestamp`
     * @param (callable(): \DateTimeInterface)|null $now replaces the clock, for tests
     *
     * @throws ConfigurationException for an invalid or empty secret
     */
    public function __construct(
        #[\SensitiveParameter] string|array|false|null $secret,
        private readonly int $toleranceSeconds = 300,
        ?callable $now = null,
    ) {
        $texts = is_array($secret) ? array_values($secret) : [$secret];
        $secrets = array_map(static fn (mixed $text): Secret => new Secret(is_string($text) ? $text : ''), $texts);
        // PHP 8.1 ignores SensitiveParameter, so the secret must not be an argument in any later stack trace
        $secret = null;
        Platform::check();
        if ($secrets === []) {
            throw new ConfigurationException('A verifier needs a webhook secret.');
        }
        foreach ($secrets as $one) {
            self::check($one);
        }
        if ($toleranceSeconds <= 0) {
            throw new ConfigurationException('toleranceSeconds must be above 0.');
        }
        $this->secrets = $secrets;
        $this->now = $now === null ? static fn (): \DateTimeInterface => new \DateTimeImmutable() : $now(...);
    }

    /**
     * Returns the event of a genuine and recent request. `X-Service-Signature` and the Standard Webhooks signature must
     * both match, because the first alone doesn't prevent replays.
     *
     * @param string $rawBody the raw body; declared wider to detect parsed bodies
     * @param iterable<array-key, mixed> $headers all of them: `getallheaders()`, `$_SERVER`, PSR-7's `getHeaders()`,
     *     WordPress's `get_headers()`, Laravel's and Symfony's `$request->headers->all()`
     *
     * @throws WebhookVerificationException with the reason
     */
    public function verify(mixed $rawBody, iterable $headers): WebhookEvent
    {
        $body = self::bytesOf($rawBody);
        $reader = new HeaderReader($headers);
        $signature = self::required($reader, 'X-Service-Signature');
        $id = self::required($reader, 'webhook-id');
        $timestamp = self::required($reader, 'webhook-timestamp');
        $signatures = self::required($reader, 'webhook-signature');
        if (preg_match('/^[0-9]{1,15}$/D', $timestamp) !== 1) {
            throw self::failed(VerificationReason::InvalidTimestamp, "webhook-timestamp isn't a whole number.");
        }
        $isStandard = $this->isStandard($body, $id, $timestamp, $signatures);
        if (!$this->isServiceSignature($body, $signature) || !$isStandard) {
            throw self::mismatch();
        }
        $this->checkAge((int) $timestamp);

        return self::eventOf($body, $id);
    }

    /**
     * Checks only `X-Service-Signature`, for programs that have only that header. Protects against forgeries, but not
     * against replays.
     *
     * @param string $rawBody the raw body
     *
     * @throws WebhookVerificationException
     */
    public function verifySignature(mixed $rawBody, ?string $signature): void
    {
        $body = self::bytesOf($rawBody);
        if ($signature === null || $signature === '') {
            throw self::failed(VerificationReason::MissingHeader, 'X-Service-Signature is missing.');
        }
        if (!$this->isServiceSignature($body, $signature)) {
            throw self::mismatch();
        }
    }

    /**
     * Returns the headers that the service would send with this body, to test your receiver. `X-Service-Event`,
     * `X-Service-Environment` and `X-Service-Livemode` are the body's `event`, `environment` and `livemode`, and are
     * left out if the body doesn't have them.
     *
     * @return array<string, string>
     */
    public function sign(string $rawBody, ?string $id = null, ?\DateTimeInterface $timestamp = null): array
    {
        $id ??= Call::uuid();
        $seconds = (string) ($timestamp ?? ($this->now)())->getTimestamp();
        $signatures = array_map(
            static fn (Secret $secret): string => self::standardSignature($rawBody, $id, $seconds, $secret),
            $this->secrets,
        );
        $members = Json::toArray($rawBody);
        $livemode = $members['livemode'] ?? null;

        return array_filter([
            'Content-Type' => 'application/json',
            'User-Agent' => 'Till-Webhooks/1',
            'X-Service-Signature' => self::serviceSignature($rawBody, $this->secrets[0]),
            'X-Service-Event' => self::textOrNull($members['event'] ?? null),
            'X-Service-Event-Id' => $id,
            'X-Service-Environment' => self::textOrNull($members['environment'] ?? null),
            'X-Service-Livemode' => is_bool($livemode) ? var_export($livemode, true) : null,
            'webhook-id' => $id,
            'webhook-timestamp' => $seconds,
            'webhook-signature' => implode(' ', $signatures),
        ], static fn (?string $value): bool => $value !== null);
    }

    private function isServiceSignature(string $body, string $signature): bool
    {
        $given = strtolower($signature);
        $genuine = false;
        foreach ($this->secrets as $secret) {
            $genuine = hash_equals(self::serviceSignature($body, $secret), $given) || $genuine;
        }

        return $genuine;
    }

    private function isStandard(string $body, string $id, string $timestamp, string $signatures): bool
    {
        $genuine = false;
        foreach ($this->secrets as $secret) {
            $expected = self::standardSignature($body, $id, $timestamp, $secret);
            foreach (explode(' ', $signatures) as $given) {
                $genuine = hash_equals($expected, $given) || $genuine;
            }
        }

        return $genuine;
    }

    private function checkAge(int $timestampSeconds): void
    {
        $age = ($this->now)()->getTimestamp() - $timestampSeconds;
        $hint = "at most {$this->toleranceSeconds} s are allowed. Is this machine's clock right?";
        if ($age > $this->toleranceSeconds) {
            throw self::failed(VerificationReason::TimestampTooOld, "The webhook was sent $age s ago; $hint");
        }
        if (-$age > $this->toleranceSeconds) {
            $ahead = -$age;
            throw self::failed(
                VerificationReason::TimestampTooNew,
                "The webhook is dated $ahead s in the future; $hint",
            );
        }
    }

    private static function eventOf(string $body, string $id): WebhookEvent
    {
        try {
            return EventReader::read($body, $id);
        } catch (ShapeException $e) {
            throw self::failed(
                VerificationReason::InvalidBody,
                "The signature is valid, but the body isn't: {$e->getMessage()}.",
            );
        }
    }

    private static function textOrNull(mixed $value): ?string
    {
        return is_string($value) && $value !== '' ? $value : null;
    }

    private static function serviceSignature(string $body, Secret $secret): string
    {
        return hash_hmac('sha256', $body, $secret->reveal());
    }

    private static function standardSignature(string $body, string $id, string $timestamp, Secret $secret): string
    {
        $key = (string) base64_decode(substr($secret->reveal(), strlen('whsec_')), true);

        return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    }

    /** The message never contains the input: it may be a mistyped secret. */
    private static function check(Secret $secret): void
    {
        if ($secret->reveal() === '') {
            throw new ConfigurationException('The webhook secret is empty. Is the environment variable set?');
        }
        if (preg_match(self::SECRET, $secret->reveal()) !== 1) {
            throw new ConfigurationException(
                'A webhook secret is whsec_ and base64. Pass it as it was shown, without white space or quotes.',
            );
        }
    }

    private static function bytesOf(mixed $rawBody): string
    {
        return is_string($rawBody) ? $rawBody : throw self::failed(
            VerificationReason::ParsedBody,
            'The body must be the raw bytes as a string, not ' . get_debug_type($rawBody) . '. Use'
            . ' file_get_contents(\'php://input\'), in Laravel and Symfony $request->getContent(), with PSR-7'
            . ' (string) $request->getBody().',
        );
    }

    private static function required(HeaderReader $reader, string $name): string
    {
        return $reader->header($name) ?? throw self::failed(
            VerificationReason::MissingHeader,
            "$name is missing. Pass all headers of the request.",
        );
    }

    private static function mismatch(): WebhookVerificationException
    {
        return self::failed(
            VerificationReason::SignatureMismatch,
            'The signature doesn\'t match the body and the secret. Check that the secret belongs to this endpoint'
            . ' (during a rotation, pass both), and that the body is the raw bytes, not JSON that was parsed and'
            . ' serialized again.',
        );
    }

    private static function failed(VerificationReason $reason, string $message): WebhookVerificationException
    {
        return new WebhookVerificationException($reason, $message);
    }
}
