package till

import "time"

// IntentFlag says what is unusual about an intent. Unknown values are passed through.
type IntentFlag string

// The known flags.
const (
	// FlagPartiallyPaid means that less was received than is due.
	FlagPartiallyPaid IntentFlag = "partially_paid"
	// FlagOverpaid means that more was received than is due.
	FlagOverpaid IntentFlag = "overpaid"
	// FlagLate means that a transfer arrived too late to be applied.
	FlagLate IntentFlag = "late"
)

// DetailedIntent is an intent with its transfers and refunds: what [Intents.List] and [Intents.Retrieve] return.
type DetailedIntent struct {
	ID           string      `json:"id"`
	TerminalID   string      `json:"terminal_id"`
	TerminalName string      `json:"terminal_name"`
	Environment  Environment `json:"environment"`
	Livemode     bool        `json:"livemode"`
	Status       Status      `json:"status"`
	// Amount is the amount due.
	Amount Amount `json:"amount_usdt"`
	// Received is the sum of the transfers that were applied to the intent.
	Received Amount `json:"received_usdt"`
	// Remaining is what is missing of the amount due; zero within the terminal's underpayment tolerance.
	Remaining Amount `json:"remaining_usdt"`
	// Overpaid is what was received beyond the amount due.
	Overpaid Amount       `json:"overpaid_usdt"`
	Flags    []IntentFlag `json:"flags"`
	// Reference, Metadata, SuccessURL and CancelURL are the values of its creation, empty if none.
	Reference  string            `json:"reference,omitempty"`
	Metadata   map[string]string `json:"metadata,omitempty"`
	SuccessURL string            `json:"success_url,omitempty"`
	CancelURL  string            `json:"cancel_url,omitempty"`
	// CheckoutURL is the hosted payment page for the customer; empty if the service has none.
	CheckoutURL string `json:"checkout_url,omitempty"`
	// ReceiveAddress is where it is paid to; empty in the sandbox.
	ReceiveAddress string    `json:"receive_address,omitempty"`
	CreatedAt      time.Time `json:"created_at"`
	ExpiresAt      time.Time `json:"expires_at"`
	// PaidAt, ExpiredAt and CancelledAt are nil if the intent hasn't ended like that.
	PaidAt      *time.Time `json:"paid_at"`
	ExpiredAt   *time.Time `json:"expired_at"`
	CancelledAt *time.Time `json:"cancelled_at"`
	// Transfers and Refunds are the oldest first. Transfers that aren't final come last.
	Transfers []IntentTransfer `json:"transfers"`
	Refunds   []IntentRefund   `json:"refunds"`
	// RefundAddress is where the customer would like a refund to go, not confirmed. Empty without the scope
	// customers:read.
	RefundAddress string `json:"refund_address,omitempty"`
	// Quote is what the amount was quoted from, nil if it was given in USDT.
	Quote *Quote `json:"quote,omitempty"`
}

// IntentTransfer is a transfer to an intent.
type IntentTransfer struct {
	// ID is empty until its block is final.
	ID     string `json:"id,omitempty"`
	TxHash string `json:"tx_hash"`
	// FromAddress is the sender, often an exchange: don't refund to it without asking. Empty if unknown.
	FromAddress string `json:"from_address,omitempty"`
	Amount      Amount `json:"amount_usdt"`
	// BlockNumber and Confirmations are nil for a simulated transfer.
	BlockNumber   *int      `json:"block_number"`
	Confirmations *int      `json:"confirmations"`
	ReceivedAt    time.Time `json:"received_at"`
	// Counted says whether it was applied to the intent.
	Counted   bool `json:"counted"`
	Simulated bool `json:"simulated"`
}

// IntentRefund is a refund of money that was paid to an intent.
type IntentRefund struct {
	ID     string       `json:"id"`
	Amount Amount       `json:"amount_usdt"`
	Status RefundStatus `json:"status"`
	// TxHash is empty until it is sent.
	TxHash    string    `json:"tx_hash,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	// ToAddress is empty without the scope customers:read.
	ToAddress string `json:"to_address,omitempty"`
}

func readDetailedIntent(m *members) *DetailedIntent {
	intent := &DetailedIntent{
		ID:             m.text("id"),
		TerminalID:     m.text("terminal_id"),
		TerminalName:   m.text("terminal_name"),
		Environment:    Environment(m.text("environment")),
		Livemode:       m.flag("livemode"),
		Status:         Status(m.text("status")),
		Amount:         m.amount("amount_usdt"),
		Received:       m.amount("received_usdt"),
		Remaining:      m.amount("remaining_usdt"),
		Overpaid:       m.amount("overpaid_usdt"),
		Reference:      m.optional("reference"),
		Metadata:       m.texts("metadata"),
		SuccessURL:     m.optional("success_url"),
		CancelURL:      m.optional("cancel_url"),
		CheckoutURL:    m.optional("checkout_url"),
		ReceiveAddress: m.optional("receive_address"),
		CreatedAt:      m.moment("created_at"),
		ExpiresAt:      m.moment("expires_at"),
		PaidAt:         m.optionalMoment("paid_at"),
		ExpiredAt:      m.optionalMoment("expired_at"),
		CancelledAt:    m.optionalMoment("cancelled_at"),
		RefundAddress:  m.optional("refund_address"),
		Quote:          readQuote(m),
	}
	for _, flag := range m.textList("flags") {
		intent.Flags = append(intent.Flags, IntentFlag(flag))
	}
	for _, transfer := range m.objects("transfers") {
		intent.Transfers = append(intent.Transfers, readTransfer(transfer))
	}
	for _, refund := range m.objects("refunds") {
		intent.Refunds = append(intent.Refunds, readIntentRefund(refund))
	}
	return intent
}

func readTransfer(m *members) IntentTransfer {
	return IntentTransfer{
		ID:            m.optional("id"),
		TxHash:        m.text("tx_hash"),
		FromAddress:   m.optional("from_address"),
		Amount:        m.amount("amount_usdt"),
		BlockNumber:   m.optionalInteger("block_number"),
		Confirmations: m.optionalInteger("confirmations"),
		ReceivedAt:    m.moment("received_at"),
		Counted:       m.flag("counted"),
		Simulated:     m.flag("simulated"),
	}
}

func readIntentRefund(m *members) IntentRefund {
	return IntentRefund{
		ID:        m.text("id"),
		Amount:    m.amount("amount_usdt"),
		Status:    RefundStatus(m.text("status")),
		TxHash:    m.optional("tx_hash"),
		CreatedAt: m.moment("created_at"),
		ToAddress: m.optional("to_address"),
	}
}
