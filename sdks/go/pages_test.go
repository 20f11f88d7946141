package till_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

type pageVectors struct {
	Intents []struct {
		Name, Body string
		Intent     map[string]any
	}
	Lists []struct {
		Name    string
		List    listed
		Answers []step
		Queries []map[string]string
		First   *struct {
			IDs     []string
			HasMore bool `json:"has_more"`
			Next    *string
		}
		IDs   []string
		Error *string
	}
	Creates       []createVector
	Endpoints     []endpointVector
	Retries       []retryVector
	Refunds       []refundVector
	RefundLists   []refundListVector `json:"refund_lists"`
	RefundRetries []retryVector      `json:"refund_retries"`
	RefusedIDs    []string           `json:"refused_ids"`
}

type retryVector struct {
	Call, Method string
	After503     bool `json:"after_503"`
	After429     bool `json:"after_429"`
}

type listed struct {
	Reference, Status, After string
	CreatedAfter             time.Time `json:"created_after"`
	CreatedBefore            time.Time `json:"created_before"`
	TerminalID               string    `json:"terminal_id"`
	Limit                    int
}

func (l listed) params() till.ListIntentsParams {
	return till.ListIntentsParams{
		Reference: l.Reference, Status: till.Status(l.Status), CreatedAfter: l.CreatedAfter,
		CreatedBefore: l.CreatedBefore, TerminalID: l.TerminalID, Limit: l.Limit, After: l.After,
	}
}

type endpointVector struct {
	Name, Call string
	Arguments  struct {
		ID, URL    string
		EventTypes []string `json:"event_types"`
		TerminalID string   `json:"terminal_id"`
		Enabled    *bool
	}
	Method, Path string
	Request      any
	step
	Result any
	Error  *string
}

// call makes the call of a vector.
func (v endpointVector) call(endpoints *till.WebhookEndpoints) (any, error) {
	given := v.Arguments
	switch v.Call {
	case "list":
		return endpoints.List(ctx)
	case "create":
		return endpoints.Create(ctx, till.CreateEndpointParams{
			URL: given.URL, EventTypes: given.EventTypes, TerminalID: given.TerminalID,
		})
	case "retrieve":
		return endpoints.Retrieve(ctx, given.ID)
	case "update":
		return endpoints.Update(ctx, given.ID, till.UpdateEndpointParams{
			URL: given.URL, EventTypes: given.EventTypes, Enabled: given.Enabled,
		})
	case "delete":
		return nil, endpoints.Delete(ctx, given.ID)
	case "rotate_secret":
		return endpoints.RotateSecret(ctx, given.ID)
	case "test":
		return endpoints.Test(ctx, given.ID)
	}
	panic("no call " + v.Call)
}

type createVector struct {
	Name      string
	Arguments struct {
		Amount, Currency, Reference string
		Metadata                    map[string]string
	}
	Method, Path string
	Request      any
	step
	Result any
	Error  *string
}

// create makes the call of a vector.
func (v createVector) create(c *till.Client) (*till.CreatedIntent, error) {
	given := v.Arguments
	return c.Intents.Create(ctx, till.CreateParams{
		Price: given.Amount, Currency: given.Currency, Reference: given.Reference, Metadata: given.Metadata,
	})
}

// essence is a result as JSON without what is null or empty there, and without amounts in another unit: what Go leaves
// empty, other languages say to be null.
func essence(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	must(t, err)
	var read any
	must(t, json.Unmarshal(text, &read))
	return bare(read)
}

func bare(value any) any {
	switch v := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for name, member := range v {
			if inner := bare(member); inner != nil {
				kept[name] = inner
			}
		}
		return kept
	case []any:
		if len(v) == 0 {
			return nil
		}
		kept := []any{}
		for _, item := range v {
			kept = append(kept, bare(item))
		}
		return kept
	case string:
		return strings.Replace(v, ".000Z", "Z", 1)
	}
	return value
}

// asGo gives the amounts of a vector as numbers, once.
func asGo(value any) any {
	switch v := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for name, member := range v {
			text, isText := member.(string)
			switch {
			case strings.HasSuffix(name, "_micros"):
			case isText && strings.HasSuffix(name, "_usdt"):
				kept[name] = json.RawMessage(text)
			default:
				kept[name] = asGo(member)
			}
		}
		return kept
	case []any:
		kept := []any{}
		for _, item := range v {
			kept = append(kept, asGo(item))
		}
		return kept
	}
	return value
}

// expectError fails unless the error has the code, or there is none and none is wanted.
func expectError(t *testing.T, err error, code *string) {
	t.Helper()
	if code == nil {
		must(t, err)
		return
	}
	expect(t, "code", failure(t, err).Code, *code)
}

