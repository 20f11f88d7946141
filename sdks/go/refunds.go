package till

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// RefundStatus is the status of a refund. Unknown values are passed through.
type RefundStatus string

// The known statuses.
const (
	// RefundStatusWaitingForAddress means that the payment page asks the customer for an address.
	RefundStatusWaitingForAddress RefundStatus = "waiting_for_address"
	// RefundStatusPrepared means that someone of the business signs it next.
	RefundStatusPrepared RefundStatus = "prepared"
	// RefundStatusSent means that its transaction isn't final yet.
	RefundStatusSent RefundStatus = "sent"
	// RefundStatusFinal means that the money has left for good.
	RefundStatusFinal RefundStatus = "final"
	// RefundStatusFailed means that no money moved. It can be prepared again.
	RefundStatusFailed RefundStatus = "failed"
	// RefundStatusCancelled means that nothing was sent.
	RefundStatusCancelled RefundStatus = "cancelled"
)

// Refund is money that goes back to a customer.
type Refund struct {
	ID string `json:"id"`
	// IntentID is empty for money that belongs to no intent.
	IntentID    string       `json:"intent_id,omitempty"`
	Environment Environment  `json:"environment"`
	Livemode    bool         `json:"livemode"`
	Status      RefundStatus `json:"status"`
	Amount      Amount       `json:"amount_usdt"`
	// ToAddress is the recipient. Empty until it's known, and without the scope customers:read or refunds:write.
	ToAddress string `json:"to_address,omitempty"`
	// FromAddress is your address that pays it; empty in the sandbox.
	FromAddress string `json:"from_address,omitempty"`
	Reason      string `json:"reason,omitempty"`
	// Confirmed says whether a member has confirmed it with their password. Only then can it be signed.
	Confirmed bool `json:"confirmed"`
	// PreparedBy is "member" or "api_key". The service may add others.
	PreparedBy string `json:"prepared_by"`
	// TxHash is empty until it is sent.
	TxHash string `json:"tx_hash,omitempty"`
	// Failure is why its last transaction failed, such as "OUT_OF_ENERGY" or "EXPIRED"; empty if none failed.
	Failure   string    `json:"failure,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	// SentAt, FailedAt, FinalAt and CancelledAt are nil if that hasn't happened. FinalAt is when the money left, by the
	// time of its block.
	SentAt      *time.Time `json:"sent_at"`
	FailedAt    *time.Time `json:"failed_at"`
	FinalAt     *time.Time `json:"final_at"`
	CancelledAt *time.Time `json:"cancelled_at"`
}

// CreateRefundParams are the values of a new refund. Only IntentID and Amount are required.
type CreateRefundParams struct {
	IntentID string
	// Amount is up to what the intent has received and no refund gives back yet.
	Amount Amount
	// To is the TRON address that the customer gave you, never the sender's. Without it, the payment page asks for one.
	To string
	// Reason is for your own records, up to 200 characters; the customer doesn't see it.
	Reason string
}

// ListRefundsParams say which refunds are listed. Without any, it is every refund that the key can read.
type ListRefundsParams struct {
	IntentID string
	Status   RefundStatus
	// CreatedAfter is inclusive, CreatedBefore exclusive. A zero time doesn't limit.
	CreatedAfter, CreatedBefore time.Time
	// Limit is the most refunds of a page, 1 to 100. Default: 20.
	Limit int
	// After is the Next of the page before, with the same other values.
	After string
}

// Refunds prepares refunds with a restricted key: [Client.Refunds]. A member of the business confirms each one with
// their password, and then signs it.
type Refunds struct {
	transport *transport
}

// Create prepares a refund of what an intent has received. No money moves. All attempts of a call use the same
// idempotency key, so a lost response never leads to a second refund. Errors: [ErrInvalidAmount], [ErrNotFound],
// [ErrPermission], and [ErrConflict] if nothing is left to refund (invalid_transition), at the key's limit of the day
// (limit_reached), or if the idempotency key was used for another refund (idempotency_conflict).
func (r *Refunds) Create(ctx context.Context, params CreateRefundParams, options ...CallOption) (*Refund, error) {
	if err := params.Amount.check(); err != nil {
		return nil, err
	}
	body, err := json.Marshal(struct {
		IntentID string `json:"intent_id"`
		Amount   Amount `json:"amount_usdt"`
		To       string `json:"to,omitempty"`
		Reason   string `json:"reason,omitempty"`
	}(params))
	if err != nil {
		return nil, err
	}
	return once(ctx, r.transport, "/refunds", body, options, readRefund)
}

// List returns one page of refunds, the newest first, also of those that members and other keys prepared.
// [Refunds.All] goes through all pages. Errors: [ErrPermission], [ErrInvalidRequest].
func (r *Refunds) List(ctx context.Context, params ListRefundsParams, options ...CallOption) (*Page[*Refund], error) {
	query := queryOf(map[string]string{
		"intent_id":      params.IntentID,
		"status":         string(params.Status),
		"created_after":  timeText(params.CreatedAfter),
		"created_before": timeText(params.CreatedBefore),
		"limit":          numberText(params.Limit),
		"after":          params.After,
	})
	return refundCall(ctx, r.transport, call{method: http.MethodGet, query: query}, options, readPage(readRefund))
}

// Retrieve returns a refund. Errors: [ErrNotFound], [ErrPermission].
func (r *Refunds) Retrieve(ctx context.Context, id string, options ...CallOption) (*Refund, error) {
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	return refundCall(ctx, r.transport, call{method: http.MethodGet, path: "/" + segment}, options, readRefund)
}

// Cancel cancels a refund that this key prepared. You can safely repeat it. Errors: [ErrConflict] if it was sent, or a
// member or another key prepared it, and [ErrNotFound].
func (r *Refunds) Cancel(ctx context.Context, id string, options ...CallOption) (*Refund, error) {
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	c := call{method: http.MethodPost, path: "/" + segment + "/cancel", body: []byte("{}")}
	return refundCall(ctx, r.transport, c, options, readRefund)
}

// All goes through the refunds of all pages, the newest first. It reads a page only when it is needed.
//
//	found := client.Refunds.All(ctx, till.ListRefundsParams{Status: till.RefundStatusPrepared})
//	for found.Next() {
//		fmt.Println(found.Refund().ID)
//	}
//	if err := found.Err(); err != nil {
//		return err
//	}
func (r *Refunds) All(ctx context.Context, params ListRefundsParams, options ...CallOption) *RefundIterator {
	load := func(after string) (*Page[*Refund], error) {
		params.After = after
		return r.List(ctx, params, options...)
	}
	return &RefundIterator{pages[*Refund]{load: load, after: params.After, more: true}}
}

// RefundIterator is the result of [Refunds.All]. It is for one goroutine, and needn't be closed.
type RefundIterator struct {
	pages pages[*Refund]
}

// Next goes to the next refund. It returns false at the end, and after an error: see Err.
func (i *RefundIterator) Next() bool {
	return i.pages.next()
}

// Refund returns the refund that Next went to, nil before the first and after the last.
func (i *RefundIterator) Refund() *Refund {
	return i.pages.item
}

// Err returns the error that ended the iteration, nil if there was none.
func (i *RefundIterator) Err() error {
	return i.pages.err
}

// refundCall makes a call whose path begins with that of the refunds.
func refundCall[T any](
	ctx context.Context, t *transport, c call, options []CallOption, read func(*members) T,
) (T, error) {
	var nothing T
	settings, err := t.defaults.forCall(options)
	if err != nil {
		return nothing, err
	}
	c.path, c.withKey = "/refunds"+c.path, true
	value, _, err := do(ctx, t, c, settings, read)
	return value, err
}

func readRefund(m *members) *Refund {
	return &Refund{
		ID:          m.text("id"),
		IntentID:    m.optional("intent_id"),
		Environment: Environment(m.text("environment")),
		Livemode:    m.flag("livemode"),
		Status:      RefundStatus(m.text("status")),
		Amount:      m.amount("amount_usdt"),
		ToAddress:   m.optional("to_address"),
		FromAddress: m.optional("from_address"),
		Reason:      m.optional("reason"),
		Confirmed:   m.flag("confirmed"),
		PreparedBy:  m.text("prepared_by"),
		TxHash:      m.optional("tx_hash"),
		Failure:     m.optional("failure"),
		CreatedAt:   m.moment("created_at"),
		SentAt:      m.optionalMoment("sent_at"),
		FailedAt:    m.optionalMoment("failed_at"),
		FinalAt:     m.optionalMoment("final_at"),
		CancelledAt: m.optionalMoment("cancelled_at"),
	}
}
