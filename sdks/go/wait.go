package till

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	defaultInterval = 2 * time.Second
	// In live, a payment can arrive a minute after the expiry, and takes two or three more to be final.
	waitMargin = 5 * time.Minute
)

// WaitOption is an option of [Intents.Wait].
type WaitOption func(*waitSettings)

type waitSettings struct {
	interval     time.Duration
	timeout      time.Duration
	timeoutGiven bool
}

// WaitTimeout limits the whole wait. Default: until five minutes after the intent's expiry.
func WaitTimeout(timeout time.Duration) WaitOption {
	return func(s *waitSettings) { s.timeout, s.timeoutGiven = timeout, true }
}

// Interval is the time between two polls. Default: 2 s.
func Interval(interval time.Duration) WaitOption {
	return func(s *waitSettings) { s.interval = interval }
}

// Wait polls every two seconds until the intent is no longer pending and returns it, paid or not: check its Status. It
// continues if the service is briefly unavailable. Each poll is one attempt and takes at most the client's [Timeout].
//
// It ends after [WaitTimeout], by default five minutes after the intent's expiry, with [ErrWaitTimeout] and the last
// known state in [Error.Intent]. If ctx ends first, it returns the context's error. Other errors: [ErrNotFound],
// [ErrInvalidRequest].
func (i *Intents) Wait(ctx context.Context, id string, options ...WaitOption) (*Intent, error) {
	given := waitSettings{interval: defaultInterval, timeout: waitMargin}
	for _, option := range options {
		option(&given)
	}
	if given.interval <= 0 || given.timeout <= 0 {
		return nil, configurationError("WaitTimeout and Interval must be above 0")
	}
	// time.Now is monotonic, so changing the clock doesn't move the deadline
	deadline := time.Now().Add(given.timeout)
	attempt := i.transport.defaults
	attempt.maxRetries = 0
	timeout := attempt.timeout
	over, trouble := &Error{Code: codeWaitTimeout}, ""
	for {
		left := time.Until(deadline)
		if left <= 0 {
			return nil, over.describe(trouble)
		}
		pause := given.interval
		attempt.timeout = min(timeout, left)
		intent, at, err := i.look(ctx, id, attempt)
		var failure *Error
		switch {
		case err == nil && intent.Status != StatusPending:
			return intent, nil
		case err == nil:
			over.Intent, trouble = intent, ""
			if !given.timeoutGiven {
				// once, by the service's clock: this machine's clock may be wrong by hours
				given.timeoutGiven = true
				deadline = time.Now().Add(intent.ExpiresAt.Sub(at)).Add(waitMargin)
			}
		case errors.As(err, &failure) && failure.isPassing():
			// a poll that the deadline cut off says less than the failure before it
			if trouble == "" || time.Now().Before(deadline) {
				trouble = "; " + failure.Message
			}
			pause = max(pause, failure.RetryAfter)
		default:
			return nil, err
		}
		if err := sleep(ctx, max(0, min(pause, time.Until(deadline)))); err != nil {
			return nil, err
		}
	}
}

// describe names the last known state. The last failure isn't wrapped, because the error would then belong to two
// classes.
func (e *Error) describe(trouble string) *Error {
	seen := "could not be read"
	if e.Intent != nil {
		seen = fmt.Sprintf("was still %s", e.Intent.Status)
	}
	e.Message = "the wait timed out: the intent " + seen + trouble
	return e
}
