<?php

declare(strict_types=1);

namespace Till\Exception;

/** The amount is invalid. Code `invalid_amount`; the status is null if nothing was sent. */
final class InvalidAmountException extends ApiException
{
}
