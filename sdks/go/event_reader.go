package till

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// readEvent parses a verified body. It returns an error if the body is no event, or a known event with missing members.
func readEvent(text []byte, id string) (Event, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("it isn't UTF-8")
	}
	m := parseMembers(text)
	kind := m.text("event")
	if m.err() == nil && kind == "" {
		m.wrong("event")
	}
	event := newEvent(m, kind, id, json.RawMessage(bytes.Clone(text)))
	return event, m.err()
}

func newEvent(m *members, kind, id string, body json.RawMessage) Event {
	switch kind {
	case "payment.success":
		return &PaymentSuccess{
			ID: id, Type: kind, IntentID: m.text("intent_id"), TransferID: m.optional("transfer_id"),
			Amount: charged(m), Currency: m.text("currency"),
			TerminalID: m.text("terminal_id"), TerminalName: m.text("terminal_name"),
			Environment: origin(m), Livemode: m.flag("livemode"), Simulated: m.flag("simulated"),
			Timestamp: m.moment("timestamp"), Body: body,
		}
	case "intent.created":
		return &IntentCreated{
			ID: id, Type: kind, IntentID: m.text("intent_id"),
			Amount: charged(m), Currency: m.text("currency"), TerminalID: m.text("terminal_id"),
			Environment: origin(m), Livemode: m.flag("livemode"), ExpiresAt: m.moment("expires_at"),
			CheckoutURI: m.text("checkout_uri"), Timestamp: m.moment("timestamp"), Body: body,
		}
	case "payment.expired":
		return &PaymentExpired{
			ID: id, Type: kind, IntentID: m.text("intent_id"),
			Amount: charged(m), Currency: m.text("currency"), TerminalID: m.text("terminal_id"),
			Environment: origin(m), Livemode: m.flag("livemode"), Timestamp: m.moment("timestamp"), Body: body,
		}
	case "key.rotated":
		return &KeyRotated{
			ID: id, Type: kind, TerminalID: m.text("terminal_id"),
			Environment: origin(m), Livemode: m.flag("livemode"),
			RotatedAt: m.moment("rotated_at"), Last4: m.text("last4"), Body: body,
		}
	case "test.ping":
		return &TestPing{
			ID: id, Type: kind, Message: m.text("message"), RequestID: m.text("request_id"),
			Environment: origin(m), Livemode: m.flag("livemode"), Timestamp: m.moment("timestamp"), Body: body,
		}
	case "intent.cancelled":
		return &IntentCancelled{
			ID: id, Type: kind, IntentID: m.text("intent_id"),
			Amount: charged(m), Currency: m.text("currency"), TerminalID: m.text("terminal_id"),
			Environment: origin(m), Livemode: m.flag("livemode"), Timestamp: m.moment("timestamp"), Body: body,
		}
	case "attention.opened":
		return &AttentionOpened{
			ID: id, Type: kind, ItemID: m.text("item_id"), Kind: AttentionKind(m.text("kind")),
			IntentID: m.optional("intent_id"), TerminalID: m.optional("terminal_id"),
			TransferID: m.optional("transfer_id"), TxHash: m.optional("tx_hash"),
			Amount: charged(m), Currency: m.text("currency"),
			Environment: origin(m), Livemode: m.flag("livemode"), Timestamp: m.moment("timestamp"), Body: body,
		}
	case "attention.resolved":
		return &AttentionResolved{
			ID: id, Type: kind, ItemID: m.text("item_id"), Kind: AttentionKind(m.text("kind")),
			IntentID: m.optional("intent_id"), TerminalID: m.optional("terminal_id"),
			TransferID: m.optional("transfer_id"), TxHash: m.optional("tx_hash"),
			Amount: charged(m), Currency: m.text("currency"),
			Environment: origin(m), Livemode: m.flag("livemode"), Resolution: Resolution(m.text("resolution")),
			Timestamp: m.moment("timestamp"), Body: body,
		}
	default:
		return &UnknownEvent{ID: id, Type: kind, Body: body}
	}
}

// charged reads the amount, which the specification shows under two names.
func charged(m *members) Amount {
	if m.has("amount") {
		return m.amount("amount")
	}
	return m.amount("amount_usdt")
}

func origin(m *members) Environment {
	return Environment(m.text("environment"))
}
