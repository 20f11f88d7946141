<?php

declare(strict_types=1);

namespace Till;

/** Why a webhook is not to be acted on; the first that does not hold, in this order. */
enum VerificationReason: string
{
    case ParsedBody = 'parsed_body';
    case MissingHeader = 'missing_header';
    case InvalidTimestamp = 'invalid_timestamp';
    case SignatureMismatch = 'signature_mismatch';
    case TimestampTooOld = 'timestamp_too_old';
    case TimestampTooNew = 'timestamp_too_new';
    case InvalidBody = 'invalid_body';
}
