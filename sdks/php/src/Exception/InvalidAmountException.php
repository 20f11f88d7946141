<?php

declare(strict_types=1);

namespace Till\Exception;

/** The amount is none that can be asked for. Code `invalid_amount`; status null when nothing was sent. */
final class InvalidAmountException extends ApiException
{
}
