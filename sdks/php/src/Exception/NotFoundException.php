<?php

declare(strict_types=1);

namespace Till\Exception;

/** It doesn't exist or isn't yours. */
final class NotFoundException extends ApiException
{
}
