<?php

declare(strict_types=1);

namespace Till;

/** What {@see Till} offers. Type-hint it where you use the client, so that your tests can pass a mock. */
interface Client
{
    public function intents(): Intents;

    public function refunds(): Refunds;

    public function sandbox(): Sandbox;

    public function reports(): Reports;

    public function events(): Events;

    public function webhookEndpoints(): WebhookEndpoints;

    /** `sandbox` or `live`, from the key's prefix. */
    public function environment(): string;

    /** Whether real funds move. */
    public function livemode(): bool;
}
