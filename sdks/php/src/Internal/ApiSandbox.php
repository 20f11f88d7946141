<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\DemoIntent;
use Till\Intent;
use Till\Outcome;
use Till\Sandbox;

/** @internal */
final class ApiSandbox implements Sandbox
{
    public function __construct(private readonly Transport $transport)
    {
    }

    public function simulate(string $id, Outcome|string $outcome = Outcome::Paid): Intent
    {
        $outcome = $outcome instanceof Outcome ? $outcome->value : $outcome;
        $body = Json::encode(['id' => $id, 'outcome' => $outcome]);
        $call = Call::post('/simulate-payment', $body)->unrepeatable();

        return $this->transport->call($call, Intent::read(...))->value;
    }

    public function createDemo(): DemoIntent
    {
        return $this->transport->call(Call::post('/demo-create-intent'), DemoIntent::read(...))->value;
    }
}
