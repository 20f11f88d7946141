package till_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

type arrival struct {
	header http.Header
	body   []byte
}

// secretNow is the endpoint's secret once a test has rotated it.
var secretNow string

func webhookSecret(t *testing.T) string {
	t.Helper()
	if secretNow != "" {
		return secretNow
	}
	return given(t, "WEBHOOK_SECRET")
}

func TestWebhooksOfTheRunningServiceArriveAndAreGenuineAlsoWhileItsSecretIsRotated(t *testing.T) {
	secret, endpoint := webhookSecret(t), given(t, "WEBHOOK_ENDPOINT_ID")
	other := vectors[verifyVectors](t, "verify").Secrets.Taken[1]
	arrived := make(chan arrival, 1_000)
	receive(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		arrived <- arrival{r.Header, body}
	}))
	c := client(t)
	payOne := func() arrival {
		t.Helper()
		amount, err := till.ParseAmount("12.50")
		must(t, err)
		intent, err := c.Intents.Create(ctx, till.CreateParams{Amount: amount})
		must(t, err)
		_, err = c.Sandbox.Simulate(ctx, intent.ID, till.Paid)
		must(t, err)
		for {
			select {
			case one := <-arrived:
				if one.header.Get("X-Service-Event") == "payment.success" && strings.Contains(string(one.body), intent.ID) {
					return one
				}
			case <-time.After(30 * time.Second):
				t.Fatal("waited 30 s for payment.success")
			}
		}
	}

	first := payOne()
	event, err := verifier(t, secret).Verify(first.body, first.header)
	must(t, err)
	paid, ok := event.(*till.PaymentSuccess)
	expect(t, "payment.success", ok, true)
	expect(t, "amount", paid.Amount, till.Micros(12_500_000))
	expect(t, "terminal", paid.TerminalName, "Front desk")
	expect(t, "simulated", paid.Simulated, true)
	expect(t, "id", paid.ID, first.header.Get("X-Service-Event-Id"))
	_, err = verifier(t, other).Verify(first.body, first.header)
	expectReason(t, err, till.ReasonSignatureMismatch)

	next := control(t, "admin", "rotate-webhook-secret", "--endpoint", endpoint)["webhook_secret"].(string)
	both := verifier(t, secret, till.NextSecret(next))
	rotating := payOne()
	for _, v := range []*till.WebhookVerifier{both, verifier(t, secret)} {
		_, err := v.Verify(rotating.body, rotating.header)
		must(t, err)
	}

	control(t, "admin", "activate-webhook-secret", "--endpoint", endpoint)
	secretNow = next
	after := payOne()
	_, err = both.Verify(after.body, after.header)
	must(t, err)
	_, err = verifier(t, secret).Verify(after.body, after.header)
	expectReason(t, err, till.ReasonSignatureMismatch)
}
