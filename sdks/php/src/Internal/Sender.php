<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\CancelledException;
use Till\Exception\ConnectionException;

/** @internal */
interface Sender
{
    /**
     * Asks once and follows no redirect.
     *
     * @param (\Closure(): bool)|null $cancelled
     *
     * @throws ConnectionException when no whole answer came in time
     * @throws CancelledException
     */
    public function send(Request $request, float $timeoutSeconds, ?\Closure $cancelled): Answer;
}
