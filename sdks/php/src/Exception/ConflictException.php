<?php

declare(strict_types=1);

namespace Till\Exception;

/** In conflict with what happened before: the intent has ended, or the idempotency key was used otherwise. */
final class ConflictException extends ApiException
{
}
