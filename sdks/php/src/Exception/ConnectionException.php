<?php

declare(strict_types=1);

namespace Till\Exception;

/** No response arrived, or not in time. Code `connection_failed`. */
final class ConnectionException extends TillException
{
    public function __construct(string $message)
    {
        parent::__construct('connection_failed', null, null, $message);
    }
}
