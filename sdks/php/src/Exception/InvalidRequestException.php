<?php

declare(strict_types=1);

namespace Till\Exception;

/** Something else in the request is invalid. */
final class InvalidRequestException extends ApiException
{
}
