<?php

declare(strict_types=1);

namespace Till\Exception;

/** The intent has ended, or the idempotency key was used for a different request. */
final class ConflictException extends ApiException
{
}
