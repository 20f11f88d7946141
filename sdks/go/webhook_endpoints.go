package till

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// The service waits up to this long for your server's response to a test event.
const testTime = 10 * time.Second

// EndpointStatus is the status of a webhook endpoint. Unknown values are passed through.
type EndpointStatus string

// The known statuses. A disabled endpoint receives nothing.
const (
	EndpointEnabled  EndpointStatus = "enabled"
	EndpointDisabled EndpointStatus = "disabled"
)

// WebhookEndpoint is an endpoint that this key created.
type WebhookEndpoint struct {
	ID  string `json:"id"`
	URL string `json:"url"`
	// EventTypes are the events that are sent.
	EventTypes []string `json:"event_types"`
	// TerminalID is the terminal whose events are sent; empty for all terminals.
	TerminalID  string         `json:"terminal_id,omitempty"`
	Environment Environment    `json:"environment"`
	Livemode    bool           `json:"livemode"`
	Status      EndpointStatus `json:"status"`
	// DisabledReason is "gone", "failing", "manual" or "api"; empty while enabled. The service may add others.
	DisabledReason string `json:"disabled_reason,omitempty"`
	// FailingSince is when deliveries began to fail; nil if the last one succeeded.
	FailingSince *time.Time `json:"failing_since"`
	CreatedAt    time.Time  `json:"created_at"`
}

// CreatedWebhookEndpoint is the result of [WebhookEndpoints.Create].
type CreatedWebhookEndpoint struct {
	WebhookEndpoint
	// Created is false if the key had created this endpoint before.
	Created bool `json:"created"`
	// Secret is the signing secret. Store it now: it isn't returned again. Empty if Created is false.
	Secret string `json:"secret,omitempty"`
}

// RotatedWebhookEndpoint is the result of [WebhookEndpoints.RotateSecret].
type RotatedWebhookEndpoint struct {
	WebhookEndpoint
	// Secret is the new signing secret. Store it now: it isn't returned again.
	Secret string `json:"secret"`
	// TakesOverAt is when the new secret begins to sign alone. Accept both until then.
	TakesOverAt time.Time `json:"takes_over_at"`
}

// TestStatus is the result of a test event. Unknown values are passed through.
type TestStatus string

// The known results. Delivered means that your server responded with 2xx.
const (
	TestDelivered TestStatus = "delivered"
	TestFailed    TestStatus = "failed"
)

// TestEventResult is the result of [WebhookEndpoints.Test].
type TestEventResult struct {
	EventID string     `json:"event_id"`
	Status  TestStatus `json:"status"`
	// ResponseStatus is the HTTP status of your server, 0 without a response.
	ResponseStatus int `json:"response_status,omitempty"`
	// Error says what went wrong, such as "timeout"; empty if the event was delivered.
	Error string `json:"error,omitempty"`
}

// CreateEndpointParams are the values of a new endpoint. Only URL is required.
type CreateEndpointParams struct {
	URL string
	// EventTypes are the events to send. Default: the service's choice.
	EventTypes []string
	// TerminalID limits the events to one terminal. Default: the key's terminal, or all with a key for all terminals.
	TerminalID string
}

// UpdateEndpointParams say what to change. What is empty or nil stays as it is.
type UpdateEndpointParams struct {
	URL        string
	EventTypes []string
	Enabled    *bool
}

// WebhookEndpoints manages the webhook endpoints that a restricted key created: [Client.WebhookEndpoints]. The key
// needs the scope webhooks:write.
type WebhookEndpoints struct {
	transport *transport
}

// List returns every endpoint that this key created, at most five. Error: [ErrPermission].
func (w *WebhookEndpoints) List(ctx context.Context, options ...CallOption) (*Page[*WebhookEndpoint], error) {
	return endpointCall(ctx, w.transport, call{method: http.MethodGet}, options, readPage(readEndpoint))
}

// Create creates an endpoint, or returns the one that this key has already created for the URL and the terminal,
// without its secret. Errors: [ErrConflict] with the code limit_reached, [ErrInvalidRequest], [ErrPermission].
func (w *WebhookEndpoints) Create(
	ctx context.Context, params CreateEndpointParams, options ...CallOption,
) (*CreatedWebhookEndpoint, error) {
	body, err := json.Marshal(struct {
		URL        string   `json:"url"`
		EventTypes []string `json:"event_types,omitempty"`
		TerminalID string   `json:"terminal_id,omitempty"`
	}(params))
	if err != nil {
		return nil, err
	}
	return endpointCall(ctx, w.transport, call{method: http.MethodPost, body: body}, options, readCreatedEndpoint)
}

