package till

import (
	"net/http"
	"time"
)

// settings are what options set.
type settings struct {
	timeout        time.Duration
	timeoutGiven   bool
	interval       time.Duration
	maxRetries     int
	httpClient     *http.Client
	idempotencyKey *string
}

func (s settings) check() error {
	switch {
	case s.timeout <= 0:
		return configurationError("Timeout must be above 0")
	case s.maxRetries < 0:
		return configurationError("MaxRetries must be 0 or more")
	case s.httpClient == nil:
		return configurationError("HTTPClient must not be nil")
	}
	return nil
}

// ClientOption is an option of [New].
type ClientOption interface{ applyToClient(*settings) }

// OnceOption is an option of calls that are done once however often they are asked: create and cancel.
type OnceOption interface{ applyOnce(*settings) }

// CallOption is an option of every single call, create and cancel included.
type CallOption interface {
	OnceOption
	applyToCall(*settings)
}

// WaitOption is an option of [Intents.Wait].
type WaitOption interface{ applyToWait(*settings) }

// RetryOption is an option of [New] and of every single call.
type RetryOption interface {
	ClientOption
	CallOption
}

// TimeoutOption is an option of [New], of every single call and of [Intents.Wait].
type TimeoutOption interface {
	RetryOption
	WaitOption
}

// Timeout bounds each attempt of a call, connecting and reading together; 10 s without it. Given to [Intents.Wait] it
// bounds the waiting as a whole.
func Timeout(timeout time.Duration) TimeoutOption {
	return option(func(s *settings) { s.timeout, s.timeoutGiven = timeout, true })
}

// MaxRetries says how many attempts may follow the first; 3 without it. It does not count what net/http repeats by itself
// for reads and idempotent calls when a connection that it kept turns out to be closed.
func MaxRetries(retries int) RetryOption {
	return option(func(s *settings) { s.maxRetries = retries })
}

// HTTPClient makes the calls through another client, for example one with a proxy or with certificates of its own. Its
// transport sees the key. Redirects are not followed, whatever its CheckRedirect says.
func HTTPClient(client *http.Client) ClientOption {
	return option(func(s *settings) { s.httpClient = client })
}

// IdempotencyKey says across calls and restarts that this is one and the same request: 1 to 255 printable ASCII
// characters. Without it each call has a key of its own, the same in all its attempts.
func IdempotencyKey(key string) OnceOption {
	return option(func(s *settings) { s.idempotencyKey = &key })
}

// Interval is the time from one look to the next; 2 s without it.
func Interval(interval time.Duration) WaitOption {
	return option(func(s *settings) { s.interval = interval })
}

// option can be applied anywhere; the types above say where it may be.
type option func(*settings)

func (o option) applyToClient(s *settings) { o(s) }
func (o option) applyOnce(s *settings)     { o(s) }
func (o option) applyToCall(s *settings)   { o(s) }
func (o option) applyToWait(s *settings)   { o(s) }

// forCall gives the settings of one call.
func (t *transport) forCall(options []CallOption) (settings, error) {
	s := t.defaults
	for _, option := range options {
		option.applyToCall(&s)
	}
	return s, s.check()
}
