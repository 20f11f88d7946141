<?php

declare(strict_types=1);

namespace Till\Exception;

/** The caller cancelled the wait or the listener. Not a `TillException`. */
final class CancelledException extends \RuntimeException
{
    public function __construct()
    {
        parent::__construct('The wait was cancelled.');
    }
}
