package till

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Status is the status of an intent. Unknown values are passed through.
type Status string

// The known statuses. An intent starts as pending and ends as one of the others.
const (
	StatusPending   Status = "pending"
	StatusPaid      Status = "paid"
	StatusExpired   Status = "expired"
	StatusCancelled Status = "cancelled"
)

// Intent is an amount that a customer can pay until it expires.
type Intent struct {
	ID          string      `json:"id"`
	Amount      Amount      `json:"amount_usdt"`
	Status      Status      `json:"status"`
	Environment Environment `json:"environment"`
	Livemode    bool        `json:"livemode"`
	ExpiresAt   time.Time   `json:"expires_at"`
}

// CreatedIntent is the result of [Intents.Create].
type CreatedIntent struct {
	Intent
	// CheckoutURI is a deep link for wallet apps: the content of the QR code.
	CheckoutURI string `json:"checkout_uri"`
	// CheckoutURL is the hosted payment page for the customer; empty if the service has none.
	CheckoutURL string `json:"checkout_url,omitempty"`
	// Reference and Metadata are the values you passed, empty if none.
	Reference string            `json:"reference,omitempty"`
	Metadata  map[string]string `json:"metadata,omitempty"`
	// TerminalName is the name of the terminal.
	TerminalName string `json:"terminal_name"`
	// SuccessURL and CancelURL are the pages that customers return to, empty if none.
	SuccessURL string `json:"success_url,omitempty"`
	CancelURL  string `json:"cancel_url,omitempty"`
	// Quote is what the amount was quoted from, nil if you passed it in USDT.
	Quote *Quote `json:"quote,omitempty"`
}

// CreateParams are the values of a new intent. Only Amount, or Price with Currency, is required.
type CreateParams struct {
	// Amount is from 0.000001 to 999999999.999999 USDT.
	Amount Amount
	// Price is decimal text with at most the decimals of its Currency, for example "24.90". The service quotes it in
	// USDT at the rate of your business, and the intent expires when its quote does.
	Price string
	// Currency is the ISO 4217 code of the Price, for example "EUR", or "USDT".
	Currency string
	// Reference is your order ID, up to 200 characters; the customer sees it.
	Reference string
	// Metadata are up to 20 key-value pairs that are returned with the intent.
	Metadata map[string]string
	// ExpiresIn is the time until the intent expires, in whole seconds. Default: the terminal's setting.
	ExpiresIn time.Duration
	// SuccessURL is your page that the customer can return to after paying.
	SuccessURL string
	// CancelURL is your page for customers who leave without paying.
	CancelURL string
	// TerminalID is needed only with a key for all terminals.
	TerminalID string
}

// Intents creates and tracks payment intents: [Client.Intents].
type Intents struct {
	transport *transport
}

// Create creates an intent. All attempts of a call use the same idempotency key, so a lost response never leads to a
// second intent. Errors: [ErrInvalidAmount] before anything is sent, [ErrConflict] if the key was used for a different
// request, [ErrAuthentication]. With a price also [ErrInvalidRequest] for a currency that your business has no rate for,
// and [ErrServer] with the code rate_unavailable and the time to wait.
func (i *Intents) Create(ctx context.Context, params CreateParams, options ...CallOption) (*CreatedIntent, error) {
	body, err := params.encode()
	if err != nil {
		return nil, err
	}
	return once(ctx, i.transport, "/create-payment-intent", body, options, readCreated)
}

// Get returns the current state of an intent. Errors: [ErrNotFound], [ErrInvalidRequest].
func (i *Intents) Get(ctx context.Context, id string, options ...CallOption) (*Intent, error) {
	settings, err := i.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	intent, _, err := i.look(ctx, id, settings)
	return intent, err
}

// Cancel cancels a pending intent. Errors: [ErrConflict] if it has ended or received funds, [ErrNotFound].
func (i *Intents) Cancel(ctx context.Context, id string, options ...CallOption) (*Intent, error) {
	body, err := json.Marshal(map[string]string{"id": id})
	if err != nil {
		return nil, err
	}
	return once(ctx, i.transport, "/cancel-payment-intent", body, options, readIntent)
}

