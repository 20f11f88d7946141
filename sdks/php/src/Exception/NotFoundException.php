<?php

declare(strict_types=1);

namespace Till\Exception;

/** There is no such intent, or it is not yours. */
final class NotFoundException extends ApiException
{
}
