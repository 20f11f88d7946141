package till_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"till-payments/till"
)

type errorVectors struct {
	Codes []struct {
		Code, Class string
		Status      int
		Retried     bool
	}
	Library []struct{ Code, Class string }
	Answers []struct {
		Name    string
		Status  int
		Headers map[string]string
		Body    string
		Error   struct {
			Status            int
			RequestID         *string
			RetryAfterSeconds *int
			Class, Code       string
			Message           *string
		}
		Retried bool
	}
}

var classes = map[string]error{
	"Configuration":       till.ErrConfiguration,
	"Connection":          till.ErrConnection,
	"WaitTimeout":         till.ErrWaitTimeout,
	"WebhookVerification": till.ErrWebhookVerification,
	"Api":                 till.ErrAPI,
	"InvalidAmount":       till.ErrInvalidAmount,
	"InvalidRequest":      till.ErrInvalidRequest,
	"Authentication":      till.ErrAuthentication,
	"Permission":          till.ErrPermission,
	"NotFound":            till.ErrNotFound,
	"Conflict":            till.ErrConflict,
	"CursorExpired":       till.ErrCursorExpired,
	"RateLimit":           till.ErrRateLimit,
	"Server":              till.ErrServer,
}

// expectClass fails unless the error is of the class, of those that the class belongs to, and of no other.
func expectClass(t *testing.T, err error, name string) {
	t.Helper()
	for other, class := range classes {
		expect(t, fmt.Sprintf("%v is %s", err, other), errors.Is(err, class), errors.Is(classes[name], class))
	}
}

func requests(retried bool) int64 {
	if retried {
		return 2
	}
	return 1
}

func TestAnAnswerBecomesTheErrorOfItsCode(t *testing.T) {
	for _, one := range vectors[errorVectors](t, "errors").Answers {
		t.Run(one.Name, func(t *testing.T) {
			url, count := answering(t, one.Status, one.Headers, one.Body)
			_, err := clientAt(t, url, someKey, till.MaxRetries(1)).Intents.Get(ctx, someID)
			failed := failure(t, err)
			expectClass(t, err, one.Error.Class)
			expect(t, "code", failed.Code, one.Error.Code)
			expect(t, "status", failed.Status, one.Error.Status)
			if one.Error.Message != nil {
				expect(t, "message", failed.Message, *one.Error.Message)
			} else if len(failed.Message) < 20 {
				t.Fatalf("a message that says little: %q", failed.Message)
			}
			wantedID, wantedPause := "", time.Duration(0)
			if one.Error.RequestID != nil {
				wantedID = *one.Error.RequestID
			}
			if one.Error.RetryAfterSeconds != nil {
				wantedPause = time.Duration(*one.Error.RetryAfterSeconds) * time.Second
			}
			expect(t, "request id", failed.RequestID, wantedID)
			expect(t, "retry after", failed.RetryAfter, wantedPause)
			expect(t, "requests", count.Load(), requests(one.Retried))
		})
	}
}

func TestEveryCodeHasItsClassAndIsAskedAgainOnlyIfItMayPass(t *testing.T) {
	for _, one := range vectors[errorVectors](t, "errors").Codes {
		t.Run(one.Code, func(t *testing.T) {
			url, count := answering(t, one.Status, nil, fmt.Sprintf(`{"error":"No.","code":%q}`, one.Code))
			_, err := clientAt(t, url, someKey, till.MaxRetries(1)).Reports.Sales(ctx, till.Period{})
			expect(t, "code", failure(t, err).Code, one.Code)
			expectClass(t, err, one.Class)
			expect(t, "requests", count.Load(), requests(one.Retried))
		})
	}
}

func TestTheLibrarysOwnCodesHaveTheClassesOfTheTable(t *testing.T) {
	away := clientAt(t, "http://127.0.0.1:1", someKey, till.MaxRetries(0))
	redirecting, _ := answering(t, 302, map[string]string{"Location": "/elsewhere"}, "")

	_, refused := away.Intents.Get(ctx, someID)
	_, waited := away.Intents.Wait(ctx, someID, till.WaitTimeout(30*time.Millisecond), till.Interval(10*time.Millisecond))
	_, unexpected := clientAt(t, redirecting, someKey).Intents.Get(ctx, someID)
	_, wrong := till.New(someKey, "ftp://pay.example.com")
	made := map[string]error{
		"connection_failed":     refused,
		"wait_timeout":          waited,
		"unexpected_answer":     unexpected,
		"invalid_configuration": wrong,
	}
	for _, one := range vectors[errorVectors](t, "errors").Library {
		t.Run(one.Code, func(t *testing.T) {
			expect(t, "code", failure(t, made[one.Code]).Code, one.Code)
			expectClass(t, made[one.Code], one.Class)
		})
	}
	if !errors.Is(refused, syscall.ECONNREFUSED) {
		t.Fatalf("%v does not unwrap to what the network said", refused)
	}
}

