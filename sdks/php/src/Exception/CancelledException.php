<?php

declare(strict_types=1);

namespace Till\Exception;

/** The waiting was ended by the caller's own wish, so this is none of the library's errors. */
final class CancelledException extends \RuntimeException
{
    public function __construct()
    {
        parent::__construct('The waiting was cancelled.');
    }
}
