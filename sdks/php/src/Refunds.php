<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\InvalidAmountException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\PermissionException;

/**
 * Prepares refunds with a restricted key. A member of the business confirms each one with their password, and then
 * signs it.
 */
interface Refunds
{
    /**
     * Prepares a refund of what an intent has received, for a decimal string, whole USDT, or micro-USDT. No money
     * moves. All attempts of a call use the same idempotency key, so a lost response never leads to a second refund.
     * Floats are refused, as when you create an intent.
     *
     * @param string|int|null $amountUsdt `'5.25'` or `5`
     * @param string|null $to the TRON address that the customer gave you, never the sender's; without it, the payment
     *     page asks for one
     * @param string|null $reason for your own records, up to 200 characters; the customer doesn't see it
     * @param int|null $amountMicros `5_250_000`
     * @param string|null $idempotencyKey identifies the same refund across calls and restarts; stays with the refund:
     *     one for each refund, `'return-1042-1'`
     *
     * @throws InvalidAmountException also before anything is sent
     * @throws ConflictException if nothing is left to refund (`invalid_transition`), at the key's limit of the day
     *     (`limit_reached`), or if the idempotency key was used for another refund (`idempotency_conflict`)
     * @throws NotFoundException|InvalidRequestException|PermissionException|ApiException|ConnectionException
     */
    public function create(
        string $intentId,
        string|int|float|null $amountUsdt = null,
        ?string $to = null,
        ?string $reason = null,
        string|int|float|null $amountMicros = null,
        ?string $idempotencyKey = null,
    ): Refund;

    /**
     * Returns one page of refunds, the newest first, also of those that members and other keys prepared. `iterate` goes
     * through all pages.
     *
     * @param string|null $status `waiting_for_address`, `prepared`, `sent`, `final`, `failed` or `cancelled`
     * @param \DateTimeInterface|string|null $createdAfter created at this time or later; a string has an offset
     * @param \DateTimeInterface|string|null $createdBefore created before this time
     * @param int|null $limit the most refunds of a page, 1 to 100; default: 20
     * @param string|null $after the `next` of the page before, with the same other values
     *
     * @return Page<Refund>
     *
     * @throws PermissionException|InvalidRequestException|ApiException|ConnectionException
     */
    public function list(
        ?string $intentId = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?int $limit = null,
        ?string $after = null,
    ): Page;

    /**
     * Goes through the refunds of all pages, the newest first. Reads a page only when it is needed. The parameters are
     * those of `list`.
     *
     * @return \Generator<int, Refund>
     *
     * @throws PermissionException|InvalidRequestException|ApiException|ConnectionException
     */
    public function iterate(
        ?string $intentId = null,
        ?string $status = null,
        \DateTimeInterface|string|null $createdAfter = null,
        \DateTimeInterface|string|null $createdBefore = null,
        ?int $limit = null,
        ?string $after = null,
    ): \Generator;

    /** @throws NotFoundException|PermissionException|ApiException|ConnectionException */
    public function retrieve(string $id): Refund;

    /**
     * Cancels a refund that this key prepared. You can safely repeat it.
     *
     * @throws ConflictException if it was sent, or a member or another key prepared it
     * @throws NotFoundException|PermissionException|ApiException|ConnectionException
     */
    public function cancel(string $id): Refund;
}
