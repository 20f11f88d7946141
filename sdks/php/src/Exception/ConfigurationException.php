<?php

declare(strict_types=1);

namespace Till\Exception;

/** A client or a verifier has invalid settings. Code `invalid_configuration`. */
final class ConfigurationException extends TillException
{
    public function __construct(string $message)
    {
        parent::__construct('invalid_configuration', null, null, $message);
    }
}
