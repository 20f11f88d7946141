<?php

declare(strict_types=1);

namespace Till;

/** Why a webhook must not be processed: the first check that fails, in this order. */
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
