<?php

declare(strict_types=1);

namespace Till\Exception;

/** The service, or something before it, answered with a refusal. */
class ApiException extends TillException
{
}