// Retrieve returns an endpoint. Error: [ErrNotFound], also if another key or the dashboard created it.
func (w *WebhookEndpoints) Retrieve(ctx context.Context, id string, options ...CallOption) (*WebhookEndpoint, error) {
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	return endpointCall(ctx, w.transport, call{method: http.MethodGet, path: "/" + segment}, options, readEndpoint)
}

// Update changes an endpoint. It is retried only after a 429. Errors: as for Create, and [ErrNotFound].
func (w *WebhookEndpoints) Update(
	ctx context.Context, id string, params UpdateEndpointParams, options ...CallOption,
) (*WebhookEndpoint, error) {
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(struct {
		URL        string   `json:"url,omitempty"`
		EventTypes []string `json:"event_types,omitempty"`
		Enabled    *bool    `json:"enabled,omitempty"`
	}(params))
	if err != nil {
		return nil, err
	}
	c := call{method: http.MethodPatch, path: "/" + segment, body: body, unrepeatable: true}
	return endpointCall(ctx, w.transport, c, options, readEndpoint)
}

// Delete deletes an endpoint with its delivery log. Error: [ErrNotFound].
func (w *WebhookEndpoints) Delete(ctx context.Context, id string, options ...CallOption) error {
	segment, err := segmentOf(id)
	if err != nil {
		return err
	}
	c := call{method: http.MethodDelete, path: "/" + segment}
	_, err = endpointCall(ctx, w.transport, c, options, func(m *members) bool { return m.flag("deleted") })
	return err
}

// RotateSecret returns a new secret. It is retried only after a 429. Error: [ErrNotFound].
func (w *WebhookEndpoints) RotateSecret(
	ctx context.Context, id string, options ...CallOption,
) (*RotatedWebhookEndpoint, error) {
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	c := call{method: http.MethodPost, path: "/" + segment + "/rotate-secret", body: []byte("{}"), unrepeatable: true}
	return endpointCall(ctx, w.transport, c, options, readRotatedEndpoint)
}

// Test sends a [TestPing] to your server and returns how it responded. It takes up to ten seconds longer than other
// calls, and is retried only after a 429. Errors: [ErrNotFound], [ErrConflict] if the endpoint is disabled.
func (w *WebhookEndpoints) Test(ctx context.Context, id string, options ...CallOption) (*TestEventResult, error) {
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	c := call{method: http.MethodPost, path: "/" + segment + "/test", body: []byte("{}"), unrepeatable: true}
	c.extra = testTime
	return endpointCall(ctx, w.transport, c, options, readTestEventResult)
}

// endpointCall makes a call whose path begins with that of the endpoints.
func endpointCall[T any](
	ctx context.Context, t *transport, c call, options []CallOption, read func(*members) T,
) (T, error) {
	var nothing T
	settings, err := t.defaults.forCall(options)
	if err != nil {
		return nothing, err
	}
	c.path, c.withKey = "/webhook-endpoints"+c.path, true
	value, _, err := do(ctx, t, c, settings, read)
	return value, err
}

func readEndpoint(m *members) *WebhookEndpoint {
	endpoint := endpointOf(m)
	return &endpoint
}

func readCreatedEndpoint(m *members) *CreatedWebhookEndpoint {
	return &CreatedWebhookEndpoint{endpointOf(m), m.flag("created"), m.optional("secret")}
}

func readRotatedEndpoint(m *members) *RotatedWebhookEndpoint {
	return &RotatedWebhookEndpoint{endpointOf(m), m.text("secret"), m.moment("takes_over_at")}
}

func readTestEventResult(m *members) *TestEventResult {
	result := &TestEventResult{
		EventID: m.text("event_id"),
		Status:  TestStatus(m.text("status")),
		Error:   m.optional("error"),
	}
	if status := m.optionalInteger("response_status"); status != nil {
		result.ResponseStatus = *status
	}
	return result
}

func endpointOf(m *members) WebhookEndpoint {
	return WebhookEndpoint{
		ID:             m.text("id"),
		URL:            m.text("url"),
		EventTypes:     m.textList("event_types"),
		TerminalID:     m.optional("terminal_id"),
		Environment:    Environment(m.text("environment")),
		Livemode:       m.flag("livemode"),
		Status:         EndpointStatus(m.text("status")),
		DisabledReason: m.optional("disabled_reason"),
		FailingSince:   m.optionalMoment("failing_since"),
		CreatedAt:      m.moment("created_at"),
	}
}
