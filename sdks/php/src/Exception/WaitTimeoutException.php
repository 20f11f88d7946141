<?php

declare(strict_types=1);

namespace Till\Exception;

use Till\Intent;

/** The intent was still pending, or out of sight, when the time of `wait` was over. Code `wait_timeout`. */
final class WaitTimeoutException extends TillException
{
    /** @param Intent|null $intent as it was seen last, null when it never was */
    public function __construct(public readonly ?Intent $intent, ?TillException $previous = null)
    {
        $seen = $intent === null ? 'was never seen' : "was {$intent->status} when it was last seen";
        parent::__construct(
            'wait_timeout',
            null,
            null,
            "The time to wait is over; the intent $seen.",
            previous: $previous,
        );
    }
}
