package till

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Codes set by this package; all others come from the service.
const (
	codeInvalidAmount         = "invalid_amount"
	codeInvalidRequest        = "invalid_request"
	codeInvalidID             = "invalid_id"
	codeInvalidIdempotencyKey = "invalid_idempotency_key"
	codeInvalidConfiguration  = "invalid_configuration"
	codeConnectionFailed      = "connection_failed"
	codeWaitTimeout           = "wait_timeout"
	codeVerificationFailed    = "signature_verification_failed"
	codeUnexpectedAnswer      = "unexpected_answer"
	codeRateLimited           = "rate_limited"
	codeAPIError              = "api_error"
)

// class is a target for errors.Is; it may belong to a wider class.
type class struct {
	text  string
	wider error
}

func (c *class) Error() string { return "till: " + c.text }

func (c *class) Unwrap() error { return c.wider }

// Error classes, for errors.Is.
var (
	// ErrConfiguration means that a client, a verifier or an option is invalid.
	ErrConfiguration error = &class{text: "invalid configuration"}
	// ErrConnection means that no response arrived, or not in time.
	ErrConnection error = &class{text: "no answer"}
	// ErrWaitTimeout means that the intent was still pending or could not be read when the time to wait was over.
	ErrWaitTimeout error = &class{text: "the wait timed out"}
	// ErrWebhookVerification means that a webhook must not be processed; [Error.Reason] says why.
	ErrWebhookVerification error = &class{text: "webhook not verified"}
	// ErrAPI means that the service, or a proxy in front of it, refused the request. The classes below belong to it.
	ErrAPI error = &class{text: "refused"}
	// ErrInvalidAmount means that the amount is invalid.
	ErrInvalidAmount error = &class{"invalid amount", ErrAPI}
	// ErrInvalidRequest means that something else in the request is invalid.
	ErrInvalidRequest error = &class{"invalid request", ErrAPI}
	// ErrAuthentication means that the key is missing, unknown or from the other environment.
	ErrAuthentication error = &class{"not authenticated", ErrAPI}
	// ErrPermission means that the key doesn't have the scope, or can't be used from this address.
	ErrPermission error = &class{"not permitted", ErrAPI}
	// ErrNotFound means that it doesn't exist or isn't yours.
	ErrNotFound error = &class{"not found", ErrAPI}
	// ErrConflict means that the intent has ended, that the idempotency key was used for a different request, or that a
	// limit is reached.
	ErrConflict error = &class{"conflict", ErrAPI}
	// ErrCursorExpired means that the cursor's event is gone: older than 180 days, or lost in a restore or a reset of the
	// sandbox. Choose where to begin again: without a cursor, or at [Latest].
	ErrCursorExpired error = &class{"cursor expired", ErrAPI}
	// ErrRateLimit means that there were too many requests; [Error.RetryAfter] says how long to wait.
	ErrRateLimit error = &class{"too many requests", ErrAPI}
	// ErrServer means that something went wrong in the service.
	ErrServer error = &class{"service error", ErrAPI}
)

var classByCode = map[string]error{
	codeInvalidConfiguration:  ErrConfiguration,
	codeConnectionFailed:      ErrConnection,
	codeWaitTimeout:           ErrWaitTimeout,
	codeVerificationFailed:    ErrWebhookVerification,
	codeUnexpectedAnswer:      ErrAPI,
	codeInvalidAmount:         ErrInvalidAmount,
	codeInvalidRequest:        ErrInvalidRequest,
	codeInvalidIdempotencyKey: ErrInvalidRequest,
	"invalid_url_scheme":      ErrInvalidRequest,
	"http_in_live":            ErrInvalidRequest,
	"private_ip_in_live":      ErrInvalidRequest,
	"daily_cap_exceeded":      ErrInvalidRequest,
	"invalid_currency":        ErrInvalidRequest,
	"currency_not_enabled":    ErrInvalidRequest,
	"rate_unavailable":        ErrServer,
	codeInvalidID:             ErrInvalidRequest,
	"invalid_period":          ErrInvalidRequest,
	"method_not_allowed":      ErrInvalidRequest,
	"payload_too_large":       ErrInvalidRequest,
	"request_timeout":         ErrInvalidRequest,
	"unsupported_media_type":  ErrInvalidRequest,
	"missing_api_key":         ErrAuthentication,
	"invalid_api_key":         ErrAuthentication,
	"environment_mismatch":    ErrAuthentication,
	"insufficient_scope":      ErrPermission,
	"address_not_allowed":     ErrPermission,
	"not_found":               ErrNotFound,
	"invalid_transition":      ErrConflict,
	"idempotency_conflict":    ErrConflict,
	"limit_reached":           ErrConflict,
	"cursor_expired":          ErrCursorExpired,
	codeRateLimited:           ErrRateLimit,
	codeAPIError:              ErrServer,
}

// Error is the type of every error of this package.
type Error struct {
	// Code identifies the error for programs. Codes newer than this package are passed through.
	Code string
	// Message describes the error for people; it may change.
	Message string
	// Status is the HTTP status, 0 without a response.
	Status int
	// RequestID identifies the request for support; empty without a response.
	RequestID string
	// RetryAfter is the delay requested by the response, 0 without one.
	RetryAfter time.Duration
	// Reason says why a webhook was refused; empty in other errors.
	Reason Reason
	// Intent is the last known state when [Intents.Wait] timed out; nil if there is none, and in other errors.
	Intent *Intent

	cause error
}

// Error returns the code and the message, with the status and the request ID if there are any.
func (e *Error) Error() string {
	var about []string
	if e.Status != 0 {
		about = append(about, fmt.Sprintf("status %d", e.Status))
	}
	if e.RequestID != "" {
		about = append(about, "request "+e.RequestID)
	}
	text := "till: " + e.Code + ": " + e.Message
	if len(about) == 0 {
		return text
	}
	return text + " (" + strings.Join(about, ", ") + ")"
}

// Is reports whether target is the error's class, or one that its class belongs to.
func (e *Error) Is(target error) bool {
	return errors.Is(e.class(), target)
}

// Unwrap returns the underlying network error, nil if there is none.
func (e *Error) Unwrap() error {
	return e.cause
}

// class depends on the code, or on the status if the code is unknown.
func (e *Error) class() error {
	if class, known := classByCode[e.Code]; known {
		return class
	}
	switch e.Status {
	case 0:
		return nil
	case 400, 405, 408, 413, 415, 422:
		return ErrInvalidRequest
	case 401:
		return ErrAuthentication
	case 403:
		return ErrPermission
	case 404:
		return ErrNotFound
	case 409:
		return ErrConflict
	case 429:
		return ErrRateLimit
	}
	if e.Status >= 500 {
		return ErrServer
	}
	return ErrAPI
}

// isPassing reports whether a retry may succeed: after no response, too many requests, or an error in the service.
func (e *Error) isPassing() bool {
	return e.Code == codeConnectionFailed || e.Status == 429 || e.Status >= 500
}

func configurationError(message string) error {
	return &Error{Code: codeInvalidConfiguration, Message: message}
}