// taken calls next so often, and says how often it was true.
func taken(next func() bool, times int) (count int) {
	for ; times > 0 && next(); times-- {
		count++
	}
	return count
}

func idsOf(intents []*till.DetailedIntent) []string {
	ids := []string{}
	for _, intent := range intents {
		ids = append(ids, intent.ID)
	}
	return ids
}

func TestAnIntentIsRetrievedWithAllThatIsKnownOfIt(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").Intents {
		t.Run(one.Name, func(t *testing.T) {
			s := scripted(t, step{Status: 200, Body: one.Body})
			id := one.Intent["id"].(string)
			intent, err := clientAt(t, s.url, someKey).Intents.Retrieve(ctx, id)
			must(t, err)
			expectEqual(t, "intent", essence(t, intent), essence(t, asGo(one.Intent)))
			expect(t, "micros", fmt.Sprint(intent.Received.Micros()), one.Intent["received_micros"].(string))
			request := s.requests()[0]
			expect(t, "request", request.method+" "+request.path, "GET /api/v1/payment-intents/"+id)
			expect(t, "key", request.key, "Bearer "+someKey)
		})
	}
}

func TestIntentsAreListed(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").Lists {
		one := one
		t.Run(one.Name, func(t *testing.T) {
			t.Parallel()
			s := scripted(t, one.Answers...)
			found := clientAt(t, s.url, someKey).Intents.All(ctx, one.List.params())
			seen := []string{}
			for found.Next() {
				seen = append(seen, found.Intent().ID)
			}
			expectError(t, found.Err(), one.Error)
			expectEqual(t, "ids", seen, one.IDs)
			expect(t, "behind the last", found.Intent() == nil && !found.Next(), true)
			expectEqual(t, "queries", queriesOf(s.requests()), one.Queries)
			for _, request := range s.requests() {
				expect(t, "request", request.method+" "+request.path, "GET /api/v1/payment-intents")
				expect(t, "key", request.key, "Bearer "+someKey)
			}

			page, err := clientAt(t, scripted(t, one.Answers...).url, someKey).Intents.List(ctx, one.List.params())
			if one.First == nil {
				expectError(t, err, one.Error)
				return
			}
			must(t, err)
			next := ""
			if one.First.Next != nil {
				next = *one.First.Next
			}
			expectEqual(t, "first page", []any{idsOf(page.Data), page.HasMore, page.Next},
				[]any{one.First.IDs, one.First.HasMore, next})
		})
	}
}

func TestTimesOfAListAreSentInUTC(t *testing.T) {
	s := scripted(t, step{Status: 200, Body: `{"data":[],"has_more":false,"next":null}`})
	_, err := clientAt(t, s.url, someKey).Intents.List(ctx, till.ListIntentsParams{
		CreatedAfter: time.Date(2026, 3, 1, 0, 0, 0, 0, time.FixedZone("", 3_600)),
	})
	must(t, err)
	expectEqual(t, "query", s.requests()[0].query, map[string]string{"created_after": "2026-02-28T23:00:00.000Z"})
}

func TestAPageIsReadWhenItIsNeededAndNotOnceTheContextHasEnded(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").Lists {
		if len(one.Queries) != 3 || one.List.Limit != 2 {
			continue
		}
		s := scripted(t, one.Answers...)
		ending, cancel := context.WithCancel(ctx)
		found := clientAt(t, s.url, someKey).Intents.All(ending, one.List.params())
		expect(t, "requests", len(s.requests()), 0)
		expect(t, "of the first page", taken(found.Next, 2), 2)
		expect(t, "requests", len(s.requests()), 1)
		cancel()
		expect(t, "next", found.Next(), false)
		expect(t, "error", errors.Is(found.Err(), context.Canceled), true)
		expect(t, "requests", len(s.requests()), 1)
		return
	}
	t.Fatal("no list of three pages")
}

func TestIntentsAreCreatedByPrice(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").Creates {
		t.Run(one.Name, func(t *testing.T) {
			s := scripted(t, one.step)
			intent, err := one.create(clientAt(t, s.url, someKey))
			expectError(t, err, one.Error)
			if one.Error == nil {
				expectEqual(t, "intent", essence(t, intent), essence(t, asGo(one.Result)))
			}
			expect(t, "requests", len(s.requests()), 1)
			request := s.requests()[0]
			expect(t, "request", request.method+" "+request.path, one.Method+" /api/v1"+one.Path)
			var body any
			must(t, json.Unmarshal([]byte(request.body), &body))
			expectEqual(t, "body", body, one.Request)
		})
	}
}

