<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ApiException;
use Till\Exception\CancelledException;
use Till\Exception\ConfigurationException;
use Till\Exception\ConnectionException;
use Till\Exception\WaitTimeoutException;
use Till\Intent;

/** @internal */
final class Wait
{
    /** In live, a payment can arrive a minute after the expiry, and takes two or three more to be final. */
    private const MARGIN_SECONDS = 300;

    /**
     * Returns the intent once it is no longer pending. Temporary errors (no response, 429, 5xx) don't end the wait;
     * others are thrown.
     *
     * @param \Closure(float): Answered<Intent> $look with its timeout in seconds
     * @param float $attemptSeconds timeout of each poll
     * @param (\Closure(): bool)|null $cancelled
     *
     * @throws WaitTimeoutException|CancelledException|ApiException
     */
    public static function forEnd(
        \Closure $look,
        float $attemptSeconds,
        ?float $timeoutSeconds,
        float $intervalSeconds,
        ?\Closure $cancelled,
    ): Intent {
        if (!($intervalSeconds > 0) || ($timeoutSeconds !== null && !($timeoutSeconds > 0))) {
            throw new ConfigurationException('timeoutSeconds and intervalSeconds must be above 0.');
        }
        $deadline = Clock::now() + ($timeoutSeconds ?? self::MARGIN_SECONDS);
        $isReckoned = $timeoutSeconds !== null;
        $last = null;
        $error = null;
        while (true) {
            $left = $deadline - Clock::now();
            if ($left <= 0) {
                throw new WaitTimeoutException($last, $error);
            }
            $pause = $intervalSeconds;
            try {
                $looked = $look(min($attemptSeconds, $left));
                $last = $looked->value;
                if ($last->status !== 'pending') {
                    return $last;
                }
                if (!$isReckoned) {
                    $isReckoned = true;
                    $deadline = Clock::now() + self::untilExpiry($looked) + self::MARGIN_SECONDS;
                }
            } catch (ApiException | ConnectionException $e) {
                if (!Retry::isPassing($e)) {
                    throw $e;
                }
                // a poll that the deadline cut off says less than the failure before it
                if ($error === null || Clock::now() < $deadline) {
                    $error = $e;
                }
                $pause = max($intervalSeconds, (float) $e->retryAfterSeconds);
            }
            Clock::sleep(max(0.0, min($pause, $deadline - Clock::now())), $cancelled);
        }
    }

    /**
     * By the service's clock: this machine's clock may be wrong by hours.
     *
     * @param Answered<Intent> $looked
     */
    private static function untilExpiry(Answered $looked): float
    {
        return (float) $looked->value->expiresAt->format('U.u') - $looked->serverTime->getTimestamp();
    }
}
