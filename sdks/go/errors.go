package till

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Codes that this package gives by itself; all others are the service's.
const (
	codeInvalidAmount         = "invalid_amount"
	codeInvalidRequest        = "invalid_request"
	codeInvalidIdempotencyKey = "invalid_idempotency_key"
	codeInvalidConfiguration  = "invalid_configuration"
	codeConnectionFailed      = "connection_failed"
	codeWaitTimeout           = "wait_timeout"
	codeVerificationFailed    = "signature_verification_failed"
	codeUnexpectedAnswer      = "unexpected_answer"
	codeRateLimited           = "rate_limited"
	codeAPIError              = "api_error"
)

// class is what errors.Is compares with; a class may belong to a wider one.
type class struct {
	text  string
	wider error
}

func (c *class) Error() string { return "till: " + c.text }

func (c *class) Unwrap() error { return c.wider }

// Classes of errors, for errors.Is.
var (
	// ErrConfiguration means: a client, a verifier or an option was made wrongly.
	ErrConfiguration error = &class{text: "wrong configuration"}
	// ErrConnection means: no answer came, or not in time.
	ErrConnection error = &class{text: "no answer"}
	// ErrWaitTimeout means: the intent was still pending, or out of sight, when the time to wait was over.
	ErrWaitTimeout error = &class{text: "the time to wait is over"}
	// ErrWebhookVerification means: a webhook is not to be acted on; [Error.Reason] says why.
	ErrWebhookVerification error = &class{text: "webhook not verified"}
	// ErrAPI means: the service, or something before it, answered with a refusal. The classes below belong to it.
	ErrAPI error = &class{text: "refused"}
	// ErrInvalidAmount means: the amount is none that can be asked for.
	ErrInvalidAmount error = &class{"invalid amount", ErrAPI}
	// ErrInvalidRequest means: something else in the request is not as described.
	ErrInvalidRequest error = &class{"invalid request", ErrAPI}
	// ErrAuthentication means: the key is missing, unknown or of the other environment.
	ErrAuthentication error = &class{"not authenticated", ErrAPI}
	// ErrNotFound means: there is no such intent, or it is not yours.
	ErrNotFound error = &class{"not found", ErrAPI}
	// ErrConflict means: the intent has ended, or the idempotency key was used for something else.
	ErrConflict error = &class{"conflict", ErrAPI}
	// ErrRateLimit means: too many requests; [Error.RetryAfter] says how long to wait.
	ErrRateLimit error = &class{"too many requests", ErrAPI}
	// ErrServer means: something went wrong on the service's side.
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
	"invalid_id":              ErrInvalidRequest,
	"invalid_period":          ErrInvalidRequest,
	"method_not_allowed":      ErrInvalidRequest,
	"payload_too_large":       ErrInvalidRequest,
	"request_timeout":         ErrInvalidRequest,
	"missing_api_key":         ErrAuthentication,
	"invalid_api_key":         ErrAuthentication,
	"environment_mismatch":    ErrAuthentication,
	"not_found":               ErrNotFound,
	"invalid_transition":      ErrConflict,
	"idempotency_conflict":    ErrConflict,
	codeRateLimited:           ErrRateLimit,
	codeAPIError:              ErrServer,
}

// Error is every error of this package.
type Error struct {
	// Code says for a program what is wrong. A code that is newer than this package comes through as it is.
	Code string
	// Message says it for people; its words may change.
	Message string
	// Status is the HTTP status, 0 when no answer came.
	Status int
	// RequestID is the service's id of the call, to be given when you ask about it; empty when no answer came.
	RequestID string
	// RetryAfter is how long the answer asked to wait, 0 when it asked for nothing.
	RetryAfter time.Duration
	// Reason says why a webhook is refused; empty in other errors.
	Reason Reason
	// Intent is what [Intents.Wait] saw last when its time was over, nil when it never saw it and in other errors.
	Intent *Intent

	cause error
}

// Error is the code and the message, with status and request id where there are any.
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

// Unwrap gives the error of the network underneath, nil where there is none.
func (e *Error) Unwrap() error {
	return e.cause
}

// class goes by the code; for a code that is not known, by the status.
func (e *Error) class() error {
	if class, known := classByCode[e.Code]; known {
		return class
	}
	switch e.Status {
	case 0:
		return nil
	case 400, 405, 408, 413, 422:
		return ErrInvalidRequest
	case 401, 403:
		return ErrAuthentication
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

// isPassing says that the error may be gone the next time: no answer, too many requests, trouble on the service's side.
func (e *Error) isPassing() bool {
	return e.Code == codeConnectionFailed || e.Status == 429 || e.Status >= 500
}

func configurationError(message string) error {
	return &Error{Code: codeInvalidConfiguration, Message: message}
}
