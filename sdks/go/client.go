package till

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	defaultTimeout    = 10 * time.Second
	defaultMaxRetries = 3
	versionPath       = "/api/v1"
)

// Environment is the environment of an intent. Unknown values are passed through.
type Environment string

// The known environments.
const (
	EnvironmentSandbox Environment = "sandbox"
	EnvironmentLive    Environment = "live"
)

// Client calls the API with one key. Printing or encoding it, even inside another value, never reveals its key.
type Client struct {
	// Intents creates and tracks payment intents.
	Intents *Intents
	// Refunds prepares refunds.
	Refunds *Refunds
	// Sandbox simulates payments.
	Sandbox *Sandbox
	// Reports returns the sales of a terminal.
	Reports *Reports
	// Events reads the events that webhooks carry.
	Events *Events
	// WebhookEndpoints manages the endpoints that the key created.
	WebhookEndpoints *WebhookEndpoints

	environment Environment
	baseURL     string
}

// New returns a client for a terminal's key or a restricted key, svc_test_… or svc_live_…, and the URL of the service,
// for example https://pay.example.com, with or without /api/v1. The error is [ErrConfiguration].
func New(apiKey, baseURL string, options ...ClientOption) (*Client, error) {
	environment, err := environmentOf(apiKey)
	if err != nil {
		return nil, err
	}
	base, err := completeURL(baseURL)
	if err != nil {
		return nil, err
	}
	defaults, err := settings{timeout: defaultTimeout, maxRetries: defaultMaxRetries, httpClient: &http.Client{}}.forClient(options)
	if err != nil {
		return nil, err
	}
	t := &transport{
		baseURL:   base,
		defaults:  defaults,
		authorize: func(header http.Header) { header.Set("Authorization", "Bearer "+apiKey) },
	}
	return &Client{
		Intents:          &Intents{t},
		Refunds:          &Refunds{t},
		Sandbox:          &Sandbox{t},
		Reports:          &Reports{t},
		Events:           &Events{t},
		WebhookEndpoints: &WebhookEndpoints{t},
		environment:      environment,
		baseURL:          base,
	}, nil
}

// Environment returns the environment of the key's prefix.
func (c *Client) Environment() Environment {
	return c.environment
}

// Livemode reports whether real funds move.
func (c *Client) Livemode() bool {
	return c.environment == EnvironmentLive
}

// String returns the environment and the URL.
func (c *Client) String() string {
	return fmt.Sprintf("till.Client(%s, %s)", c.environment, c.baseURL)
}

// GoString returns the same as String.
func (c *Client) GoString() string {
	return c.String()
}

// environmentOf never includes its input in the error: it may be a mistyped key.
func environmentOf(apiKey string) (Environment, error) {
	for prefix, environment := range map[string]Environment{
		"svc_test_": EnvironmentSandbox,
		"svc_live_": EnvironmentLive,
	} {
		if rest, found := strings.CutPrefix(apiKey, prefix); found && consistsOf(rest, '!', '~') {
			return environment, nil
		}
	}
	if apiKey == "" {
		return "", configurationError("the API key is empty; is the environment variable set?")
	}
	return "", configurationError(
		"the API key must be exactly as it was issued, svc_test_… or svc_live_…, without white space")
}

func completeURL(baseURL string) (string, error) {
	address, err := url.Parse(baseURL)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Hostname() == "" ||
		address.User != nil || strings.ContainsAny(baseURL, "?#") {
		return "", configurationError(
			"the base URL must be the service's URL, for example https://pay.example.com, without user name or query")
	}
	path := strings.TrimRight(address.EscapedPath(), "/")
	if !strings.HasSuffix(path, versionPath) {
		path += versionPath
	}
	return address.Scheme + "://" + address.Host + path, nil
}
