package till_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"till-payments/till"
)

type named struct{ ID, Type string }

type feedVectors struct {
	Pages []struct {
		Name string
		List struct {
			After       string
			Types       []string
			Limit, Wait int
		}
		Body    string
		Query   map[string]string
		Events  []named
		HasMore bool `json:"has_more"`
		Next    *string
	}
	Listens []listenVector
}

type listenVector struct {
	Name   string
	Listen struct {
		After string
		Types []string
		Limit int
	}
	Answers []step
	Queries []map[string]string
	Events  []named
	Cursors []string
	Error   *string
}

func namedOf(event till.Event) named {
	return named{event.EventID(), event.EventType()}
}

func TestAPageOfEventsIsListed(t *testing.T) {
	for _, one := range vectors[feedVectors](t, "feed").Pages {
		t.Run(one.Name, func(t *testing.T) {
			s := scripted(t, step{Status: 200, Body: one.Body})
			page, err := clientAt(t, s.url, someKey).Events.List(ctx, till.ListEventsParams{
				After: one.List.After, Types: one.List.Types, Limit: one.List.Limit,
				Wait: time.Duration(one.List.Wait) * time.Second,
			})
			must(t, err)
			seen := []named{}
			for _, event := range page.Data {
				seen = append(seen, namedOf(event))
			}
			expectEqual(t, "events", seen, one.Events)
			next := ""
			if one.Next != nil {
				next = *one.Next
			}
			expectEqual(t, "place", []any{page.HasMore, page.Next}, []any{one.HasMore, next})
			request := s.requests()[0]
			expect(t, "request", request.method+" "+request.path, "GET /api/v1/events")
			expect(t, "key", request.key, "Bearer "+someKey)
			expectEqual(t, "query", request.query, one.Query)
		})
	}
}

func TestTheEventsOfAPageAreThoseThatTheVerifierGives(t *testing.T) {
	s := scripted(t, step{Status: 200, Body: vectors[feedVectors](t, "feed").Pages[0].Body})
	page, err := clientAt(t, s.url, someKey).Events.List(ctx, till.ListEventsParams{})
	must(t, err)
	v := verifier(t, someSecret)
	for _, event := range page.Data {
		encoded, err := json.Marshal(event)
		must(t, err)
		var base till.EventBase
		must(t, json.Unmarshal(encoded, &base))
		same, err := v.Verify(base.Body, v.Sign(base.Body, till.EventID(base.ID)))
		must(t, err)
		// Marshal compacts the body, so compare what is left when both are encoded
		again, err := json.Marshal(same)
		must(t, err)
		expect(t, "event", string(encoded), string(again))
		expect(t, "type", fmt.Sprintf("%T", event), fmt.Sprintf("%T", same))
	}
}

func TestATimeToWaitOfAFractionOfASecondIsRefusedBeforeAnythingIsSent(t *testing.T) {
	s := scripted(t)
	_, err := clientAt(t, s.url, someKey).Events.List(ctx, till.ListEventsParams{Wait: 1500 * time.Millisecond})
	expectCode(t, err, "invalid_request", till.ErrInvalidRequest)
	expect(t, "requests", len(s.requests()), 0)
}

func TestAListenerHandsOverEachEventOnceAndKeepsItsPlace(t *testing.T) {
	for _, one := range vectors[feedVectors](t, "feed").Listens {
		one := one
		t.Run(one.Name, func(t *testing.T) {
			t.Parallel()
			s := scripted(t, one.Answers...)
			ending, cancel := context.WithCancel(ctx)
			defer cancel()
			go func() {
				select {
				case <-s.overrun:
					cancel()
				case <-ending.Done():
				}
			}()
			seen, stored := []named{}, []string{}
			listener := clientAt(t, s.url, someKey).Events.Listen(ending, till.ListenParams{
				After: one.Listen.After, Types: one.Listen.Types, Limit: one.Listen.Limit,
				OnCursor: func(cursor string) error {
					stored = append(stored, cursor)
					return nil
				},
			})
			for listener.Next() {
				seen = append(seen, namedOf(listener.Event()))
			}
			if one.Error == nil {
				expect(t, "error", listener.Err(), context.Canceled)
			} else {
				expectError(t, listener.Err(), one.Error)
			}
			expired := one.Error != nil && *one.Error == "cursor_expired"
			expect(t, "expired", errors.Is(listener.Err(), till.ErrCursorExpired), expired)
			expectEqual(t, "events", seen, one.Events)
			expectEqual(t, "cursors", stored, one.Cursors)
			expectEqual(t, "queries", queriesOf(s.requests()), one.Queries)
			expect(t, "cursor", listener.Cursor(), one.lastCursor())
			expect(t, "behind the last", listener.Event() == nil && !listener.Next(), true)
			one.expectPauses(t, s.requests())
		})
	}
}

