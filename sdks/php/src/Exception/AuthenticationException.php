<?php

declare(strict_types=1);

namespace Till\Exception;

/** The API key is missing, unknown, or from the other environment. */
final class AuthenticationException extends ApiException
{
}
