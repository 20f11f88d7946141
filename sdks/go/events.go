package till

import (
	"encoding/json"
	"time"
)

// Event is one of [*PaymentSuccess], [*IntentCreated], [*PaymentExpired], [*KeyRotated], [*TestPing],
// [*IntentCancelled], [*AttentionOpened], [*AttentionResolved] and, for events newer than this package,
// [*UnknownEvent]. Use a type switch.
type Event interface {
	// EventID is the same for every attempt to deliver the event. Process each one only once.
	EventID() string
	// EventType is the event's name, for example "payment.success".
	EventType() string

	sealed()
}

// PaymentSuccess means that an intent is paid. Fulfil the order when you receive it.
type PaymentSuccess struct {
	ID           string // the same for every attempt to deliver the event
	Type         string // "payment.success"
	IntentID     string
	TransferID   string // empty when there is none
	Amount       Amount
	Currency     string
	TerminalID   string
	TerminalName string
	Environment  Environment
	Livemode     bool
	Simulated    bool // true when no real funds moved
	Timestamp    time.Time
	Body         json.RawMessage // the original JSON
}

// IntentCreated means that an intent was created.
type IntentCreated struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "intent.created"
	IntentID    string
	Amount      Amount
	Currency    string
	TerminalID  string
	Environment Environment
	Livemode    bool
	ExpiresAt   time.Time
	CheckoutURI string
	Timestamp   time.Time
	Body        json.RawMessage // the original JSON
}

// PaymentExpired means that an intent expired unpaid.
type PaymentExpired struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "payment.expired"
	IntentID    string
	Amount      Amount
	Currency    string
	TerminalID  string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the original JSON
}

// KeyRotated means that a terminal has a new key.
type KeyRotated struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "key.rotated"
	TerminalID  string
	Environment Environment
	Livemode    bool
	RotatedAt   time.Time
	Last4       string          // the last four characters of the new key
	Body        json.RawMessage // the original JSON
}

// TestPing is a test event for an endpoint.
type TestPing struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "test.ping"
	Message     string
	RequestID   string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the original JSON
}

// IntentCancelled means that an intent was cancelled.
type IntentCancelled struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "intent.cancelled"
	IntentID    string
	Amount      Amount
	Currency    string
	TerminalID  string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the original JSON
}

// AttentionKind says why a live payment needs attention. Unknown values are passed through.
type AttentionKind string

// The known kinds.
const (
	AttentionPartial     AttentionKind = "partial"
	AttentionOver        AttentionKind = "over"
	AttentionLate        AttentionKind = "late"
	AttentionAfterCancel AttentionKind = "after_cancel"
	AttentionAfterPaid   AttentionKind = "after_paid"
	AttentionUnassigned  AttentionKind = "unassigned"
	AttentionDisputed    AttentionKind = "disputed"
	AttentionUnreadable  AttentionKind = "unreadable"
)

// Resolution says how an item was resolved. Unknown values are passed through.
type Resolution string

// The known resolutions. "settled" means that the item resolved itself.
const (
	ResolutionAccepted Resolution = "accepted"
	ResolutionRefunded Resolution = "refunded"
	ResolutionAsked    Resolution = "asked"
	ResolutionSettled  Resolution = "settled"
)

// AttentionOpened means that a live transfer doesn't match its intent.
type AttentionOpened struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "attention.opened"
	ItemID      string // the same in both events about one item
	Kind        AttentionKind
	IntentID    string // empty if unknown, like the two below
	TerminalID  string
	TransferID  string
	TxHash      string // the transaction on the blockchain
	Amount      Amount // the remaining amount for partial, the excess for over, else the whole transfer
	Currency    string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the original JSON
}

// AttentionResolved means that someone resolved an item, or that it resolved itself.
type AttentionResolved struct {
	ID          string // the same for every attempt to deliver the event
	Type        string // "attention.resolved"
	ItemID      string // the same in both events about one item
	Kind        AttentionKind
	IntentID    string // empty if unknown, like the two below
	TerminalID  string
	TransferID  string
	TxHash      string // the transaction on the blockchain
	Amount      Amount // the remaining amount for partial, the excess for over, else the whole transfer
	Currency    string
	Environment Environment
	Livemode    bool
	Resolution  Resolution
	Timestamp   time.Time
	Body        json.RawMessage // the original JSON
}

// UnknownEvent is an event newer than this package. Its name is in Type, everything else in Body.
type UnknownEvent struct {
	ID   string // the same for every attempt to deliver the event
	Type string
	Body json.RawMessage // the original JSON
}

// EventID is e.ID.
func (e *PaymentSuccess) EventID() string { return e.ID }

// EventType is e.Type.
func (e *PaymentSuccess) EventType() string { return e.Type }
func (e *PaymentSuccess) sealed()           {}

// EventID is e.ID.
func (e *IntentCreated) EventID() string { return e.ID }

// EventType is e.Type.
func (e *IntentCreated) EventType() string { return e.Type }
func (e *IntentCreated) sealed()           {}

// EventID is e.ID.
func (e *PaymentExpired) EventID() string { return e.ID }

// EventType is e.Type.
func (e *PaymentExpired) EventType() string { return e.Type }
func (e *PaymentExpired) sealed()           {}

// EventID is e.ID.
func (e *KeyRotated) EventID() string { return e.ID }

// EventType is e.Type.
func (e *KeyRotated) EventType() string { return e.Type }
func (e *KeyRotated) sealed()           {}

// EventID is e.ID.
func (e *TestPing) EventID() string { return e.ID }

// EventType is e.Type.
func (e *TestPing) EventType() string { return e.Type }
func (e *TestPing) sealed()           {}

// EventID is e.ID.
func (e *IntentCancelled) EventID() string { return e.ID }

// EventType is e.Type.
func (e *IntentCancelled) EventType() string { return e.Type }
func (e *IntentCancelled) sealed()           {}

// EventID is e.ID.
func (e *AttentionOpened) EventID() string { return e.ID }

// EventType is e.Type.
func (e *AttentionOpened) EventType() string { return e.Type }
func (e *AttentionOpened) sealed()           {}

// EventID is e.ID.
func (e *AttentionResolved) EventID() string { return e.ID }

// EventType is e.Type.
func (e *AttentionResolved) EventType() string { return e.Type }
func (e *AttentionResolved) sealed()           {}

// EventID is e.ID.
func (e *UnknownEvent) EventID() string { return e.ID }

// EventType is e.Type.
func (e *UnknownEvent) EventType() string { return e.Type }
func (e *UnknownEvent) sealed()           {}
