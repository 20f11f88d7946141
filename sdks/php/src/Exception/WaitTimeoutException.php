<?php

declare(strict_types=1);

namespace Till\Exception;

use Till\Intent;

/** The intent was still pending or could not be read when `wait` timed out. Code `wait_timeout`. */
final class WaitTimeoutException extends TillException
{
    /** @param Intent|null $intent the last known state, null if there is none */
    public function __construct(public readonly ?Intent $intent, ?TillException $previous = null)
    {
        $seen = $intent === null ? 'could not be read' : "was still {$intent->status}";
        parent::__construct(
            'wait_timeout',
            null,
            null,
            "The wait timed out: the intent $seen.",
            previous: $previous,
        );
    }
}
