<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\NotFoundException;
use Till\Exception\RateLimitException;

/** Simulates payments in the sandbox. */
interface Sandbox
{
    /**
     * Simulates a payment of a sandbox intent and returns the updated intent. Retried only after a 429, since a retry
     * could simulate a second transfer.
     *
     * @param Outcome|string $outcome a string for outcomes newer than this library
     *
     * @throws NotFoundException also for a live intent
     * @throws ConflictException if the intent has ended
     * @throws ApiException|ConnectionException
     */
    public function simulate(string $id, Outcome|string $outcome = Outcome::Paid): Intent;

    /**
     * Creates an intent of the service's demo business. It is paid automatically.
     *
     * @throws RateLimitException|ApiException|ConnectionException
     */
    public function createDemo(): DemoIntent;
}
