<?php

declare(strict_types=1);

namespace Till;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Till\Exception\ConfigurationException;
use Till\Internal\ApiEvents;
use Till\Internal\ApiIntents;
use Till\Internal\ApiRefunds;
use Till\Internal\ApiReports;
use Till\Internal\ApiSandbox;
use Till\Internal\ApiWebhookEndpoints;
use Till\Internal\CurlOptions;
use Till\Internal\CurlSender;
use Till\Internal\Discovery;
use Till\Internal\Platform;
use Till\Internal\PsrSender;
use Till\Internal\Secret;
use Till\Internal\Transport;

/** API client for one key. The key's prefix selects the environment. */
final class Till implements Client
{
    public const VERSION = '1.0.0';

    private readonly string $environment;
    private readonly Intents $intents;
    private readonly Refunds $refunds;
    private readonly Sandbox $sandbox;
    private readonly Reports $reports;
    private readonly Events $events;
    private readonly WebhookEndpoints $webhookEndpoints;

    /**
     * `false` and `null`, which `getenv()` and `config()` return for unset values, are refused with their own message.
     *
     * @param string|false|null $apiKey a terminal's key or a restricted key, `svc_test_…` or `svc_live_…`; secret
     * @param string|false|null $baseUrl URL of the service, `https://pay.example.com`, with or without `/api/v1`
     * @param float $timeoutSeconds per attempt; an httpClient uses its own timeout
     * @param int $maxRetries attempts after the first
     * @param ClientInterface|null $httpClient any PSR-18 client, which must not follow redirects; default: the one that
     *     php-http/discovery finds, or else Guzzle or Symfony's if installed, or else curl
     * @param RequestFactoryInterface|null $requestFactory PSR-17; not needed if the client is one itself
     * @param StreamFactoryInterface|null $streamFactory PSR-17; not needed if one of the two above is one itself
     * @param array<int, mixed>|null $curlOptions additional `CURLOPT_…`, for example a proxy; not with an httpClient.
     *     With them, even without any, curl is used
     *
     * @throws ConfigurationException
     */
    public function __construct(
        #[\SensitiveParameter] string|false|null $apiKey,
        string|false|null $baseUrl,
        float $timeoutSeconds = 10.0,
        int $maxRetries = 3,
        ?ClientInterface $httpClient = null,
        ?RequestFactoryInterface $requestFactory = null,
        ?StreamFactoryInterface $streamFactory = null,
        #[\SensitiveParameter] ?array $curlOptions = null,
    ) {
        $key = new Secret((string) $apiKey);
        // PHP 8.1 ignores SensitiveParameter, so the key must not be an argument in any later stack trace
        $apiKey = null;
        $isCurl = $curlOptions !== null;
        $options = new CurlOptions($curlOptions ?? []);
        $curlOptions = null;
        Platform::check();
        $this->environment = self::environmentOf($key);
        if (!($timeoutSeconds > 0)) {
            throw new ConfigurationException('timeoutSeconds must be above 0.');
        }
        if ($maxRetries < 0) {
            throw new ConfigurationException('maxRetries must be 0 or more.');
        }
        if ($httpClient !== null && !$options->isEmpty()) {
            throw new ConfigurationException('curlOptions only apply to curl. Configure the httpClient itself.');
        }
        $sender = $httpClient === null
            ? ($isCurl ? null : Discovery::find($timeoutSeconds)) ?? new CurlSender($options)
            : PsrSender::of($httpClient, $requestFactory, $streamFactory);
        $transport = new Transport($key, self::baseOf((string) $baseUrl), $timeoutSeconds, $maxRetries, $sender);
        $this->intents = new ApiIntents($transport);
        $this->refunds = new ApiRefunds($transport);
        $this->sandbox = new ApiSandbox($transport);
        $this->reports = new ApiReports($transport);
        $this->events = new ApiEvents($transport);
        $this->webhookEndpoints = new ApiWebhookEndpoints($transport);
    }

    public function intents(): Intents
    {
        return $this->intents;
    }

    public function refunds(): Refunds
    {
        return $this->refunds;
    }

    public function sandbox(): Sandbox
    {
        return $this->sandbox;
    }

    public function reports(): Reports
    {
        return $this->reports;
    }

    public function events(): Events
    {
        return $this->events;
    }

    public function webhookEndpoints(): WebhookEndpoints
    {
        return $this->webhookEndpoints;
    }

    public function environment(): string
    {
        return $this->environment;
    }

    public function livemode(): bool
    {
        return $this->environment === 'live';
    }

    /** The message never contains the input: it may be a mistyped key. */
    private static function environmentOf(Secret $key): string
    {
        if ($key->reveal() === '') {
            throw new ConfigurationException('The API key is empty. Is the environment variable set?');
        }
        if (preg_match('/^svc_(test|live)_[\x21-\x7e]+$/D', $key->reveal(), $found) !== 1) {
            throw new ConfigurationException(
                'The API key must be exactly as it was issued:'
                . ' svc_test_… or svc_live_…, without white space.',
            );
        }

        return $found[1] === 'live' ? 'live' : 'sandbox';
    }

    /** Ends in the version path, without a trailing slash. */
    private static function baseOf(string $baseUrl): string
    {
        $pattern = '~^https?://[^\x00-\x20\x7f/?#@\\\\]+(?:/[^\x00-\x20\x7f?#\\\\]*)?$~iD';
        if (preg_match($pattern, $baseUrl) !== 1 || !is_string(parse_url($baseUrl, PHP_URL_HOST))) {
            throw new ConfigurationException(
                'The base URL must be the service\'s URL, for example https://pay.example.com,'
                . ' without user name, query or fragment.',
            );
        }
        $base = rtrim($baseUrl, '/');

        return str_ends_with($base, '/api/v1') ? $base : "$base/api/v1";
    }
}
