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

// Environment is where an intent lives. One that is not known yet comes through as it is.
type Environment string

// The environments.
const (
	EnvironmentSandbox Environment = "sandbox"
	EnvironmentLive    Environment = "live"
)

// Client is one terminal's access to the service. It keeps its key to itself: no print or encoding of it, also inside
// another value, shows the key.
type Client struct {
	// Intents are what is to be paid.
	Intents *Intents
	// Sandbox tries everything without money.
	Sandbox *Sandbox
	// Reports tell what the key's terminal collected.
	Reports *Reports

	environment Environment
	baseURL     string
}

// New makes a client from a terminal's key, svc_test_… or svc_live_…, and the address of the service, for example
// https://pay.example.com, with or without /api/v1. The error is [ErrConfiguration].
func New(apiKey, baseURL string, options ...ClientOption) (*Client, error) {
	environment, err := environmentOf(apiKey)
	if err != nil {
		return nil, err
	}
	base, err := completeURL(baseURL)
	if err != nil {
		return nil, err
	}
	defaults := settings{timeout: defaultTimeout, maxRetries: defaultMaxRetries, httpClient: &http.Client{}}
	for _, option := range options {
		option.applyToClient(&defaults)
	}
	if err := defaults.check(); err != nil {
		return nil, err
	}
	defaults.httpClient = withoutRedirects(defaults.httpClient)
	t := &transport{
		baseURL:   base,
		defaults:  defaults,
		authorize: func(header http.Header) { header.Set("Authorization", "Bearer "+apiKey) },
	}
	return &Client{
		Intents:     &Intents{t},
		Sandbox:     &Sandbox{t},
		Reports:     &Reports{t},
		environment: environment,
		baseURL:     base,
	}, nil
}

// Environment is the one that the key's prefix selects.
func (c *Client) Environment() Environment {
	return c.environment
}

// Livemode says that real money moves.
func (c *Client) Livemode() bool {
	return c.environment == EnvironmentLive
}

// String names the environment and the address.
func (c *Client) String() string {
	return fmt.Sprintf("till.Client(%s, %s)", c.environment, c.baseURL)
}

// GoString is the same as String.
func (c *Client) GoString() string {
	return c.String()
}

// environmentOf never shows what was given: it may be a key with a slip in it.
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
		"the API key must be a terminal's key as it was issued, svc_test_… or svc_live_…, without white space")
}

func completeURL(baseURL string) (string, error) {
	address, err := url.Parse(baseURL)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Hostname() == "" ||
		address.User != nil || strings.ContainsAny(baseURL, "?#") {
		return "", configurationError(
			"the base URL must be the service's address, for example https://pay.example.com, without user name or query")
	}
	path := strings.TrimRight(address.EscapedPath(), "/")
	if !strings.HasSuffix(path, versionPath) {
		path += versionPath
	}
	return address.Scheme + "://" + address.Host + path, nil
}

func withoutRedirects(client *http.Client) *http.Client {
	copied := *client
	copied.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &copied
}
