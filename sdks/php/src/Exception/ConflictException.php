<?php

declare(strict_types=1);

namespace Till\Exception;

/** The intent has ended, the idempotency key was used for a different request, or a limit is reached. */
final class ConflictException extends ApiException
{
}
