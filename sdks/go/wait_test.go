package till_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"till-payments/till"
)

// ended is how a wait came to its end.
type ended struct {
	intent *till.Intent
	err    error
}

func waiting(ctx context.Context, c *till.Client, id string, options ...till.WaitOption) <-chan ended {
	end := make(chan ended, 1)
	go func() {
		intent, err := c.Intents.Wait(ctx, id, options...)
		end <- ended{intent, err}
	}()
	return end
}

func TestWaitGivesTheIntentAtTheNextLookWhateverItsEnd(t *testing.T) {
	for outcome, status := range map[till.Outcome]till.Status{till.Paid: till.StatusPaid, till.Expired: till.StatusExpired} {
		t.Run(string(outcome), func(t *testing.T) {
			c, requests := faulty(t, "ok")
			id := created(t, client(t)).ID
			end := waiting(ctx, c, id, till.Interval(50*time.Millisecond))
			eventually(t, "two looks", func() bool { return len(requests()) >= 2 })
			_, err := client(t).Sandbox.Simulate(ctx, id, outcome)
			must(t, err)
			got := <-end
			must(t, got.err)
			expect(t, "status", got.intent.Status, status)
		})
	}
}

func TestWaitLooksAtOnceThenEveryTwoSeconds(t *testing.T) {
	var mutex sync.Mutex
	var looks []time.Time
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		looks = append(looks, time.Now())
		status := "pending"
		if len(looks) >= 3 {
			status = "paid"
		}
		fmt.Fprint(w, strings.Replace(intentJSON("1", status), "2026-03-01T12:30:00.000Z", "2100-01-01T00:00:00Z", 1))
	})
	c := clientAt(t, url, someKey)
	intent, err := c.Intents.Wait(ctx, someID)
	must(t, err)
	expect(t, "status", intent.Status, till.StatusPaid)
	for i := 1; i < 3; i++ {
		if pause := looks[i].Sub(looks[i-1]); pause < 1990*time.Millisecond {
			t.Fatalf("a look came after %v", pause)
		}
	}
	// it is paid by now: a wait that began with a pause would time out
	intent, err = c.Intents.Wait(ctx, someID, till.Interval(10*time.Minute))
	must(t, err)
	expect(t, "status", intent.Status, till.StatusPaid)
}

func TestWaitOutlastsLostAnswersErrorsOfTheServiceAndLimits(t *testing.T) {
	t.Parallel() // beside the others that take seconds
	id := created(t, client(t)).ID
	_, err := client(t).Sandbox.Simulate(ctx, id, till.Paid)
	must(t, err)
	c, requests := faulty(t, "drop.500.html502.429w0.lost.hang", till.Timeout(5*time.Second))
	intent, err := c.Intents.Wait(ctx, id, till.Interval(20*time.Millisecond))
	must(t, err)
	expect(t, "status", intent.Status, till.StatusPaid)
	expect(t, "requests", len(requests()), 7)
}

func TestWaitOutlastsAServiceThatIsStoppedAndStartedAgain(t *testing.T) {
	c := client(t)
	id := created(t, c).ID
	end := waiting(ctx, c, id, till.Interval(100*time.Millisecond))
	control(t, "stop")
	_, err := c.Intents.Get(ctx, id, till.MaxRetries(0))
	expectCode(t, err, "connection_failed", till.ErrConnection)
	control(t, "start")
	_, err = c.Sandbox.Simulate(ctx, id, till.Paid)
	must(t, err)
	got := <-end
	must(t, got.err)
	expect(t, "status", got.intent.Status, till.StatusPaid)
}

func TestACreateThatBeginsWhileTheServiceIsAwayIsAnsweredOnceItIsBackWithOneIntent(t *testing.T) {
	control(t, "stop")
	params := till.CreateParams{Amount: till.Micros(1)}
	key := till.IdempotencyKey(fmt.Sprint("restart ", time.Now().UnixNano()))
	c := client(t, till.MaxRetries(20))
	type made struct {
		intent *till.CreatedIntent
		err    error
	}
	creating := make(chan made, 1)
	go func() {
		intent, err := c.Intents.Create(ctx, params, key)
		creating <- made{intent, err}
	}()
	control(t, "start")
	first := <-creating
	must(t, first.err)
	again, err := c.Intents.Create(ctx, params, key)
	must(t, err)
	expect(t, "the intent", again.ID, first.intent.ID)
}

