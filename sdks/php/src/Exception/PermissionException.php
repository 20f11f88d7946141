<?php

declare(strict_types=1);

namespace Till\Exception;

/** The key doesn't have the scope, or can't be used from this address. */
final class PermissionException extends ApiException
{
}
