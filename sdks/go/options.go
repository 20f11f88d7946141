package till

import (
	"net/http"
	"time"
)

// Option changes how requests are sent: those of all calls if you pass it to [New], those of one call if you pass it to
// that call. [IdempotencyKey] is only for [Intents.Create] and [Intents.Cancel].
//
// An invalid option, or one that doesn't apply, is [ErrConfiguration] before anything is sent.
type Option func(*settings)

// settings are set by options.
type settings struct {
	timeout        time.Duration
	maxRetries     int
	httpClient     *http.Client
	idempotencyKey *string
}

// Timeout limits each attempt of a call, connecting and reading together. Default: 10 s. To limit a call with all its
// attempts, use its context.
func Timeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// MaxRetries limits the attempts after the first. Default: 3. It doesn't count reads and idempotent calls that net/http
// repeats on its own when a reused connection turns out to be closed.
func MaxRetries(retries int) Option {
	return func(s *settings) { s.maxRetries = retries }
}

// HTTPClient sets a custom HTTP client, for example with a proxy or its own certificates. Its transport sees the key.
// Redirects aren't followed, whatever its CheckRedirect does.
func HTTPClient(client *http.Client) Option {
	return func(s *settings) { s.httpClient = client }
}

// IdempotencyKey identifies the same request across calls and restarts: 1 to 255 printable ASCII characters. A key lasts
// 24 hours and repeats the first response, also after the intent has ended, so use one for each attempt to pay, such as
// order-1042-1. By default, each call has its own key, shared by all its retries.
func IdempotencyKey(key string) Option {
	return func(s *settings) { s.idempotencyKey = &key }
}

// with returns the settings of a client or a call whose requests carry no idempotency key.
func (s settings) with(options []Option) (settings, error) {
	s, err := s.withKey(options)
	if err == nil && s.idempotencyKey != nil {
		err = configurationError("IdempotencyKey applies only to Intents.Create and Intents.Cancel")
	}
	return s, err
}

// withKey also takes an idempotency key.
func (s settings) withKey(options []Option) (settings, error) {
	for _, option := range options {
		option(&s)
	}
	switch {
	case s.timeout <= 0:
		return s, configurationError("Timeout must be above 0")
	case s.maxRetries < 0:
		return s, configurationError("MaxRetries must be 0 or more")
	case s.httpClient == nil:
		return s, configurationError("HTTPClient must not be nil")
	}
	return s, nil
}
