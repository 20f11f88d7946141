package till_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

func TestAClientThatIsMadeWronglyIsRefusedAtOnceAndNothingOfTheKeyIsSaid(t *testing.T) {
	const address = "https://pay.example.com"
	for _, one := range []struct {
		name, key, url string
		option         till.ClientOption
	}{
		{"an empty key", "", address, nil},
		{"a key without its prefix", strings.TrimPrefix(someKey, "svc_test_"), address, nil},
		{"a prefix alone", "svc_test_", address, nil},
		{"a line break after the key", someKey + "\n", address, nil},
		{"a space inside the key", someKey + " x", address, nil},
		{"no address", someKey, "", nil},
		{"an address without a scheme", someKey, "pay.example.com", nil},
		{"an address without a host", someKey, "https://", nil},
		{"an address of another scheme", someKey, "ftp://pay.example.com", nil},
		{"a user name in the address", someKey, "https://" + someKey + "@pay.example.com", nil},
		{"a query in the address", someKey, address + "?key=" + someKey, nil},
		{"a fragment in the address", someKey, address + "#" + someKey, nil},
		{"no address at all", someKey, "://" + someKey, nil},
		{"no time", someKey, address, till.Timeout(0)},
		{"less than no retries", someKey, address, till.MaxRetries(-1)},
		{"no HTTP client", someKey, address, till.HTTPClient(nil)},
	} {
		t.Run(one.name, func(t *testing.T) {
			var options []till.ClientOption
			if one.option != nil {
				options = append(options, one.option)
			}
			_, err := till.New(one.key, one.url, options...)
			expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
			expectHidden(t, fmt.Sprintf("%+v %#v", err, err), someKey)
		})
	}
}

func TestThePrefixOfTheKeyGivesTheEnvironment(t *testing.T) {
	for key, want := range map[string]till.Environment{
		"svc_test_x": till.EnvironmentSandbox,
		"svc_live_x": till.EnvironmentLive,
	} {
		c, err := till.New(key, "https://pay.example.com")
		must(t, err)
		expect(t, key, c.Environment(), want)
		expect(t, key, c.Livemode(), want == till.EnvironmentLive)
	}
}

func TestAnAddressWithAndWithoutItsVersionWithAndWithoutASlashIsTheSame(t *testing.T) {
	url := given(t, "URL")
	for _, suffix := range []string{"", "/", "/api/v1", "/api/v1/"} {
		report, err := clientAt(t, url+suffix, given(t, "API_KEY")).Reports.Sales(ctx, till.Period{})
		must(t, err)
		expect(t, suffix, report.TerminalName, "Front desk")
	}
}

func TestNoPrintOrEncodingShowsAKeyOrASecretAlsoInsideOtherValues(t *testing.T) {
	const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	c, err := till.New(someKey, "https://pay.example.com")
	must(t, err)
	verifier, err := till.NewWebhookVerifier(secret, till.NextSecret(secret))
	must(t, err)
	type shop struct {
		Client   *till.Client
		Verifier *till.WebhookVerifier
		client   till.Client
		verifier till.WebhookVerifier
		intents  till.Intents
	}
	whole := shop{c, verifier, *c, *verifier, *c.Intents}
	values := []any{
		c, *c, c.Intents, *c.Intents, c.Refunds, *c.Refunds, c.Sandbox, *c.Sandbox, c.Reports, *c.Reports, c.Events, *c.Events,
		c.WebhookEndpoints, *c.WebhookEndpoints, c.Intents.All(ctx, till.ListIntentsParams{}),
		c.Refunds.All(ctx, till.ListRefundsParams{}),
		c.Events.Listen(ctx, till.ListenParams{}), verifier, *verifier,
		whole, &whole, []any{c, verifier}, map[string]any{"client": *c, "verifier": *verifier},
	}
	var log strings.Builder
	for _, value := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&log, verb+"\n", value)
		}
		text, err := json.Marshal(value)
		must(t, err)
		log.Write(text)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "value", value)
		slog.New(slog.NewTextHandler(&log, nil)).Info("made", "value", value)
	}
	_, err = till.NewWebhookVerifier(secret + " ")
	fmt.Fprintf(&log, "%v %+v %#v", err, err, err)
	expectHidden(t, log.String(), someKey, secret)
	expectHidden(t, log.String(), "whsec_000102030405060708090a0b0c0d0e0f")
	expect(t, "print", fmt.Sprintf("%v %#v", c, verifier),
		"till.Client(sandbox, https://pay.example.com/api/v1) till.WebhookVerifier(2 secrets)")
}

func TestNoErrorOfACallShowsTheKey(t *testing.T) {
	var log strings.Builder
	for _, plan := range []string{"401", "500", "html502", "drop", "redirect"} {
		c, _ := faulty(t, plan, till.MaxRetries(0))
		_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)})
		if err == nil {
			t.Fatalf("%s: no error", plan)
		}
		for ; err != nil; err = errors.Unwrap(err) {
			fmt.Fprintf(&log, "%v %+v %#v\n", err, err, err)
		}
	}
	expectHidden(t, log.String(), given(t, "API_KEY"))
}

func TestAnotherHTTPClientIsUsedAndItsRedirectsAreNotFollowed(t *testing.T) {
	url, count := answering(t, 302, map[string]string{"Location": "/elsewhere"}, "")
	seen := 0
	mine := &http.Client{
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			seen++
			return http.DefaultTransport.RoundTrip(r)
		}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return nil },
	}
	c, err := till.New(someKey, url, till.HTTPClient(mine))
	must(t, err)
	_, err = c.Reports.Sales(ctx, till.Period{})
	expectCode(t, err, "unexpected_answer", till.ErrAPI)
	expect(t, "requests", count.Load(), 1)
	expect(t, "round trips", seen, 1)
}

func TestAnOptionIsTakenOnlyWhereItApplies(t *testing.T) {
	client, call := reflect.TypeOf((*till.ClientOption)(nil)).Elem(), reflect.TypeOf((*till.CallOption)(nil)).Elem()
	for _, one := range []struct {
		name          string
		option        any
		atNew, inCall bool
	}{
		{"Timeout", till.Timeout, true, true},
		{"MaxRetries", till.MaxRetries, true, true},
		{"HTTPClient", till.HTTPClient, true, false},
		{"IdempotencyKey", till.IdempotencyKey, false, true},
	} {
		made := reflect.TypeOf(one.option).Out(0)
		expect(t, one.name+" at New", made.Implements(client), one.atNew)
		expect(t, one.name+" in a call", made.Implements(call), one.inCall)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestAnHTTPClientsOwnTimeoutIsNoAnswerAndNotTheCallersDeadline(t *testing.T) {
	release := make(chan struct{})
	url := serve(t, func(http.ResponseWriter, *http.Request) { <-release })
	defer close(release)
	c, err := till.New(someKey, url, till.HTTPClient(&http.Client{Timeout: 30 * time.Millisecond}), till.MaxRetries(0))
	must(t, err)
	_, err = c.Intents.Get(ctx, someID)
	expectCode(t, err, "connection_failed", till.ErrConnection)
	expect(t, "a deadline", errors.Is(err, context.DeadlineExceeded), false)
}
