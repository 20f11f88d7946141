<?php

declare(strict_types=1);

namespace Till\Exception;

/** Something went wrong on the service's side. */
final class ServerException extends ApiException
{
}
