package till

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	defaultInterval = 2 * time.Second
	// Money may come up to a minute after the expiry, and the end is noted a moment later.
	waitMargin = 2 * time.Minute
)

// Wait looks every two seconds until the intent is no longer pending and returns it, whatever its end: look at its Status.
// It outlasts a service that is away for a while.
//
// It ends after [Timeout], and without that two minutes after the intent's expiry, with [ErrWaitTimeout] and the intent as
// last seen in [Error.Intent]. When ctx ends first, it returns the context's error. Other errors: [ErrNotFound],
// [ErrInvalidRequest].
func (i *Intents) Wait(ctx context.Context, id string, options ...WaitOption) (*Intent, error) {
	given := settings{interval: defaultInterval, timeout: waitMargin}
	for _, option := range options {
		option.applyToWait(&given)
	}
	if given.interval <= 0 || given.timeout <= 0 {
		return nil, configurationError("Timeout and Interval must be above 0")
	}
	// time.Now carries a monotonic reading: nobody who sets the clock moves the deadline
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
				// once, by the service's clock: this machine's may be wrong by hours, and that one may stand still
				given.timeoutGiven = true
				deadline = time.Now().Add(intent.ExpiresAt.Sub(at)).Add(waitMargin)
			}
		case errors.As(err, &failure) && failure.isPassing():
			trouble = "; " + failure.Message
			pause = max(pause, failure.RetryAfter)
		default:
			return nil, err
		}
		if err := sleep(ctx, max(0, min(pause, time.Until(deadline)))); err != nil {
			return nil, err
		}
	}
}

// describe words what the waiting saw last. The last trouble is no cause of the error: it would be of two classes.
func (e *Error) describe(trouble string) *Error {
	seen := "was never seen"
	if e.Intent != nil {
		seen = fmt.Sprintf("was %s when it was last seen", e.Intent.Status)
	}
	e.Message = "the time to wait is over; the intent " + seen + trouble
	return e
}
