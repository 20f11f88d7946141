<?php

declare(strict_types=1);

namespace Till;

use Till\Exception\ApiException;
use Till\Exception\ConflictException;
use Till\Exception\ConnectionException;
use Till\Exception\NotFoundException;
use Till\Exception\RateLimitException;
use Till\Internal\Call;
use Till\Internal\Json;
use Till\Internal\Transport;

/** Trying everything without money. */
final class Sandbox
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Plays the customer of a sandbox intent, and gives the intent as it is then. Asked again only after a 429: a
     * second transfer would be another one.
     *
     * @param Outcome|string $outcome text for one that is newer than this library
     *
     * @throws NotFoundException also for a live intent
     * @throws ConflictException once the intent has ended
     * @throws ApiException|ConnectionException
     */
    public function simulate(string $id, Outcome|string $outcome = Outcome::Paid): Intent
    {
        $outcome = $outcome instanceof Outcome ? $outcome->value : $outcome;
        $body = Json::encode(['id' => $id, 'outcome' => $outcome]);
        $call = Call::post('/simulate-payment', $body)->unrepeatable();

        return $this->transport->call($call, Intent::read(...))->value;
    }

    /**
     * Creates an intent of the service's demo merchant, which pays itself.
     *
     * @throws RateLimitException|ApiException|ConnectionException
     */
    public function createDemo(): DemoIntent
    {
        return $this->transport->call(Call::post('/demo-create-intent'), DemoIntent::read(...))->value;
    }
}
