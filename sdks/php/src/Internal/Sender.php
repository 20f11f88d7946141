<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\CancelledException;
use Till\Exception\ConnectionException;

/** @internal */
interface Sender
{
    /** Far above any response of the service, and small enough to keep in memory. */
    public const MAX_BYTES = 8 * 1024 * 1024;

    /** Whether the timeout of each request is the one that is given. */
    public function keepsTimeout(): bool;

    /**
     * Sends one request without following redirects.
     *
     * @param (\Closure(): bool)|null $cancelled
     *
     * @throws ConnectionException if no complete response arrived in time
     * @throws CancelledException
     */
    public function send(Request $request, float $timeoutSeconds, ?\Closure $cancelled): Answer;
}
