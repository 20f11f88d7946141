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
use Till\Exception\PermissionException;
use Till\Exception\ServerException;
use Till\Exception\WaitTimeoutException;

/** Creates and tracks payment intents. */
interface Intents
{
    /**
     * Creates an intent for a decimal string, whole USDT, or micro-USDT; or for a price, `amount: '24.90', currency:
     * 'EUR'`, which the service quotes in USDT at the rate of your business. All attempts of a call use the same
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
     * @param string|null $terminalId only for a key for all terminals, which needs it
     * @param string|int|null $amount a price, `'24.90'`, with at most the decimals of its currency
     * @param string|null $currency of the price: an ISO 4217 code, `'EUR'`, or `'USDT'`
     *
     * @throws InvalidAmountException before anything is sent
     * @throws ConflictException if the idempotency key was used with other values
     * @throws ServerException with the code `rate_unavailable` and the seconds to wait, if it can't be quoted now
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
        ?string $terminalId = null,
        string|int|float|null $amount = null,
        ?string $currency = null,
    ): CreatedIntent;

    /**
     * Returns one page of intents, the newest first. `iterate` goes through all pages.
     *
     * @param string|null $reference exactly this reference
     * @param string|null $status `pending`, `paid`, `expired` or `cancelled`
     * @param \DateTimeInterface|string|null $createdAfter created at this time or later; a string has an offset
     * @param \DateTimeInterface|string|null $createdBefore created before this time
     * @param string|null $terminalId default: the key's terminal, or all terminals with a key for all terminals
     * @param int|null $limit the most intents of a page, 1 to 100; default: 20
     * @param string|null $after the `next` of the page before, with the same other values
     *
     * @return Page<DetailedIntent>
     *
     * @throws PermissionException|InvalidRequestException|ApiException|ConnectionException
     */
    public function list(
        ?string $reference = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?string $terminalId = null,
        ?int $limit = null,
        ?string $after = null,
    ): Page;

    /**
     * Goes through the intents of all pages, the newest first. Reads a page only when it is needed. The parameters are
     * those of `list`.
     *
     * @return \Generator<int, DetailedIntent>
     *
     * @throws PermissionException|InvalidRequestException|ApiException|ConnectionException
     */
    public function iterate(
        ?string $reference = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?string $terminalId = null,
        ?int $limit = null,
        ?string $after = null,
    ): \Generator;

    /**
     * Returns an intent with its transfers and refunds. It needs the key, unlike `get`, which returns the public
     * status.
     *
     * @throws NotFoundException|PermissionException|ApiException|ConnectionException
     */
    public function retrieve(string $id): DetailedIntent;

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
