package till

import (
	"net/http"
	"time"
)

// settings are set by options.
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

// OnceOption is an option of calls with an idempotency key: create and cancel.
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

// Timeout limits each attempt of a call, connecting and reading together. Default: 10 s. For [Intents.Wait], it limits
// the whole wait.
func Timeout(timeout time.Duration) TimeoutOption {
	return option(func(s *settings) { s.timeout, s.timeoutGiven = timeout, true })
}

// MaxRetries limits the attempts after the first. Default: 3. It doesn't count reads and idempotent calls that net/http
// repeats on its own when a reused connection turns out to be closed.
func MaxRetries(retries int) RetryOption {
	return option(func(s *settings) { s.maxRetries = retries })
}

// HTTPClient sets a custom HTTP client, for example with a proxy or its own certificates. Its transport sees the key.
// Redirects aren't followed, whatever its CheckRedirect does.
func HTTPClient(client *http.Client) ClientOption {
	return option(func(s *settings) { s.httpClient = client })
}

// IdempotencyKey identifies the same request across calls and restarts: 1 to 255 printable ASCII characters. By
// default, each call has its own key, shared by all its attempts.
func IdempotencyKey(key string) OnceOption {
	return option(func(s *settings) { s.idempotencyKey = &key })
}

// Interval is the time between two polls. Default: 2 s.
func Interval(interval time.Duration) WaitOption {
	return option(func(s *settings) { s.interval = interval })
}

// option applies to all settings; the types above restrict where it can be used.
type option func(*settings)

func (o option) applyToClient(s *settings) { o(s) }
func (o option) applyOnce(s *settings)     { o(s) }
func (o option) applyToCall(s *settings)   { o(s) }
func (o option) applyToWait(s *settings)   { o(s) }

// forCall returns the settings of one call.
func (t *transport) forCall(options []CallOption) (settings, error) {
	s := t.defaults
	for _, option := range options {
		option.applyToCall(&s)
	}
	return s, s.check()
}
