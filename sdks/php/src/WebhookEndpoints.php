<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\PermissionException;

/** Manages the webhook endpoints of a restricted key with the scope `webhooks:write`. It sees only its own. */
interface WebhookEndpoints
{
    /**
     * Returns every endpoint that this key created, at most five.
     *
     * @return Page<WebhookEndpoint>
     *
     * @throws PermissionException|ApiException|ConnectionException
     */
    public function list(): Page;

    /**
     * Creates an endpoint, or returns the one that this key has already created for the URL and the terminal, without
     * its secret.
     *
     * @param list<string>|null $eventTypes the events to send; default: the service's choice
     * @param string|null $terminalId only the events of this terminal; default: the key's terminal, or all terminals
     *     with a key for all terminals
     *
     * @throws ConflictException with `limit_reached` if the key has five
     * @throws InvalidRequestException|PermissionException|ApiException|ConnectionException
     */
    public function create(string $url, ?array $eventTypes = null, ?string $terminalId = null): CreatedWebhookEndpoint;

    /** @throws NotFoundException|ApiException|ConnectionException */
    public function retrieve(string $id): WebhookEndpoint;

    /**
     * Changes an endpoint; null stays as it is. Retried only after a 429.
     *
     * @param list<string>|null $eventTypes
     *
     * @throws NotFoundException|InvalidRequestException|ApiException|ConnectionException
     */
    public function update(
        string $id,
        ?string $url = null,
        ?array $eventTypes = null,
        ?bool $enabled = null,
    ): WebhookEndpoint;

    /**
     * Deletes an endpoint with its delivery log.
     *
     * @throws NotFoundException|ApiException|ConnectionException
     */
    public function delete(string $id): void;

    /**
     * Returns a new secret. Retried only after a 429.
     *
     * @throws NotFoundException|ApiException|ConnectionException
     */
    public function rotateSecret(string $id): RotatedWebhookEndpoint;

    /**
     * Sends a `test.ping` to your server. Takes up to ten seconds longer than other calls, which an httpClient's own
     * timeout must allow. Retried only after a 429.
     *
     * @throws ConflictException if the endpoint is disabled
     * @throws NotFoundException|ApiException|ConnectionException
     */
    public function test(string $id): TestEventResult;
}
