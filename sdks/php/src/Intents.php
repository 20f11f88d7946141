<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\CancelledException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidAmountException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\WaitTimeoutException;

/** Creates and tracks payment intents. */
interface Intents
{
    /**
     * Creates an intent for a decimal string, whole USDT, or micro-USDT. All attempts of a call use the same
     * idempotency key, so a lost response never leads to a second intent. Floats are declared only to be refused:
     * without strict types, PHP would convert them to strings and round.
     *
     * @param string|int|null $amountUsdt `'12.50'` or `12`
     * @param string|null $reference your order ID, up to 200 characters; the customer sees it
     * @param array<array-key, string>|null $metadata up to 20 key-value pairs that are returned with the intent
     * @param int|null $expiresInSeconds until it expires; default: the terminal's setting
     * @param int|null $amountMicros `12_500_000`
     * @param string|null $idempotencyKey identifies the same request across calls and restarts; lasts 24 hours and
     *     repeats the first response, also after the intent has ended: one for each attempt to pay, `'order-1042-1'`
     * @param string|null $successUrl your page that the customer can return to after paying
     * @param string|null $cancelUrl your page for customers who leave without paying
     *
     * @throws InvalidAmountException before anything is sent
     * @throws ConflictException if the idempotency key was used with other values
     * @throws InvalidRequestException|ApiException|ConnectionException
     */
    public function create(
        string|int|float|null $amountUsdt = null,
        ?string $reference = null,
        ?array $metadata = null,
        ?int $expiresInSeconds = null,
        string|int|float|null $amountMicros = null,
        ?string $idempotencyKey = null,
        ?string $successUrl = null,
        ?string $cancelUrl = null,
    ): CreatedIntent;

    /**
     * Returns the current state of an intent.
     *
     * @throws NotFoundException|InvalidRequestException|ApiException|ConnectionException
     */
    public function get(string $id): Intent;

    /**
     * Polls every two seconds until the intent is no longer pending and returns it, paid or not: check `status`.
     * Continues if the service is briefly unavailable.
     *
     * @param float|null $timeoutSeconds in total; by default until five minutes after the intent's expiry
     * @param float $intervalSeconds between two polls
     * @param (callable(): bool)|null $cancelled called several times a second; `true` ends the wait
     *
     * @throws WaitTimeoutException with the last known state of the intent
     * @throws CancelledException
     * @throws NotFoundException|InvalidRequestException|ApiException
     */
    public function wait(
        string $id,
        ?float $timeoutSeconds = null,
        float $intervalSeconds = 2.0,
        ?callable $cancelled = null,
    ): Intent;

    /**
     * Cancels a pending intent.
     *
     * @param string|null $idempotencyKey identifies the same request across calls and restarts, for 24 hours
     *
     * @throws ConflictException if it has ended or received funds
     * @throws NotFoundException|InvalidRequestException|ApiException|ConnectionException
     */
    public function cancel(string $id, ?string $idempotencyKey = null): Intent;
}
