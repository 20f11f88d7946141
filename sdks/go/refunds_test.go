package till_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

type refundVector struct {
	Name, Call string
	Arguments  struct {
		ID, To, Reason string
		IntentID       string `json:"intent_id"`
		AmountUSDT     string `json:"amount_usdt"`
	}
	Method, Path string
	Request      any
	step
	Result any
	Error  *string
}

// call makes the call of a vector.
func (v refundVector) call(t *testing.T, refunds *till.Refunds) (any, error) {
	t.Helper()
	given := v.Arguments
	switch v.Call {
	case "create":
		amount, err := till.ParseAmount(given.AmountUSDT)
		must(t, err)
		return refunds.Create(ctx, till.CreateRefundParams{
			IntentID: given.IntentID, Amount: amount, To: given.To, Reason: given.Reason,
		})
	case "list":
		return refunds.List(ctx, till.ListRefundsParams{})
	case "retrieve":
		return refunds.Retrieve(ctx, given.ID)
	case "cancel":
		return refunds.Cancel(ctx, given.ID)
	}
	panic("no call " + v.Call)
}

type refundListVector struct {
	Name string
	List struct {
		IntentID      string `json:"intent_id"`
		Status, After string
		CreatedAfter  time.Time `json:"created_after"`
		CreatedBefore time.Time `json:"created_before"`
		Limit         int
	}
	Answers []step
	Queries []map[string]string
	First   *struct {
		IDs     []string
		HasMore bool `json:"has_more"`
		Next    string
	}
	IDs   []string
	Error *string
}

func (v refundListVector) params() till.ListRefundsParams {
	return till.ListRefundsParams{
		IntentID: v.List.IntentID, Status: till.RefundStatus(v.List.Status), CreatedAfter: v.List.CreatedAfter,
		CreatedBefore: v.List.CreatedBefore, Limit: v.List.Limit, After: v.List.After,
	}
}

func TestRefundsArePreparedReadAndCancelled(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").Refunds {
		t.Run(one.Name, func(t *testing.T) {
			s := scripted(t, one.step)
			result, err := one.call(t, clientAt(t, s.url, someKey).Refunds)
			expectError(t, err, one.Error)
			if one.Error == nil {
				expectEqual(t, "result", essence(t, result), essence(t, asGo(one.Result)))
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

func TestEveryCallAboutARefundIsMadeAgain(t *testing.T) {
	all := vectors[pageVectors](t, "pages")
	for _, retry := range all.RefundRetries {
		for status, isMadeAgain := range map[int]bool{503: retry.After503, 429: retry.After429} {
			retry, status, isMadeAgain := retry, status, isMadeAgain
			t.Run(fmt.Sprint(retry.Call, " after ", status), func(t *testing.T) {
				t.Parallel()
				expect(t, "made again", isMadeAgain, true)
				for _, one := range all.Refunds {
					if one.Call != retry.Call || one.Error != nil {
						continue
					}
					s := scripted(t, step{Status: status, Body: `{"error":"Later.","code":"x"}`}, one.step)
					_, err := one.call(t, clientAt(t, s.url, someKey).Refunds)
					must(t, err)
					methods := []string{}
					for _, request := range s.requests() {
						methods = append(methods, request.method)
					}
					expectEqual(t, "requests", methods, []string{retry.Method, retry.Method})
					return
				}
				t.Fatal("no such call")
			})
		}
	}
}

func TestRefundsAreListed(t *testing.T) {
	for _, one := range vectors[pageVectors](t, "pages").RefundLists {
		one := one
		t.Run(one.Name, func(t *testing.T) {
			t.Parallel()
			s := scripted(t, one.Answers...)
			found := clientAt(t, s.url, someKey).Refunds.All(ctx, one.params())
			seen := []string{}
			for found.Next() {
				seen = append(seen, found.Refund().ID)
			}
			expectError(t, found.Err(), one.Error)
			expectEqual(t, "ids", seen, one.IDs)
			expect(t, "behind the last", found.Refund() == nil && !found.Next(), true)
			expectEqual(t, "queries", queriesOf(s.requests()), one.Queries)
			for _, request := range s.requests() {
				expect(t, "request", request.method+" "+request.path, "GET /api/v1/refunds")
				expect(t, "key", request.key, "Bearer "+someKey)
			}

			page, err := clientAt(t, scripted(t, one.Answers...).url, someKey).Refunds.List(ctx, one.params())
			if one.First == nil {
				expectError(t, err, one.Error)
				return
			}
			must(t, err)
			ids := []string{}
			for _, refund := range page.Data {
				ids = append(ids, refund.ID)
			}
			expectEqual(t, "first page", []any{ids, page.HasMore, page.Next},
				[]any{one.First.IDs, one.First.HasMore, one.First.Next})
		})
	}
}

func TestOneIdempotencyKeyForAllAttemptsAndOneForEachCallUnlessItIsGivenOne(t *testing.T) {
	made := vectors[pageVectors](t, "pages").Refunds[0].step
	later := step{Status: 503, Body: `{"error":"Later.","code":"api_error"}`}
	s := scripted(t, later, made, made, made, made)
	refunds := clientAt(t, s.url, someKey).Refunds
	params := till.CreateRefundParams{IntentID: someID, Amount: till.Micros(1)}
	for _, options := range [][]till.CallOption{nil, nil, {till.IdempotencyKey("return-1042-1")}} {
		_, err := refunds.Create(ctx, params, options...)
		must(t, err)
	}
	_, err := refunds.Cancel(ctx, someID)
	must(t, err)
	keys := []string{}
	for _, request := range s.requests() {
		keys = append(keys, request.idempotencyKey)
	}
	expect(t, "length", len(keys[0]), 36)
	expectEqual(t, "keys", []string{keys[1], keys[3], keys[4]}, []string{keys[0], "return-1042-1", ""})
	expect(t, "another call has another key", keys[2] != keys[0] && len(keys[2]) == 36, true)
	expect(t, "body", s.requests()[0].body, `{"intent_id":"`+someID+`","amount_usdt":0.000001}`)
}

func TestARefundThatCannotBeIsRefusedBeforeAnythingIsSent(t *testing.T) {
	s := scripted(t)
	refunds := clientAt(t, s.url, someKey).Refunds
	_, err := refunds.Create(ctx, till.CreateRefundParams{IntentID: someID})
	expectCode(t, err, "invalid_amount", till.ErrInvalidAmount)
	params := till.CreateRefundParams{IntentID: someID, Amount: till.Micros(1)}
	_, err = refunds.Create(ctx, params, till.IdempotencyKey(strings.Repeat("x", 256)))
	expectCode(t, err, "invalid_idempotency_key", till.ErrInvalidRequest)
	expect(t, "requests", len(s.requests()), 0)
}