func TestAPriceIsAskedForAgainAfterAnErrorOfTheService(t *testing.T) {
	one := vectors[pageVectors](t, "pages").Creates[0]
	s := scripted(t, step{Status: 503, Body: `{"error":"Later.","code":"x"}`}, one.step)
	intent, err := one.create(clientAt(t, s.url, someKey))
	must(t, err)
	expect(t, "price", intent.Quote.Amount+" "+intent.Quote.Currency, "24.90 EUR")
	first, again := s.requests()[0], s.requests()[1]
	expect(t, "body", again.body, first.body)
	expect(t, "body", first.body, `{"amount":"24.90","currency":"EUR"}`)
}

func TestWhatIsNotOneAmountIsRefusedBeforeAnythingIsSent(t *testing.T) {
	s := scripted(t)
	c := clientAt(t, s.url, someKey)
	for _, params := range []till.CreateParams{
		{},
		{Currency: "EUR"},
		{Amount: till.Micros(1), Currency: "EUR"},
		{Amount: till.Micros(1), Price: "24.90", Currency: "EUR"},
	} {
		_, err := c.Intents.Create(ctx, params)
		expect(t, "status", expectCode(t, err, "invalid_amount", till.ErrInvalidAmount).Status, 0)
	}
	expect(t, "requests", len(s.requests()), 0)
}

func TestWebhookEndpointsAreManaged(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").Endpoints {
		t.Run(one.Name, func(t *testing.T) {
			s := scripted(t, one.step)
			result, err := one.call(clientAt(t, s.url, someKey).WebhookEndpoints)
			expectError(t, err, one.Error)
			if one.Error == nil {
				expectEqual(t, "result", essence(t, result), bare(one.Result))
			}
			expect(t, "requests", len(s.requests()), 1)
			request := s.requests()[0]
			expect(t, "request", request.method+" "+request.path, one.Method+" /api/v1"+one.Path)
			expect(t, "key", request.key, "Bearer "+someKey)
			expectEqual(t, "query", request.query, map[string]string{})
			var body any
			if request.body != "" {
				must(t, json.Unmarshal([]byte(request.body), &body))
			}
			expectEqual(t, "body", body, one.Request)
		})
	}
}

func TestACallAboutAnEndpointIsMadeAgainOnlyIfThatIsSafe(t *testing.T) {
	all := vectors[pageVectors](t, "pages")
	for _, retry := range all.Retries {
		for status, isMadeAgain := range map[int]bool{503: retry.After503, 429: retry.After429} {
			retry, status, isMadeAgain := retry, status, isMadeAgain
			t.Run(fmt.Sprint(retry.Call, " after ", status), func(t *testing.T) {
				t.Parallel()
				for _, one := range all.Endpoints {
					if one.Call != retry.Call || one.Error != nil {
						continue
					}
					s := scripted(t, step{Status: status, Body: `{"error":"Later.","code":"x"}`}, one.step)
					_, err := one.call(clientAt(t, s.url, someKey).WebhookEndpoints)
					methods := []string{}
					for _, request := range s.requests() {
						methods = append(methods, request.method)
					}
					if isMadeAgain {
						must(t, err)
						expectEqual(t, "requests", methods, []string{retry.Method, retry.Method})
					} else {
						expect(t, "status", failure(t, err).Status, status)
						expectEqual(t, "requests", methods, []string{retry.Method})
					}
					return
				}
				t.Fatal("no such call")
			})
		}
	}
}

func TestATestEventHasTenSecondsMoreThanOtherCalls(t *testing.T) {
	s := scripted(t)
	c := clientAt(t, s.url, someKey, till.Timeout(time.Millisecond), till.MaxRetries(0))
	ending, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error)
	go func() {
		_, err := c.WebhookEndpoints.Test(ending, someID)
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatalf("it has ended with %v", err)
	case <-s.overrun:
	}
	// a call without more time ends by itself
	_, err := c.WebhookEndpoints.Retrieve(ctx, someID)
	expectCode(t, err, "connection_failed", till.ErrConnection)
	cancel()
	expect(t, "error", <-ended, context.Canceled)
}