func TestARetryAfterThatIsADateCountsByTheServicesClock(t *testing.T) {
	url, count := answering(t, 429, map[string]string{
		"Date":        "Sun, 01 Mar 2020 12:00:00 GMT",
		"Retry-After": "Sun, 01 Mar 2020 12:01:30 GMT",
	}, `{"error":"Later.","code":"rate_limited"}`)
	_, err := clientAt(t, url, someKey).Intents.Get(ctx, someID)
	expect(t, "retry after", expectCode(t, err, "rate_limited", till.ErrRateLimit).RetryAfter, 90*time.Second)
	expect(t, "requests", count.Load(), 1)
}

func TestTheRunningServicesRefusalsAreTypedWithItsRequestID(t *testing.T) {
	c := client(t)
	_, err := c.Intents.Cancel(ctx, someID)
	failed := expectCode(t, err, "not_found", till.ErrNotFound)
	if !regexp.MustCompile(`^[0-9a-f-]{36}$`).MatchString(failed.RequestID) {
		t.Fatalf("request id %q", failed.RequestID)
	}
	_, err = c.Intents.Get(ctx, "no uuid")
	expectCode(t, err, "invalid_id", till.ErrInvalidRequest)
	_, err = c.Reports.Sales(ctx, till.Period{Start: "never"})
	expectCode(t, err, "invalid_period", till.ErrInvalidRequest)
	stranger := clientAt(t, given(t, "URL"), "svc_test_00000000000000000000000000000000000000")
	_, err = stranger.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)})
	expectCode(t, err, "invalid_api_key", till.ErrAuthentication)
}

func TestAnErrorSaysInOneLineWhatASupportNeeds(t *testing.T) {
	err := &till.Error{Code: "not_found", Message: "No such intent.", Status: 404, RequestID: "abc"}
	expect(t, "text", err.Error(), "till: not_found: No such intent. (status 404, request abc)")
	expect(t, "text", (&till.Error{Code: "x", Message: "y"}).Error(), "till: x: y")
}

func TestAnAnswerOfAnotherShapeIsUnexpectedInEveryCall(t *testing.T) {
	calls := map[string]func(c *till.Client) error{
		"create": func(c *till.Client) error {
			_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)})
			return err
		},
		"get":      func(c *till.Client) error { _, err := c.Intents.Get(ctx, someID); return err },
		"wait":     func(c *till.Client) error { _, err := c.Intents.Wait(ctx, someID); return err },
		"cancel":   func(c *till.Client) error { _, err := c.Intents.Cancel(ctx, someID); return err },
		"simulate": func(c *till.Client) error { _, err := c.Sandbox.Simulate(ctx, someID, till.Paid); return err },
		"demo":     func(c *till.Client) error { _, err := c.Sandbox.CreateDemo(ctx); return err },
		"sales":    func(c *till.Client) error { _, err := c.Reports.Sales(ctx, till.Period{}); return err },
		"list": func(c *till.Client) error {
			_, err := c.Intents.List(ctx, till.ListIntentsParams{})
			return err
		},
		"retrieve": func(c *till.Client) error { _, err := c.Intents.Retrieve(ctx, someID); return err },
		"events": func(c *till.Client) error {
			_, err := c.Events.List(ctx, till.ListEventsParams{})
			return err
		},
		"endpoints": func(c *till.Client) error { _, err := c.WebhookEndpoints.List(ctx); return err },
		"create endpoint": func(c *till.Client) error {
			_, err := c.WebhookEndpoints.Create(ctx, till.CreateEndpointParams{})
			return err
		},
		"retrieve endpoint": func(c *till.Client) error { _, err := c.WebhookEndpoints.Retrieve(ctx, someID); return err },
		"update": func(c *till.Client) error {
			_, err := c.WebhookEndpoints.Update(ctx, someID, till.UpdateEndpointParams{})
			return err
		},
		"delete": func(c *till.Client) error { return c.WebhookEndpoints.Delete(ctx, someID) },
		"rotate": func(c *till.Client) error { _, err := c.WebhookEndpoints.RotateSecret(ctx, someID); return err },
		"test":   func(c *till.Client) error { _, err := c.WebhookEndpoints.Test(ctx, someID); return err },
	}
	answers := []string{
		"", "null", "[]", "7", `{"hello":"world"}`, `{"intent":null}`, `{"intent":[]}`, `{"terminal":"x","intent":{"id":7}}`,
		`{"reconciliation_period":null,"summary":7}`, `{"data":null,"has_more":false,"next":null}`, `{"data":[]}`,
		`{"data":[null],"has_more":false,"next":null}`, strings.Replace(intentJSON("1", "paid"), `"id"`, `"ID"`, 1),
		strings.Replace(intentJSON("1", "paid"), "2026-03-01T12:30", "2026-03-01 12:30", 1),
		`{"terminal":"x","livemode":false,"intent":` + strings.Replace(intentJSON("1", "paid"), `{`, `{"metadata":{"a":7},`, 1) + `}`,
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			for _, answer := range answers {
				url, count := answering(t, 200, nil, answer)
				failed := expectCode(t, call(clientAt(t, url, someKey)), "unexpected_answer", till.ErrAPI)
				expect(t, "status", failed.Status, 200)
				expect(t, "requests", count.Load(), 1)
			}
		})
	}
}
