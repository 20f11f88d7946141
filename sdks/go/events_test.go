package till_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

type eventVectors struct {
	Events []struct {
		Name, Body string
		Event      map[string]any
	}
	Refused []struct{ Name, Body string }
}

const someSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

func verifier(t *testing.T, secret string, options ...till.VerifierOption) *till.WebhookVerifier {
	t.Helper()
	made, err := till.NewWebhookVerifier(secret, options...)
	must(t, err)
	return made
}

// fields are the Go names of the contract's members.
var fields = map[string]string{
	"type": "Type", "intent_id": "IntentID", "transfer_id": "TransferID", "amount_usdt": "Amount", "message": "Message",
	"alarm_id": "AlarmID", "webhook_endpoint_id": "WebhookEndpointID", "raised_at": "RaisedAt",
	"request_id": "RequestID", "currency": "Currency", "terminal_id": "TerminalID", "terminal_name": "TerminalName",
	"environment": "Environment", "livemode": "Livemode", "simulated": "Simulated", "expires_at": "ExpiresAt",
	"checkout_uri": "CheckoutURI", "timestamp": "Timestamp", "rotated_at": "RotatedAt", "last4": "Last4",
	"item_id": "ItemID", "kind": "Kind", "tx_hash": "TxHash", "resolution": "Resolution", "refund_id": "RefundID",
	"failure": "Failure",
}

func TestAnEventIsReadFromItsBody(t *testing.T) {
	v := verifier(t, someSecret)
	for _, one := range vectors[eventVectors](t, "events").Events {
		t.Run(one.Name, func(t *testing.T) {
			event, err := v.Verify([]byte(one.Body), v.Sign([]byte(one.Body), till.EventID("the id")))
			must(t, err)
			expect(t, "id", event.EventID(), "the id")
			expect(t, "type", event.EventType(), one.Event["type"].(string))
			_, unknown := event.(*till.UnknownEvent)
			expect(t, "unknown", unknown, one.Event["unknown"] == true)

			// ID, the members, Body, and nothing else
			value := reflect.ValueOf(event).Elem()
			wantedFields := map[string]string{"ID": "the id", "Body": fmt.Sprint([]byte(one.Body))}
			for member, want := range one.Event {
				if member != "unknown" && member != "amount_micros" {
					wantedFields[fields[member]] = wanted(want)
				}
			}
			got := map[string]string{}
			for _, field := range reflect.VisibleFields(value.Type()) {
				if !field.Anonymous {
					got[field.Name] = plain(value.FieldByIndex(field.Index).Interface())
				}
			}
			expect(t, "fields", fmt.Sprint(got), fmt.Sprint(wantedFields))
			if micros, present := one.Event["amount_micros"]; present {
				expect(t, "micros", fmt.Sprint(value.FieldByName("Amount").Interface().(till.Amount).Micros()), micros.(string))
			}
		})
	}
}

func plain(value any) string {
	if moment, ok := value.(time.Time); ok {
		return moment.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return fmt.Sprint(value)
}

func wanted(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func TestThePartsThatEventsShareAreNoEventsThemselves(t *testing.T) {
	event := reflect.TypeOf((*till.Event)(nil)).Elem()
	expect(t, "an event", reflect.TypeOf(&till.PaymentSuccess{}).Implements(event), true)
	for _, part := range []any{&till.EventBase{}, &till.IntentEvent{}, &till.AttentionEvent{}, &till.AlarmEvent{}} {
		expect(t, fmt.Sprintf("%T", part), reflect.TypeOf(part).Implements(event), false)
	}
}

func TestTheEventsAboutAnIntentShareTheirPart(t *testing.T) {
	v := verifier(t, someSecret)
	body := []byte(`{"event":"payment.expired","intent_id":"` + someID + `","amount":12.5,"currency":"USDT",` +
		`"terminal_id":"t","environment":"live","livemode":true,"timestamp":"2026-03-01T12:04:31.208Z"}`)
	event, err := v.Verify(body, v.Sign(body))
	must(t, err)
	shared := event.(*till.PaymentExpired).IntentEvent
	expect(t, "intent", shared.IntentID, someID)
	expect(t, "amount", shared.Amount, till.Micros(12_500_000))
	expect(t, "origin", shared.EventOrigin, till.EventOrigin{Environment: till.EnvironmentLive, Livemode: true})
	encoded, err := json.Marshal(event)
	must(t, err)
	if !strings.HasPrefix(string(encoded), `{"ID":`) || !strings.Contains(string(encoded), `"Livemode":true,"IntentID":"`+someID) {
		t.Fatalf("encoded as %s", encoded)
	}
}

func TestABodyThatIsNoEventIsRefusedThoughItIsSigned(t *testing.T) {
	v := verifier(t, someSecret)
	for _, one := range vectors[eventVectors](t, "events").Refused {
		t.Run(one.Name, func(t *testing.T) {
			_, err := v.Verify([]byte(one.Body), v.Sign([]byte(one.Body)))
			expectReason(t, err, till.ReasonInvalidBody)
		})
	}
}

func TestAnEventsBodyIsACopy(t *testing.T) {
	v := verifier(t, someSecret)
	body := []byte(`{"event":"moon.risen"}`)
	event, err := v.Verify(body, v.Sign(body))
	must(t, err)
	body[2] = 'X'
	expect(t, "body", string(event.(*till.UnknownEvent).Body), `{"event":"moon.risen"}`)
}

func TestABodyThatIsNotUTF8IsRefusedAlsoOfAnEventThatIsNotKnown(t *testing.T) {
	v := verifier(t, someSecret)
	body := []byte("{\"event\":\"moon.risen\",\"message\":\"\xff\xfe\"}")
	_, err := v.Verify(body, v.Sign(body))
	expectReason(t, err, till.ReasonInvalidBody)
}

func TestNamesOfMembersGoByTheirCase(t *testing.T) {
	v := verifier(t, someSecret)
	for _, body := range []string{`{"Event":"moon.risen"}`, `{"EVENT":"test.ping"}`} {
		_, err := v.Verify([]byte(body), v.Sign([]byte(body)))
		expectReason(t, err, till.ReasonInvalidBody)
	}
}

func expectReason(t *testing.T, err error, reason till.Reason) {
	t.Helper()
	failed := expectCode(t, err, "signature_verification_failed", till.ErrWebhookVerification)
	expect(t, "reason", failed.Reason, reason)
	expect(t, "status", failed.Status, 0)
	if len(failed.Message) < 20 {
		t.Fatalf("a message that says little: %q", failed.Message)
	}
}