func TestAnIDThatAPathCannotCarryIsRefusedBeforeAnythingIsSent(t *testing.T) {
	s := scripted(t)
	c := clientAt(t, s.url, someKey)
	for _, id := range vectors[pageVectors](t, "pages").RefusedIDs {
		_, intent := c.Intents.Retrieve(ctx, id)
		_, retrieved := c.WebhookEndpoints.Retrieve(ctx, id)
		_, updated := c.WebhookEndpoints.Update(ctx, id, till.UpdateEndpointParams{})
		_, rotated := c.WebhookEndpoints.RotateSecret(ctx, id)
		_, tested := c.WebhookEndpoints.Test(ctx, id)
		_, refund := c.Refunds.Retrieve(ctx, id)
		_, cancelled := c.Refunds.Cancel(ctx, id)
		for _, err := range []error{
			intent, retrieved, updated, c.WebhookEndpoints.Delete(ctx, id), rotated, tested, refund, cancelled,
		} {
			expect(t, "status", expectCode(t, err, "invalid_id", till.ErrInvalidRequest).Status, 0)
		}
	}
	expect(t, "requests", len(s.requests()), 0)
}

func TestAnIdempotencyKeyIsNotForTheseCalls(t *testing.T) {
	s := scripted(t)
	c, key := clientAt(t, s.url, someKey), till.IdempotencyKey("x")
	_, listed := c.Intents.List(ctx, till.ListIntentsParams{}, key)
	_, retrieved := c.Intents.Retrieve(ctx, someID, key)
	_, events := c.Events.List(ctx, till.ListEventsParams{}, key)
	_, created := c.WebhookEndpoints.Create(ctx, till.CreateEndpointParams{}, key)
	_, refunds := c.Refunds.List(ctx, till.ListRefundsParams{}, key)
	_, cancelled := c.Refunds.Cancel(ctx, someID, key)
	for _, err := range []error{listed, retrieved, events, created, refunds, cancelled} {
		expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
	}
	expect(t, "requests", len(s.requests()), 0)
}

func TestACallForOneTerminalNamesIt(t *testing.T) {
	no := step{Status: 400, Body: `{"error":"No.","code":"invalid_request"}`}
	s := scripted(t, no, no)
	c := clientAt(t, s.url, someKey)
	_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1_000_000), TerminalID: someID})
	expectCode(t, err, "invalid_request", till.ErrInvalidRequest)
	_, err = c.Reports.Sales(ctx, till.Period{Start: "2026-03-01", TerminalID: someID})
	expectCode(t, err, "invalid_request", till.ErrInvalidRequest)
	requests := s.requests()
	expect(t, "body", requests[0].body, `{"amount_usdt":1,"terminal_id":"`+someID+`"}`)
	expectEqual(t, "query", requests[1].query, map[string]string{"start": "2026-03-01", "terminal_id": someID})
}

func TestTheRunningServiceFindsIntentsByTheirReference(t *testing.T) {
	c, reference := client(t), fmt.Sprint("find ", time.Now().UnixNano(), " & ü")
	made := []string{}
	for i := 0; i < 3; i++ {
		intent, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(2_500_000), Reference: reference})
		must(t, err)
		made = append([]string{intent.ID}, made...)
	}
	_, err := c.Sandbox.Simulate(ctx, made[1], till.Overpaid)
	must(t, err)
	found := []string{}
	all := c.Intents.All(ctx, till.ListIntentsParams{Reference: reference, Limit: 2})
	for all.Next() {
		found = append(found, all.Intent().ID)
	}
	must(t, all.Err())
	expectEqual(t, "the newest first", found, made)

	page, err := c.Intents.List(ctx, till.ListIntentsParams{
		Reference: reference, Status: till.StatusPaid, CreatedAfter: time.Now().Add(-time.Hour),
	})
	must(t, err)
	expectEqual(t, "paid", idsOf(page.Data), made[1:2])
	paid, err := c.Intents.Retrieve(ctx, made[1])
	must(t, err)
	expectEqual(t, "the same", paid, page.Data[0])
	expect(t, "received", paid.Received, till.Micros(3_500_000))
	expect(t, "overpaid", paid.Overpaid, till.Micros(1_000_000))
	expectEqual(t, "flags", paid.Flags, []till.IntentFlag{till.FlagOverpaid})
	expect(t, "transfers", len(paid.Transfers), 1)
	expect(t, "counted", paid.Transfers[0].Counted && paid.Transfers[0].Simulated, true)
	expect(t, "paid at", paid.PaidAt != nil && paid.CancelledAt == nil, true)
	_, err = c.Intents.Retrieve(ctx, someID)
	expectCode(t, err, "not_found", till.ErrNotFound)
	_, err = c.WebhookEndpoints.List(ctx)
	expectCode(t, err, "insufficient_scope", till.ErrPermission)
	_, err = c.Refunds.List(ctx, till.ListRefundsParams{})
	expectCode(t, err, "insufficient_scope", till.ErrPermission)
}