func TestWaitEndsAtItsDeadlineAndNotBeforeWithTheIntentAsLastSeen(t *testing.T) {
	t.Parallel() // beside the others that take seconds
	c := client(t)
	id := created(t, c).ID
	started := time.Now()
	intent, err := c.Intents.Wait(ctx, id, till.WaitTimeout(5*time.Second), till.Interval(250*time.Millisecond))
	if took := time.Since(started); took < 5*time.Second {
		t.Fatalf("it ended after %v", took)
	}
	failed := expectCode(t, err, "wait_timeout", till.ErrWaitTimeout)
	expect(t, "intent", intent, nil)
	if failed.Intent == nil {
		t.Fatal("no intent was seen")
	}
	expect(t, "id", failed.Intent.ID, id)
	expect(t, "status", failed.Intent.Status, till.StatusPending)
}

func TestWaitEndsAtItsDeadlineAlsoWhileNobodyAnswersAndTellsWhatWasWrong(t *testing.T) {
	c, _ := faulty(t, "hang.hang.hang.hang")
	_, err := c.Intents.Wait(ctx, someID, till.WaitTimeout(400*time.Millisecond), till.Interval(50*time.Millisecond))
	failed := expectCode(t, err, "wait_timeout", till.ErrWaitTimeout)
	expect(t, "intent", failed.Intent, nil)
	if !strings.Contains(failed.Message, "did not respond in time") {
		t.Fatalf("the message is %q", failed.Message)
	}
}

func TestAPollThatTheDeadlineCutsOffHidesNoEarlierError(t *testing.T) {
	t.Parallel() // beside the others that take seconds
	c, _ := faulty(t, "503.hang")
	_, err := c.Intents.Wait(ctx, someID, till.WaitTimeout(5*time.Second), till.Interval(50*time.Millisecond))
	failed := expectCode(t, err, "wait_timeout", till.ErrWaitTimeout)
	if !strings.Contains(failed.Message, "Planned 503") {
		t.Fatalf("the message is %q", failed.Message)
	}
}

func TestWithoutADeadlineWaitEndsFiveMinutesAfterTheExpiryByTheServicesClock(t *testing.T) {
	clock := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	expired := clock.Add(-299 * time.Second).Format(time.RFC3339)
	pending := strings.Replace(intentJSON("1", "pending"), "2026-03-01T12:30:00.000Z", expired, 1)
	url, looks := answering(t, 200, map[string]string{"Date": clock.Format(http.TimeFormat)}, pending)
	started := time.Now()
	_, err := clientAt(t, url, someKey).Intents.Wait(ctx, someID, till.Interval(100*time.Millisecond))
	failed := expectCode(t, err, "wait_timeout", till.ErrWaitTimeout)
	expect(t, "status", failed.Intent.Status, till.StatusPending)
	if took := time.Since(started); took < 990*time.Millisecond {
		t.Fatalf("it ended after %v", took)
	}
	// one second has room for eleven, five minutes have room for a thousand
	if looks.Load() > 20 {
		t.Fatalf("it looked %d times", looks.Load())
	}
}

func TestAnyOtherErrorEndsTheWaiting(t *testing.T) {
	c := client(t)
	_, err := c.Intents.Wait(ctx, someID)
	expectCode(t, err, "not_found", till.ErrNotFound)
	_, err = c.Intents.Wait(ctx, "no uuid")
	expectCode(t, err, "invalid_id", till.ErrInvalidRequest)
	c, _ = faulty(t, "redirect")
	_, err = c.Intents.Wait(ctx, someID)
	expectCode(t, err, "unexpected_answer", till.ErrAPI)
}

func TestWaitEndsWithItsContextWhileItLooksAndBetweenTwoLooks(t *testing.T) {
	id := created(t, client(t)).ID
	for _, plan := range []string{"hang", "ok"} {
		t.Run(plan, func(t *testing.T) {
			c, requests := faulty(t, plan)
			ending, cancel := context.WithCancel(ctx)
			end := waiting(ending, c, id, till.Interval(time.Minute))
			eventually(t, "the first look", func() bool { return len(requests()) == 1 })
			cancel()
			expect(t, "error", (<-end).err, context.Canceled)
		})
	}
}

func TestAStatusThatIsNotKnownYetIsAnEnd(t *testing.T) {
	url, _ := answering(t, 200, nil, intentJSON("1", "refunded"))
	intent, err := clientAt(t, url, someKey).Intents.Wait(ctx, someID)
	must(t, err)
	expect(t, "status", intent.Status, "refunded")
}
