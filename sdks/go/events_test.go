package till_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"till.example/till"
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

// fields are the Go names of the contract's members, in its order.
var fields = []struct{ member, field string }{
	{"type", "Type"}, {"intent_id", "IntentID"}, {"transfer_id", "TransferID"}, {"amount_usdt", "Amount"},
	{"message", "Message"}, {"request_id", "RequestID"}, {"currency", "Currency"}, {"terminal_id", "TerminalID"},
	{"terminal_name", "TerminalName"}, {"environment", "Environment"}, {"livemode", "Livemode"},
	{"simulated", "Simulated"}, {"expires_at", "ExpiresAt"}, {"checkout_uri", "CheckoutURI"},
	{"timestamp", "Timestamp"}, {"rotated_at", "RotatedAt"}, {"last4", "Last4"},
}

// attentionFields are those of the two events about what needs a decision.
var attentionFields = []struct{ member, field string }{
	{"type", "Type"}, {"item_id", "ItemID"}, {"kind", "Kind"}, {"intent_id", "IntentID"}, {"terminal_id", "TerminalID"},
	{"transfer_id", "TransferID"}, {"tx_hash", "TxHash"}, {"amount_usdt", "Amount"}, {"currency", "Currency"},
	{"environment", "Environment"}, {"livemode", "Livemode"}, {"resolution", "Resolution"}, {"timestamp", "Timestamp"},
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

			// ID, the members in order, Body, and nothing else
			value := reflect.ValueOf(event).Elem()
			at := 0
			next := func(name string) reflect.Value {
				t.Helper()
				expect(t, "field", value.Type().Field(at).Name, name)
				at++
				return value.Field(at - 1)
			}
			expect(t, "ID", next("ID").String(), "the id")
			members := fields
			if strings.HasPrefix(event.EventType(), "attention.") {
				members = attentionFields
			}
			for _, member := range members {
				if want, present := one.Event[member.member]; present {
					expect(t, member.member, plain(next(member.field).Interface()), wanted(want))
				}
			}
			expect(t, "Body", string(next("Body").Interface().(json.RawMessage)), one.Body)
			expect(t, "fields", at, value.NumField())
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
