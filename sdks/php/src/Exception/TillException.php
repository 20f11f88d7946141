<?php

declare(strict_types=1);

namespace Till\Exception;

/** Base class of all errors of this library. Branch on the class or on `errorCode`; the message may change. */
abstract class TillException extends \RuntimeException
{
    /**
     * @param string $errorCode identifies the error for programs: a code of the service or of this library
     * @param int|null $status HTTP status, null without a response
     * @param string|null $requestId identifies the request for support
     * @param int|null $retryAfterSeconds delay requested by the response, null without one
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
