package till

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Outcome is the outcome of a simulated payment. The service may support others.
type Outcome string

// The known outcomes.
const (
	// Paid pays the remaining amount.
	Paid Outcome = "paid"
	// Underpaid pays half of it, or less, so that the intent stays pending.
	Underpaid Outcome = "underpaid"
	// Overpaid pays 1 USDT more than the remaining amount.
	Overpaid Outcome = "overpaid"
	// Late pays after the expiry.
	Late Outcome = "late"
	// Expired lets the intent expire.
	Expired Outcome = "expired"
)

// DemoIntent is an intent that is paid automatically.
type DemoIntent struct {
	ID          string      `json:"id"`
	Amount      Amount      `json:"amount_usdt"`
	Environment Environment `json:"environment"`
	ExpiresAt   time.Time   `json:"expires_at"`
	// AutoCompletesIn is the time until it is paid.
	AutoCompletesIn time.Duration `json:"auto_completes_in_ns"`
}

// Sandbox simulates payments: [Client.Sandbox].
type Sandbox struct {
	transport *transport
}

// Simulate simulates a payment of a sandbox intent and returns the updated intent. It is retried only after a 429,
// since a retry could simulate a second transfer. Errors: [ErrNotFound], also for a live intent, and [ErrConflict].
func (s *Sandbox) Simulate(ctx context.Context, id string, outcome Outcome, options ...CallOption) (*Intent, error) {
	settings, err := s.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(map[string]string{"id": id, "outcome": string(outcome)})
	if err != nil {
		return nil, err
	}
	c := call{method: http.MethodPost, path: "/simulate-payment", body: body, unrepeatable: true}
	intent, _, err := do(ctx, s.transport, c, settings, readIntent)
	return intent, err
}

// CreateDemo creates an intent of the service's demo business. It is paid automatically. Error: [ErrRateLimit].
func (s *Sandbox) CreateDemo(ctx context.Context, options ...CallOption) (*DemoIntent, error) {
	settings, err := s.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	demo, _, err := do(ctx, s.transport, call{method: http.MethodPost, path: "/demo-create-intent"}, settings, readDemo)
	return demo, err
}

func readDemo(m *members) *DemoIntent {
	return &DemoIntent{
		ID:              m.text("intent_id"),
		Amount:          m.amount("amount_usdt"),
		Environment:     Environment(m.text("environment")),
		ExpiresAt:       m.moment("expires_at"),
		AutoCompletesIn: time.Duration(m.integer("auto_completes_in_ms")) * time.Millisecond,
	}
}
