<?php

declare(strict_types=1);

namespace Till\Internal;

use Till\Exception\ApiException;
use Till\Exception\AuthenticationException;
use Till\Exception\ConflictException;
use Till\Exception\CursorExpiredException;
use Till\Exception\InvalidAmountException;
use Till\Exception\InvalidRequestException;
use Till\Exception\NotFoundException;
use Till\Exception\PermissionException;
use Till\Exception\RateLimitException;
use Till\Exception\ServerException;

/**
 * Creates errors from responses.
 *
 * @internal
 */
final class Refusal
{
    private const BY_CODE = [
        'invalid_amount' => InvalidAmountException::class,
        'invalid_url_scheme' => InvalidRequestException::class,
        'http_in_live' => InvalidRequestException::class,
        'private_ip_in_live' => InvalidRequestException::class,
        'missing_api_key' => AuthenticationException::class,
        'invalid_api_key' => AuthenticationException::class,
        'environment_mismatch' => AuthenticationException::class,
        'insufficient_scope' => PermissionException::class,
        'address_not_allowed' => PermissionException::class,
        'not_found' => NotFoundException::class,
        'rate_limited' => RateLimitException::class,
        'api_error' => ServerException::class,
        'invalid_id' => InvalidRequestException::class,
        'invalid_request' => InvalidRequestException::class,
        'invalid_period' => InvalidRequestException::class,
        'invalid_transition' => ConflictException::class,
        'daily_cap_exceeded' => InvalidRequestException::class,
        'invalid_currency' => InvalidRequestException::class,
        'currency_not_enabled' => InvalidRequestException::class,
        'rate_unavailable' => ServerException::class,
        'idempotency_conflict' => ConflictException::class,
        'limit_reached' => ConflictException::class,
        'cursor_expired' => CursorExpiredException::class,
        'invalid_idempotency_key' => InvalidRequestException::class,
        'method_not_allowed' => InvalidRequestException::class,
        'payload_too_large' => InvalidRequestException::class,
        'request_timeout' => InvalidRequestException::class,
        'unsupported_media_type' => InvalidRequestException::class,
    ];

    /** The code decides the class, or the status if the code is unknown. */
    public static function of(Answer $answer, \DateTimeImmutable $now): ApiException
    {
        $status = $answer->status;
        if ($status >= 300 && $status < 400) {
            return self::unexpected($answer, $now, "The response was a redirect ($status), which is not followed.");
        }
        [$code, $error] = self::said($answer->body);
        // A response without a code comes from a proxy, so only its HTTP status counts.
        $code ??= match (true) {
            $status === 429 => 'rate_limited',
            $status >= 500 => 'api_error',
            default => 'unexpected_answer',
        };
        $otherwise = $code === 'unexpected_answer' ? ApiException::class : self::byStatus($status);

        return self::make(
            self::BY_CODE[$code] ?? $otherwise,
            $code,
            $answer,
            $now,
            $error ?? "The response had status $status and no error message.",
        );
    }

    public static function unexpected(Answer $answer, \DateTimeImmutable $now, string $what): ApiException
    {
        return self::make(
            ApiException::class,
            'unexpected_answer',
            $answer,
            $now,
            "$what Is the service's URL right?",
        );
    }

    /** @return class-string<ApiException> */
    private static function byStatus(int $status): string
    {
        return match (true) {
            $status === 401 => AuthenticationException::class,
            $status === 403 => PermissionException::class,
            $status === 404 => NotFoundException::class,
            $status === 409 => ConflictException::class,
            $status === 429 => RateLimitException::class,
            in_array($status, [400, 405, 408, 413, 415, 422], true) => InvalidRequestException::class,
            $status >= 500 => ServerException::class,
            default => ApiException::class,
        };
    }

    /** @return array{string|null, string|null} code and error */
    private static function said(string $body): array
    {
        try {
            $members = new Members(Json::parse($body));
        } catch (ShapeException) {
            return [null, null];
        }
        $texts = [];
        foreach (['code', 'error'] as $name) {
            try {
                $texts[] = $members->text($name) === '' ? null : $members->text($name);
            } catch (ShapeException) {
                $texts[] = null;
            }
        }

        return [$texts[0], $texts[1]];
    }

    /** @param class-string<ApiException> $class */
    private static function make(
        string $class,
        string $code,
        Answer $answer,
        \DateTimeImmutable $now,
        string $message,
    ): ApiException {
        return new $class(
            $code,
            $answer->status,
            $answer->header('x-request-id'),
            $message,
            HttpDate::retryAfterSeconds($answer->header('retry-after'), $now),
        );
    }
}
