package till

import (
	"encoding/json"
	"time"
)

// Event is one of [*PaymentSuccess], [*IntentCreated], [*PaymentExpired], [*KeyRotated], [*TestPing], [*IntentCancelled],
// [*AttentionOpened], [*AttentionResolved] and, for what is newer than this package, [*UnknownEvent]. Tell them apart with
// a type switch.
type Event interface {
	// EventID is the same in every attempt to deliver the event: act once on each.
	EventID() string
	// EventType is the event's name, for example "payment.success".
	EventType() string

	sealed()
}

// PaymentSuccess says that an intent is paid. Deliver the goods on this one.
type PaymentSuccess struct {
	ID           string // the same in every attempt to deliver the event
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
	Body         json.RawMessage // the JSON as it came
}

// IntentCreated says that an intent has begun.
type IntentCreated struct {
	ID          string // the same in every attempt to deliver the event
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
	Body        json.RawMessage // the JSON as it came
}

// PaymentExpired says that an intent ended unpaid.
type PaymentExpired struct {
	ID          string // the same in every attempt to deliver the event
	Type        string // "payment.expired"
	IntentID    string
	Amount      Amount
	Currency    string
	TerminalID  string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the JSON as it came
}

// KeyRotated says that a terminal has a new key.
type KeyRotated struct {
	ID          string // the same in every attempt to deliver the event
	Type        string // "key.rotated"
	TerminalID  string
	Environment Environment
	Livemode    bool
	RotatedAt   time.Time
	Last4       string          // the last four characters of the new key
	Body        json.RawMessage // the JSON as it came
}

// TestPing is what the operator sends to try an endpoint.
type TestPing struct {
	ID          string // the same in every attempt to deliver the event
	Type        string // "test.ping"
	Message     string
	RequestID   string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the JSON as it came
}

// IntentCancelled says that an intent was taken back.
type IntentCancelled struct {
	ID          string // the same in every attempt to deliver the event
	Type        string // "intent.cancelled"
	IntentID    string
	Amount      Amount
	Currency    string
	TerminalID  string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the JSON as it came
}

// AttentionKind is what live money did that needs a decision. One that is not known yet comes through as it is.
type AttentionKind string

// The kinds.
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

// Resolution is how it was decided. One that is not known yet comes through as it is.
type Resolution string

// The resolutions. What settled itself was decided by nobody.
const (
	ResolutionAccepted Resolution = "accepted"
	ResolutionRefunded Resolution = "refunded"
	ResolutionAsked    Resolution = "asked"
	ResolutionSettled  Resolution = "settled"
)

// AttentionOpened says that live money did something else than was asked of it.
type AttentionOpened struct {
	ID          string // the same in every attempt to deliver the event
	Type        string // "attention.opened"
	ItemID      string // the same in the two events about one thing
	Kind        AttentionKind
	IntentID    string // empty when nobody can tell, as the two below
	TerminalID  string
	TransferID  string
	TxHash      string // the transaction on the chain
	Amount      Amount // what is missing for partial, the excess for over, else the whole transfer
	Currency    string
	Environment Environment
	Livemode    bool
	Timestamp   time.Time
	Body        json.RawMessage // the JSON as it came
}

// AttentionResolved says that somebody decided about what live money did, or that it settled itself.
type AttentionResolved struct {
	ID          string // the same in every attempt to deliver the event
	Type        string // "attention.resolved"
	ItemID      string // the same in the two events about one thing
	Kind        AttentionKind
	IntentID    string // empty when nobody can tell, as the two below
	TerminalID  string
	TransferID  string
	TxHash      string // the transaction on the chain
	Amount      Amount // what is missing for partial, the excess for over, else the whole transfer
	Currency    string
	Environment Environment
	Livemode    bool
	Resolution  Resolution
	Timestamp   time.Time
	Body        json.RawMessage // the JSON as it came
}

// UnknownEvent is newer than this package: its name stands in Type, everything else in Body.
type UnknownEvent struct {
	ID   string // the same in every attempt to deliver the event
	Type string
	Body json.RawMessage // the JSON as it came
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
