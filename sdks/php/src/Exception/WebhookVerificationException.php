<?php

declare(strict_types=1);

namespace Till\Exception;

use Till\VerificationReason;

/** A webhook must not be processed. Code `signature_verification_failed`; `reason` and the message say why. */
final class WebhookVerificationException extends TillException
{
    public function __construct(public readonly VerificationReason $reason, string $message)
    {
        parent::__construct('signature_verification_failed', null, null, $message);
    }
}
