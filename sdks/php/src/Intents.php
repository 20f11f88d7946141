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
use Till\Internal\Amount;
use Till\Internal\Answered;
use Till\Internal\Call;
use Till\Internal\Json;
use Till\Internal\Transport;
use Till\Internal\Wait;

/** Payment intents: what is to be paid. */
final class Intents
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Asks for an amount: either decimal text or whole USDT, or whole micro-USDT. All attempts of a call carry one
     * idempotency key, so a lost answer never makes a second intent. Floats are declared only to be refused: without
     * strict types PHP would make text of them and round.
     *
     * @param string|int|null $amountUsdt `'12.50'` or `12`
     * @param string|null $reference your order id, up to 200 characters; the customer sees it
     * @param array<array-key, string>|null $metadata up to 20 pairs of text that come back on the intent
     * @param int|null $expiresInSeconds until it expires; without it the terminal's setting holds
     * @param int|null $amountMicros `12_500_000`
     * @param string|null $idempotencyKey says across calls and restarts that this is one and the same request
     * @param string|null $successUrl a page of yours that the customer can go back to once it is paid
     * @param string|null $cancelUrl the same for who goes without having paid
     *
     * @throws InvalidAmountException before anything is sent
     * @throws ConflictException when the idempotency key was used with other values
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
    ): CreatedIntent {
        $rest = array_filter([
            'reference' => $reference,
            'metadata' => $metadata === null ? null : (object) $metadata,
            'expires_in' => $expiresInSeconds,
            'success_url' => $successUrl,
            'cancel_url' => $cancelUrl,
        ], static fn (mixed $member): bool => $member !== null);
        // the digits themselves: a float need not carry them
        $amount = '{"amount_usdt":' . Amount::asked($amountUsdt, $amountMicros)->usdt;
        $call = Call::post(
            '/create-payment-intent',
            body: $amount . ($rest === [] ? '}' : ',' . substr(Json::encode($rest), 1)),
        )->withKey()->once($idempotencyKey);

        return $this->transport->call($call, CreatedIntent::read(...))->value;
    }

    /**
     * An intent as it is now.
     *
     * @throws NotFoundException|InvalidRequestException|ApiException|ConnectionException
     */
    public function get(string $id): Intent
    {
        return $this->transport->call(self::look($id), Intent::read(...))->value;
    }

    /**
     * Looks every two seconds until the intent is no longer pending, and gives it whatever its end is: look at
     * `status`. Outlasts a service that is away for a while.
     *
     * @param float|null $timeoutSeconds in all; by default until two minutes after the intent's expiry
     * @param float $intervalSeconds from one look to the next
     * @param (callable(): bool)|null $cancelled asked several times a second; `true` ends the waiting
     *
     * @throws WaitTimeoutException when the time is over, with the intent as last seen
     * @throws CancelledException
     * @throws NotFoundException|InvalidRequestException|ApiException
     */
    public function wait(
        string $id,
        ?float $timeoutSeconds = null,
        float $intervalSeconds = 2.0,
        ?callable $cancelled = null,
    ): Intent {
        $cancelled = $cancelled === null ? null : $cancelled(...);
        $call = self::look($id);
        $transport = $this->transport;
        $look = static fn (float $seconds): Answered => $transport->attempt(
            $call,
            Intent::read(...),
            $seconds,
            $cancelled,
        );

        return Wait::forEnd($look, $transport->timeoutSeconds, $timeoutSeconds, $intervalSeconds, $cancelled);
    }

    /**
     * Takes a pending intent back.
     *
     * @param string|null $idempotencyKey says across calls and restarts that this is one and the same request
     *
     * @throws ConflictException once it has ended or money came
     * @throws NotFoundException|InvalidRequestException|ApiException|ConnectionException
     */
    public function cancel(string $id, ?string $idempotencyKey = null): Intent
    {
        $call = Call::post('/cancel-payment-intent', body: Json::encode(['id' => $id]))
            ->withKey()
            ->once($idempotencyKey);

        return $this->transport->call($call, Intent::read(...))->value;
    }

    private static function look(string $id): Call
    {
        return Call::get('/intent-status', ['id' => $id]);
    }
}
