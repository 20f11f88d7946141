package till_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

func TestASlowServiceIsWaitedForWithinTheTime(t *testing.T) {
	c, requests := faulty(t, "slow800")
	created(t, c)
	expect(t, "requests", len(requests()), 1)
}

func TestBeyondTheTimeItIsAskedAgainAndThereIsOneIntent(t *testing.T) {
	// enough retries to outlast a service that is itself slow for a while
	c, requests := faulty(t, "slow6000", till.Timeout(time.Second), till.MaxRetries(20))
	intent := created(t, c)
	key := requests()[0].Headers["idempotency-key"]
	again, err := client(t).Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1_000_000)}, till.IdempotencyKey(key))
	must(t, err)
	expect(t, "the intent", again.ID, intent.ID)
}

func TestAServiceThatNeverAnswersIsNoAnswerAndNotTheCallersDeadline(t *testing.T) {
	c, _ := faulty(t, "hang.hang", till.MaxRetries(1))
	_, err := c.Intents.Get(ctx, someID, till.Timeout(200*time.Millisecond))
	expectCode(t, err, "connection_failed", till.ErrConnection)
	expect(t, "a deadline", errors.Is(err, context.DeadlineExceeded), false)
}

func TestAServiceThatDoesNotAnswerIsAskedAgain(t *testing.T) {
	id := created(t, client(t)).ID
	c, requests := faulty(t, "hang")
	// a first answer can only come to a second request
	intent, err := c.Intents.Get(ctx, id, till.Timeout(time.Second), till.MaxRetries(20))
	must(t, err)
	expect(t, "id", intent.ID, id)
	expect(t, "asked again", len(requests()) > 1, true)
}

func TestACallEndsWithItsContextInTheAttemptAndInThePause(t *testing.T) {
	for _, plan := range []string{"hang", "429w10"} {
		t.Run(plan, func(t *testing.T) {
			c, requests := faulty(t, plan)
			ending, cancel := context.WithCancel(ctx)
			ended := make(chan error)
			go func() {
				_, err := c.Intents.Create(ending, till.CreateParams{Amount: till.Micros(1)})
				ended <- err
			}()
			eventually(t, "the request", func() bool { return len(requests()) == 1 })
			cancel()
			expect(t, "error", <-ended, context.Canceled)
		})
	}
}

func TestACallEndsAtTheDeadlineOfItsContext(t *testing.T) {
	c, _ := faulty(t, "hang.hang")
	ending, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	_, err := c.Intents.Get(ending, someID)
	expect(t, "error", err, context.DeadlineExceeded)
}

func TestACallWhoseContextHasEndedSendsNothing(t *testing.T) {
	c, requests := faulty(t, "ok")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err := c.Intents.Create(ended, till.CreateParams{Amount: till.Micros(1)})
	expect(t, "error", err, context.Canceled)
	_, err = c.Intents.Wait(ended, someID)
	expect(t, "error", err, context.Canceled)
	expect(t, "requests", len(requests()), 0)
}

func TestAClientServesManyGoroutinesAtOnce(t *testing.T) {
	c := client(t)
	done := make(chan error)
	for i := 0; i < 20; i++ {
		go func() {
			made, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)})
			if err == nil {
				_, err = c.Intents.Get(ctx, made.ID)
			}
			done <- err
		}()
	}
	for i := 0; i < 20; i++ {
		must(t, <-done)
	}
}

func TestAResponseThatDoesNotEndIsNoAnswerAfter8Megabytes(t *testing.T) {
	piece := bytes.Repeat([]byte(" "), 1<<16)
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	client, err := till.New(given(t, "API_KEY"), address, till.MaxRetries(0))
	must(t, err)
	_, err = client.Intents.Get(context.Background(), "x")
	failed := expectCode(t, err, "connection_failed", till.ErrConnection)
	expect(t, failed.Message+" says too large", strings.Contains(failed.Message, "too large"), true)
}
