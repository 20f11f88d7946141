<?php

declare(strict_types=1);

namespace Till\Exception;

/** Something went wrong in the service. */
final class ServerException extends ApiException
{
}
