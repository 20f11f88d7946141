package till

import (
	"net/http"
	"time"
)

// ClientOption is an option of [New].
type ClientOption interface{ setForClient(*settings) }

// CallOption is an option of a call.
type CallOption interface{ setForCall(*settings) }

// Option is an option of [New] for all calls, and of a call for that call alone.
type Option interface {
	ClientOption
	CallOption
}

// option is every kind: the results of the functions below say where each one applies.
type option func(*settings)

func (o option) setForClient(s *settings) { o(s) }

func (o option) setForCall(s *settings) { o(s) }

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
	return option(func(s *settings) { s.timeout = timeout })
}

// MaxRetries limits the attempts after the first. Default: 3. It doesn't count reads and idempotent calls that net/http
// repeats on its own when a reused connection turns out to be closed.
func MaxRetries(retries int) Option {
	return option(func(s *settings) { s.maxRetries = retries })
}

// HTTPClient sets a custom HTTP client, for example with a proxy or its own certificates. Its transport sees the key.
// Redirects aren't followed, whatever its CheckRedirect does.
func HTTPClient(client *http.Client) ClientOption {
	return option(func(s *settings) { s.httpClient = client })
}

// IdempotencyKey identifies the same request across calls and restarts: 1 to 255 printable ASCII characters. A key lasts
// 24 hours and repeats the first response, also after the intent has ended, so use one for each attempt to pay, such as
// order-1042-1. The key of a refund stays with it: use one for each refund. By default, each call has its own key, shared
// by all its retries. It applies only to [Intents.Create], [Intents.Cancel] and [Refunds.Create]; any other call returns
// [ErrConfiguration] before anything is sent.
func IdempotencyKey(key string) CallOption {
	return option(func(s *settings) { s.idempotencyKey = &key })
}

// forClient returns the settings of a client.
func (s settings) forClient(options []ClientOption) (settings, error) {
	for _, option := range options {
		option.setForClient(&s)
	}
	return s, s.check()
}

// forCall returns the settings of a call whose request carries no idempotency key.
func (s settings) forCall(options []CallOption) (settings, error) {
	s, err := s.forKeyedCall(options)
	if err == nil && s.idempotencyKey != nil {
		err = configurationError("IdempotencyKey applies only to Intents.Create, Intents.Cancel and Refunds.Create")
	}
	return s, err
}

// forKeyedCall also takes an idempotency key.
func (s settings) forKeyedCall(options []CallOption) (settings, error) {
	for _, option := range options {
		option.setForCall(&s)
	}
	return s, s.check()
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
