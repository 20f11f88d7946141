package till

import (
	"bytes"
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
	event := newEvent(m, EventBase{ID: id, Type: kind, Body: bytes.Clone(text)})
	return event, m.err()
}

func newEvent(m *members, base EventBase) Event {
	switch base.Type {
	case "payment.success":
		return &PaymentSuccess{
			IntentEvent:  readIntentEvent(m, base),
			TransferID:   m.optional("transfer_id"),
			TerminalName: m.text("terminal_name"),
			Simulated:    m.flag("simulated"),
		}
	case "intent.created":
		return &IntentCreated{
			IntentEvent: readIntentEvent(m, base),
			ExpiresAt:   m.moment("expires_at"),
			CheckoutURI: m.text("checkout_uri"),
		}
	case "payment.expired":
		return &PaymentExpired{readIntentEvent(m, base)}
	case "intent.cancelled":
		return &IntentCancelled{readIntentEvent(m, base)}
	case "key.rotated":
		return &KeyRotated{
			EventBase:   base,
			EventOrigin: readOrigin(m),
			TerminalID:  m.text("terminal_id"),
			RotatedAt:   m.moment("rotated_at"),
			Last4:       m.text("last4"),
		}
	case "test.ping":
		return &TestPing{
			EventBase:   base,
			EventOrigin: readOrigin(m),
			Message:     m.text("message"),
			RequestID:   m.text("request_id"),
			Timestamp:   m.moment("timestamp"),
		}
	case "attention.opened":
		return &AttentionOpened{readAttentionEvent(m, base)}
	case "attention.resolved":
		return &AttentionResolved{
			AttentionEvent: readAttentionEvent(m, base),
			Resolution:     Resolution(m.text("resolution")),
		}
	case "alarm.raised":
		return &AlarmRaised{readAlarmEvent(m, base)}
	case "alarm.cleared":
		return &AlarmCleared{readAlarmEvent(m, base)}
	case "refund.prepared":
		return &RefundPrepared{readRefundEvent(m, base)}
	case "refund.sent":
		return &RefundSent{readRefundEvent(m, base)}
	case "refund.failed":
		return &RefundFailed{RefundEvent: readRefundEvent(m, base), Failure: m.optional("failure")}
	case "refund.cancelled":
		return &RefundCancelled{readRefundEvent(m, base)}
	default:
		return &UnknownEvent{base}
	}
}

func readIntentEvent(m *members, base EventBase) IntentEvent {
	return IntentEvent{
		EventBase:   base,
		EventOrigin: readOrigin(m),
		IntentID:    m.text("intent_id"),
		Amount:      readAmount(m),
		Currency:    m.text("currency"),
		TerminalID:  m.text("terminal_id"),
		Timestamp:   m.moment("timestamp"),
	}
}

func readRefundEvent(m *members, base EventBase) RefundEvent {
	return RefundEvent{
		EventBase:   base,
		EventOrigin: readOrigin(m),
		RefundID:    m.text("refund_id"),
		IntentID:    m.optional("intent_id"),
		TerminalID:  m.optional("terminal_id"),
		Amount:      readAmount(m),
		Currency:    m.text("currency"),
		TxHash:      m.optional("tx_hash"),
		Timestamp:   m.moment("timestamp"),
	}
}

func readAttentionEvent(m *members, base EventBase) AttentionEvent {
	return AttentionEvent{
		EventBase:   base,
		EventOrigin: readOrigin(m),
		ItemID:      m.text("item_id"),
		Kind:        AttentionKind(m.text("kind")),
		IntentID:    m.optional("intent_id"),
		TerminalID:  m.optional("terminal_id"),
		TransferID:  m.optional("transfer_id"),
		TxHash:      m.optional("tx_hash"),
		Amount:      readAmount(m),
		Currency:    m.text("currency"),
		Timestamp:   m.moment("timestamp"),
	}
}

func readAlarmEvent(m *members, base EventBase) AlarmEvent {
	return AlarmEvent{
		EventBase:         base,
		EventOrigin:       readOrigin(m),
		AlarmID:           m.text("alarm_id"),
		Kind:              AlarmKind(m.text("kind")),
		Message:           m.text("message"),
		WebhookEndpointID: m.optional("webhook_endpoint_id"),
		RaisedAt:          m.moment("raised_at"),
		Timestamp:         m.moment("timestamp"),
	}
}

func readOrigin(m *members) EventOrigin {
	return EventOrigin{Environment: Environment(m.text("environment")), Livemode: m.flag("livemode")}
}

// readAmount reads the amount, which the specification shows under two names.
func readAmount(m *members) Amount {
	if m.has("amount") {
		return m.amount("amount")
	}
	return m.amount("amount_usdt")
}
