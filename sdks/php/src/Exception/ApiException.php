<?php

declare(strict_types=1);

namespace Till\Exception;

/** The service, or a proxy in front of it, refused the request. */
class ApiException extends TillException
{
}