func (v listenVector) lastCursor() string {
	if len(v.Cursors) > 0 {
		return v.Cursors[len(v.Cursors)-1]
	}
	if v.Listen.After == till.Latest {
		return ""
	}
	return v.Listen.After
}

// expectPauses checks that a Retry-After is waited for, and that a poll that brought nothing is followed by the next one
// a second later.
func (v listenVector) expectPauses(t *testing.T, requests []asked) {
	t.Helper()
	for i, answer := range v.Answers {
		if i+1 >= len(requests) || requests[i].query["after"] == till.Latest {
			continue
		}
		var page struct {
			Data    []any
			HasMore bool `json:"has_more"`
		}
		isRead := answer.Status == 200 && json.Unmarshal([]byte(answer.Body), &page) == nil
		isIdle := isRead && len(page.Data) == 0 && !page.HasMore
		pause := requests[i+1].at.Sub(requests[i].at)
		if (isIdle || answer.Headers["retry-after"] != "") && pause < 990*time.Millisecond {
			t.Fatalf("request %d came after %v", i+1, pause)
		}
	}
}

// twoPages are the answers of a feed with three events.
func twoPages(t *testing.T) []step {
	t.Helper()
	first := vectors[feedVectors](t, "feed").Listens[0]
	expect(t, "events", len(first.Events), 3)
	return first.Answers
}

func TestTheCursorMovesWhenTheLastEventOfAPageHasBeenHandledAndNotBefore(t *testing.T) {
	stored := []string{}
	listener := clientAt(t, scripted(t, twoPages(t)...).url, someKey).Events.Listen(ctx, till.ListenParams{
		OnCursor: func(cursor string) error {
			stored = append(stored, cursor)
			return nil
		},
	})
	expect(t, "events", taken(listener.Next, 2), 2)
	expectEqual(t, "before", append(stored, listener.Cursor()), []string{""})
	expect(t, "a third", listener.Next(), true)
	expectEqual(t, "after", append(stored, listener.Cursor()), []string{"c2", "c2"})
}

func TestTheCursorMovesBehindAHandledPageThoughTheContextHasEnded(t *testing.T) {
	s := scripted(t, twoPages(t)...)
	ending, cancel := context.WithCancel(ctx)
	listener := clientAt(t, s.url, someKey).Events.Listen(ending, till.ListenParams{})
	expect(t, "events", taken(listener.Next, 2), 2)
	cancel()
	expect(t, "a third", listener.Next(), false)
	expect(t, "cursor", listener.Cursor(), "c2")
	expect(t, "requests", len(s.requests()), 1)
}

func TestACursorThatCannotBeStoredEndsIt(t *testing.T) {
	full := errors.New("the disk is full")
	s := scripted(t, twoPages(t)...)
	listener := clientAt(t, s.url, someKey).Events.Listen(ctx, till.ListenParams{
		OnCursor: func(string) error { return full },
	})
	for listener.Next() {
		expect(t, "event", listener.Event() == nil, false)
	}
	expect(t, "error", listener.Err(), full)
	expect(t, "requests", len(s.requests()), 1)
}

func TestAListenerEndsWithItsContextBetweenTwoEventsInAPollAndInAPause(t *testing.T) {
	later := step{Status: 429, Headers: map[string]string{"Retry-After": "60"}}
	for name, answers := range map[string][]step{"between": twoPages(t), "poll": nil, "pause": {later}} {
		t.Run(name, func(t *testing.T) {
			s := scripted(t, answers...)
			ending, cancel := context.WithCancel(ctx)
			listener := clientAt(t, s.url, someKey).Events.Listen(ending, till.ListenParams{})
			ended := make(chan error)
			go func() {
				for listener.Next() {
					cancel()
				}
				ended <- listener.Err()
			}()
			eventually(t, "the request", func() bool { return len(s.requests()) == 1 })
			if name == "pause" {
				// once the response is read, the listener either waits or has failed
				time.Sleep(100 * time.Millisecond)
			}
			if name != "between" {
				cancel()
			}
			expect(t, "error", <-ended, context.Canceled)
			expect(t, "requests", len(s.requests()), 1)
		})
	}
}

func TestAPollMayTakeIts25SecondsBeyondTheClientsTimeout(t *testing.T) {
	answer := twoPages(t)[0]
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		deadline := time.After(60 * time.Millisecond)
		expect(t, "wait", r.URL.Query().Get("wait"), "25")
		<-deadline
		_, _ = w.Write([]byte(answer.Body))
	})
	listener := clientAt(t, url, someKey, till.Timeout(20*time.Millisecond)).Events.Listen(ctx, till.ListenParams{})
	expect(t, "next", listener.Next(), true)
}
