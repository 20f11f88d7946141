<?php

declare(strict_types=1);

namespace Till\Exception;

/** Base of every error of this library. Branch on the class or on `errorCode`; the sentence may change. */
abstract class TillException extends \RuntimeException
{
    /**
     * @param string $errorCode what is wrong, for a program: one of the service's codes or of this library's
     * @param int|null $status HTTP status, null when no answer came
     * @param string|null $requestId the service's id of the call, to be given when you ask about it
     * @param int|null $retryAfterSeconds how long the answer asked to wait, null when it asked for nothing
     */
    public function __construct(
        public readonly string $errorCode,
        public readonly ?int $status,
        public readonly ?string $requestId,
        string $message,
        public readonly ?int $retryAfterSeconds = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