// look also returns the service's time.
func (i *Intents) look(ctx context.Context, id string, s settings) (*Intent, time.Time, error) {
	c := call{method: http.MethodGet, path: "/intent-status", query: url.Values{"id": {id}}}
	return do(ctx, i.transport, c, s, readIntent)
}

// once makes a call whose attempts share one idempotency key.
func once[T any](
	ctx context.Context, t *transport, path string, body []byte, options []CallOption, read func(*members) T,
) (T, error) {
	var nothing T
	s, err := t.defaults.forKeyedCall(options)
	if err != nil {
		return nothing, err
	}
	c := call{method: http.MethodPost, path: path, body: body, withKey: true, idempotencyKey: newUUID()}
	if s.idempotencyKey != nil {
		c.idempotencyKey = *s.idempotencyKey
	}
	if len(c.idempotencyKey) > 255 || !consistsOf(c.idempotencyKey, ' ', '~') {
		return nothing, &Error{
			Code:    codeInvalidIdempotencyKey,
			Message: "IdempotencyKey must be 1 to 255 printable ASCII characters",
		}
	}
	value, _, err := do(ctx, t, c, s, read)
	return value, err
}

func (p CreateParams) encode() ([]byte, error) {
	amount, err := p.amount()
	if err != nil {
		return nil, err
	}
	if p.ExpiresIn%time.Second != 0 {
		return nil, &Error{Code: codeInvalidRequest, Message: "ExpiresIn must be whole seconds"}
	}
	return json.Marshal(struct {
		Amount     *Amount           `json:"amount_usdt,omitempty"`
		Price      string            `json:"amount,omitempty"`
		Currency   string            `json:"currency,omitempty"`
		Reference  string            `json:"reference,omitempty"`
		Metadata   map[string]string `json:"metadata,omitempty"`
		ExpiresIn  int64             `json:"expires_in,omitempty"`
		SuccessURL string            `json:"success_url,omitempty"`
		CancelURL  string            `json:"cancel_url,omitempty"`
		TerminalID string            `json:"terminal_id,omitempty"`
	}{
		amount, p.Price, p.Currency, p.Reference, p.Metadata, int64(p.ExpiresIn / time.Second), p.SuccessURL, p.CancelURL,
		p.TerminalID,
	})
}

// amount returns the amount in USDT to send, nil with a price.
func (p CreateParams) amount() (*Amount, error) {
	if p.Price == "" && p.Currency == "" {
		return &p.Amount, p.Amount.check()
	}
	if p.Price == "" || p.Amount != (Amount{}) {
		return nil, &Error{Code: codeInvalidAmount, Message: "pass either Amount, or Price with Currency"}
	}
	return nil, nil
}

func readIntent(m *members) *Intent {
	intent := intentOf(m, m)
	return &intent
}

// readCreated takes livemode from the envelope if the intent has none.
func readCreated(m *members) *CreatedIntent {
	made, mode := m.object("intent"), m
	if made.has("livemode") {
		mode = made
	}
	return &CreatedIntent{
		Intent:       intentOf(made, mode),
		CheckoutURI:  made.text("checkout_uri"),
		CheckoutURL:  made.optional("checkout_url"),
		Reference:    made.optional("reference"),
		Metadata:     made.texts("metadata"),
		TerminalName: m.text("terminal"),
		SuccessURL:   made.optional("success_url"),
		CancelURL:    made.optional("cancel_url"),
		Quote:        readQuote(made),
	}
}

func intentOf(m, mode *members) Intent {
	return Intent{
		ID:          m.text("id"),
		Amount:      m.amount("amount_usdt"),
		Status:      Status(m.text("status")),
		Environment: Environment(m.text("environment")),
		Livemode:    mode.flag("livemode"),
		ExpiresAt:   m.moment("expires_at"),
	}
}

// newUUID returns a random UUID (version 4).
func newUUID() string {
	var random [16]byte
	if _, err := rand.Read(random[:]); err != nil {
		panic(fmt.Sprintf("till: no random bytes available: %v", err))
	}
	random[6] = random[6]&0x0f | 0x40
	random[8] = random[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", random[:4], random[4:6], random[6:8], random[8:10], random[10:])
}
