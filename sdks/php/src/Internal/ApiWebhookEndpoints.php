<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\CreatedWebhookEndpoint;
use Till\Page;
use Till\RotatedWebhookEndpoint;
use Till\TestEventResult;
use Till\WebhookEndpoint;
use Till\WebhookEndpoints;

/** @internal */
final class ApiWebhookEndpoints implements WebhookEndpoints
{
    private const PATH = '/webhook-endpoints';
    /** The service waits up to this long for a server's response to a test event. */
    private const TEST_SECONDS = 10;

    public function __construct(private readonly Transport $transport)
    {
    }

    public function list(): Page
    {
        $call = Call::get(self::PATH, [])->withKey();

        return $this->transport->call($call, Page::of(WebhookEndpoint::read(...)))->value;
    }

    public function create(string $url, ?array $eventTypes = null, ?string $terminalId = null): CreatedWebhookEndpoint
    {
        $body = self::body(['url' => $url, 'event_types' => $eventTypes, 'terminal_id' => $terminalId]);
        $call = Call::post(self::PATH, $body)->withKey();

        return $this->transport->call($call, CreatedWebhookEndpoint::read(...))->value;
    }

    public function retrieve(string $id): WebhookEndpoint
    {
        return $this->transport->call(Call::get(self::path($id), [])->withKey(), WebhookEndpoint::read(...))->value;
    }

    public function update(
        string $id,
        ?string $url = null,
        ?array $eventTypes = null,
        ?bool $enabled = null,
    ): WebhookEndpoint {
        $body = self::body(['url' => $url, 'event_types' => $eventTypes, 'enabled' => $enabled]);
        $call = Call::patch(self::path($id), $body)->withKey()->unrepeatable();

        return $this->transport->call($call, WebhookEndpoint::read(...))->value;
    }

    public function delete(string $id): void
    {
        $read = static fn (Members $members): bool => $members->flag('deleted');
        $this->transport->call(Call::delete(self::path($id))->withKey(), $read);
    }

    public function rotateSecret(string $id): RotatedWebhookEndpoint
    {
        $call = Call::post(self::path($id) . '/rotate-secret', '{}')->withKey()->unrepeatable();

        return $this->transport->call($call, RotatedWebhookEndpoint::read(...))->value;
    }

    public function test(string $id): TestEventResult
    {
        $call = Call::post(self::path($id) . '/test', '{}')->withKey()->unrepeatable()->longer(self::TEST_SECONDS);

        return $this->transport->call($call, TestEventResult::read(...))->value;
    }

    private static function path(string $id): string
    {
        return self::PATH . '/' . Parameters::segment($id);
    }

    /** @param array<string, mixed> $members */
    private static function body(array $members): string
    {
        $given = array_filter($members, static fn (mixed $member): bool => $member !== null);

        return $given === [] ? '{}' : Json::encode($given);
    }
}
