package till

import (
	"encoding/json"
	"time"
)

// Event is one of [*PaymentSuccess], [*IntentCreated], [*PaymentExpired], [*KeyRotated], [*TestPing],
// [*IntentCancelled], [*AttentionOpened], [*AttentionResolved], [*AlarmRaised], [*AlarmCleared], [*RefundPrepared],
// [*RefundSent], [*RefundFailed], [*RefundCancelled] and, for events newer than this package, [*UnknownEvent]. Use a type
// switch.
type Event interface {
	// EventID is the same for every attempt to deliver the event. Process each one only once.
	EventID() string
	// EventType is the event's name, for example "payment.success".
	EventType() string

	sealed()
}

// EventBase contains the fields of every event. It isn't an [Event] itself.
type EventBase struct {
	ID   string          // the same for every attempt to deliver the event
	Type string          // for example "payment.success"
	Body json.RawMessage // the original JSON
}

// EventID returns e.ID.
func (e *EventBase) EventID() string { return e.ID }

// EventType returns e.Type.
func (e *EventBase) EventType() string { return e.Type }

// EventOrigin says where an event comes from. Every event but [UnknownEvent] contains it.
type EventOrigin struct {
	Environment Environment
	Livemode    bool
}

// IntentEvent contains the fields of every event about an intent. It isn't an [Event] itself.
type IntentEvent struct {
	EventBase
	EventOrigin
	IntentID   string
	Amount     Amount
	Currency   string
	TerminalID string
	Timestamp  time.Time
}

// PaymentSuccess means that an intent is paid ("payment.success"). Fulfil the order when you receive it.
type PaymentSuccess struct {
	IntentEvent
	TransferID   string // empty if there is none
	TerminalName string
	Simulated    bool // true if no real funds moved
}

// IntentCreated means that an intent was created ("intent.created").
type IntentCreated struct {
	IntentEvent
	ExpiresAt   time.Time
	CheckoutURI string
}

// PaymentExpired means that an intent expired unpaid ("payment.expired").
type PaymentExpired struct {
	IntentEvent
}

// IntentCancelled means that an intent was cancelled ("intent.cancelled").
type IntentCancelled struct {
	IntentEvent
}

// KeyRotated means that a terminal has a new key ("key.rotated").
type KeyRotated struct {
	EventBase
	EventOrigin
	TerminalID string
	RotatedAt  time.Time
	Last4      string // the last four characters of the new key
}

// TestPing is a test event for an endpoint ("test.ping").
type TestPing struct {
	EventBase
	EventOrigin
	Message   string
	RequestID string
	Timestamp time.Time
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

// AttentionEvent contains the fields of both events about an item that needs attention. It isn't an [Event] itself.
type AttentionEvent struct {
	EventBase
	EventOrigin
	ItemID     string // the same in both events about one item
	Kind       AttentionKind
	IntentID   string // empty if unknown, like the three below
	TerminalID string
	TransferID string
	TxHash     string // the transaction on the blockchain
	Amount     Amount // the remaining amount for partial, the excess for over, else the whole transfer
	Currency   string
	Timestamp  time.Time
}

// AttentionOpened means that a live transfer doesn't match its intent ("attention.opened").
type AttentionOpened struct {
	AttentionEvent
}

// AttentionResolved means that someone resolved an item, or that it resolved itself ("attention.resolved").
type AttentionResolved struct {
	AttentionEvent
	Resolution Resolution
}

// RefundEvent contains the fields of all events about a refund. It isn't an [Event] itself.
type RefundEvent struct {
	EventBase
	EventOrigin
	RefundID   string // the same in all events about one refund
	IntentID   string // empty if the money belongs to no intent, like TerminalID
	TerminalID string
	Amount     Amount
	Currency   string
	TxHash     string // the transaction on the blockchain, empty until it is sent
	Timestamp  time.Time
}

// RefundPrepared means that a refund has an amount and a recipient ("refund.prepared"). Someone of the business signs
// it next.
type RefundPrepared struct {
	RefundEvent
}

// RefundSent means that the refund's transfer is final ("refund.sent").
type RefundSent struct {
	RefundEvent
}

// RefundFailed means that the refund's transaction failed or expired, so no money moved ("refund.failed").
type RefundFailed struct {
	RefundEvent
	Failure string // why, such as "OUT_OF_ENERGY" or "EXPIRED", empty if it isn't known
}

// RefundCancelled means that the refund was cancelled before it was sent ("refund.cancelled").
type RefundCancelled struct {
	RefundEvent
}

// AlarmKind says what an alarm is about. Unknown values are passed through.
type AlarmKind string

// The known kinds.
const (
	AlarmEndpoint AlarmKind = "endpoint"
	AlarmWallet   AlarmKind = "wallet"
	AlarmChain    AlarmKind = "chain"
	AlarmRate     AlarmKind = "rate"
)

// AlarmEvent contains the fields of both events about an alarm. It isn't an [Event] itself.
type AlarmEvent struct {
	EventBase
	EventOrigin
	AlarmID           string // the same in all events of one alarm
	Kind              AlarmKind
	Message           string // what is wrong, in one sentence
	WebhookEndpointID string // the failing endpoint; empty for other kinds
	RaisedAt          time.Time
	Timestamp         time.Time
}

// AlarmRaised means that a problem lasts, or has become worse ("alarm.raised").
type AlarmRaised struct {
	AlarmEvent
}

// AlarmCleared means that the problem is over ("alarm.cleared").
type AlarmCleared struct {
	AlarmEvent
}

// UnknownEvent is an event newer than this package. Its name is in Type, everything else in Body.
type UnknownEvent struct {
	EventBase
}

// Not a method of EventBase: the compiler would then accept *IntentEvent in a type switch, where it never matches.
func (*PaymentSuccess) sealed()    {}
func (*IntentCreated) sealed()     {}
func (*PaymentExpired) sealed()    {}
func (*IntentCancelled) sealed()   {}
func (*KeyRotated) sealed()        {}
func (*TestPing) sealed()          {}
func (*AttentionOpened) sealed()   {}
func (*AttentionResolved) sealed() {}
func (*AlarmRaised) sealed()       {}
func (*AlarmCleared) sealed()      {}
func (*RefundPrepared) sealed()    {}
func (*RefundSent) sealed()        {}
func (*RefundFailed) sealed()      {}
func (*RefundCancelled) sealed()   {}
func (*UnknownEvent) sealed()      {}
