<?php

declare(strict_types=1);

namespace Till\Exception;

/** Too many requests; `retryAfterSeconds` says how long to wait. */
final class RateLimitException extends ApiException
{
}
