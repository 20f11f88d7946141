<?php

declare(strict_types=1);

namespace Till\Exception;

/**
 * The event of the cursor is gone: older than 180 days, or lost in a restore or a reset of the sandbox. Choose where to
 * begin again: without a cursor, or at `latest`.
 */
final class CursorExpiredException extends ApiException
{
}
