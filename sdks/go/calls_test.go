package till_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

func TestAnIntentIsCreatedWithEverythingItMayHaveAndReadAgain(t *testing.T) {
	c := client(t)
	amount, err := till.ParseAmount("12.50")
	must(t, err)
	metadata := map[string]string{"cart": "8812", "__proto__x": "y", "größe": "<XL> & 🧾"}
	made, err := c.Intents.Create(ctx, till.CreateParams{
		Amount: amount, Reference: "order-1042 🧾", Metadata: metadata, ExpiresIn: 15 * time.Minute,
		SuccessURL: "https://shop.example/thanks?order=1042&x=ü", CancelURL: "https://shop.example/cart",
	})
	must(t, err)
	expect(t, "amount", made.Amount, till.Micros(12_500_000))
	expect(t, "status", made.Status, till.StatusPending)
	expect(t, "environment", made.Environment, till.EnvironmentSandbox)
	expect(t, "livemode", made.Livemode, false)
	expect(t, "reference", made.Reference, "order-1042 🧾")
	expect(t, "metadata", fmt.Sprint(made.Metadata), fmt.Sprint(metadata))
	expect(t, "terminal", made.TerminalName, "Front desk")
	expect(t, "success url", made.SuccessURL, "https://shop.example/thanks?order=1042&x=ü")
	expect(t, "cancel url", made.CancelURL, "https://shop.example/cart")
	expect(t, "checkout uri", made.CheckoutURI, "service:pay?intent="+made.ID)
	expect(t, "checkout url", made.CheckoutURL, given(t, "URL")+"/pay/"+made.ID)
	if left := time.Until(made.ExpiresAt); left < 13*time.Minute || left > 17*time.Minute {
		t.Fatalf("it expires in %v", left)
	}
	read, err := c.Intents.Get(ctx, made.ID)
	must(t, err)
	if !reflect.DeepEqual(*read, made.Intent) {
		t.Fatalf("read %+v, made %+v", read, made.Intent)
	}
}

func TestLivemodeIsTheIntentsOwnAndElseThatOfTheAnswer(t *testing.T) {
	without := strings.Replace(intentJSON("1", "pending"), `"livemode":false,`, "", 1)
	for intent, want := range map[string]bool{without: true, intentJSON("1", "pending"): false} {
		url, _ := answering(t, 200, nil, `{"terminal":"Front desk","livemode":true,"intent":`+intent+`}`)
		expect(t, "livemode", created(t, clientAt(t, url, someKey)).Livemode, want)
	}
}

func TestAnIntentWithoutMoreHasNothingMore(t *testing.T) {
	made := created(t, client(t))
	expect(t, "reference", made.Reference, "")
	expect(t, "metadata", len(made.Metadata), 0)
}

func TestAnExpiryOfAFractionOfASecondIsRefusedBeforeAnythingIsSent(t *testing.T) {
	c, requests := faulty(t, "ok")
	_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1), ExpiresIn: 1500 * time.Millisecond})
	expect(t, "status", expectCode(t, err, "invalid_request", till.ErrInvalidRequest).Status, 0)
	expect(t, "requests", len(requests()), 0)
}

func TestAnIntentIsCancelledOnceAgainItIsAConflict(t *testing.T) {
	c := client(t)
	id := created(t, c).ID
	cancelled, err := c.Intents.Cancel(ctx, id)
	must(t, err)
	expect(t, "status", cancelled.Status, till.StatusCancelled)
	_, err = c.Intents.Cancel(ctx, id)
	expectCode(t, err, "invalid_transition", till.ErrConflict)
}

func TestASimulatedCustomer(t *testing.T) {
	for outcome, status := range map[till.Outcome]till.Status{
		till.Paid:      till.StatusPaid,
		till.Underpaid: till.StatusPending,
		till.Overpaid:  till.StatusPaid,
		till.Late:      till.StatusExpired,
		till.Expired:   till.StatusExpired,
	} {
		t.Run(string(outcome), func(t *testing.T) {
			c := client(t)
			intent, err := c.Sandbox.Simulate(ctx, created(t, c).ID, outcome)
			must(t, err)
			expect(t, "status", intent.Status, status)
		})
	}
}

func TestADemoIntentTellsWhenItPaysItself(t *testing.T) {
	c := client(t)
	demo, err := c.Sandbox.CreateDemo(ctx)
	must(t, err)
	expect(t, "environment", demo.Environment, till.EnvironmentSandbox)
	expect(t, "time", demo.AutoCompletesIn, 6*time.Second)
	intent, err := c.Intents.Get(ctx, demo.ID)
	must(t, err)
	expect(t, "amount", intent.Amount, demo.Amount)
}

func TestTheSalesReportCountsWhatWasPaidByMomentsAndByText(t *testing.T) {
	c := client(t)
	before, err := c.Reports.Sales(ctx, till.Period{})
	must(t, err)
	intent, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)})
	must(t, err)
	_, err = c.Sandbox.Simulate(ctx, intent.ID, till.Paid)
	must(t, err)
	after, err := c.Reports.Sales(ctx, till.Period{})
	must(t, err)
	expect(t, "count", after.SalesCount, before.SalesCount+1)
	expect(t, "total", after.Total, till.Micros(before.Total.Micros()+1))
	expect(t, "terminal", after.TerminalName, "Front desk")
	expect(t, "currency", after.Currency, "USDT")
	anHourAgo := time.Now().Add(-time.Hour).In(time.FixedZone("UTC+2", 7_200))
	report, err := c.Reports.Sales(ctx, till.Period{Start: till.At(anHourAgo), End: "2100-01-01"})
	must(t, err)
	expect(t, "start", report.Start.Equal(anHourAgo.Truncate(time.Millisecond)), true)
	if report.SalesCount < 1 {
		t.Fatal("the sale is missing")
	}
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestACreateThatIsLostOnTheWayMakesOneIntentWithOneIdempotencyKey(t *testing.T) {
	for _, plan := range []string{"drop", "lost", "500", "503", "429w0", "html502", "lost.503.drop", "503.lost"} {
		t.Run(plan, func(t *testing.T) {
			c, requests := faulty(t, plan)
			params := till.CreateParams{Amount: till.Micros(3_000_000), Reference: t.Name()}
			intent, err := c.Intents.Create(ctx, params)
			must(t, err)
			arrived := requests()
			expect(t, "requests", len(arrived), strings.Count(plan, ".")+2)
			key := arrived[0].Headers["idempotency-key"]
			expect(t, key+" is a uuid", uuid.MatchString(key), true)
			for _, one := range arrived {
				expect(t, "key", one.Headers["idempotency-key"], key)
				expect(t, "body", one.Body, arrived[0].Body)
			}
			again, err := client(t).Intents.Create(ctx, params, till.IdempotencyKey(key))
			must(t, err)
			expect(t, "the intent", again.ID, intent.ID)
		})
	}
}

func TestTwoCreatesHaveTwoKeysAndAGivenKeyIsSent(t *testing.T) {
	c, requests := faulty(t, "ok")
	created(t, c)
	created(t, c)
	_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)}, till.IdempotencyKey("order 1042 "+c.String()))
	must(t, err)
	arrived := requests()
	if arrived[0].Headers["idempotency-key"] == arrived[1].Headers["idempotency-key"] {
		t.Fatal("two calls with one key")
	}
	expect(t, "key", arrived[2].Headers["idempotency-key"], "order 1042 "+c.String())
}

func TestOneKeyForTwoAmountsIsAConflict(t *testing.T) {
	c, key := client(t), till.IdempotencyKey(fmt.Sprint("two amounts ", time.Now().UnixNano()))
	_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)}, key)
	must(t, err)
	_, err = c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(2)}, key)
	expectCode(t, err, "idempotency_conflict", till.ErrConflict)
}

func TestACancelWhoseAnswerWasLostIsNoConflict(t *testing.T) {
	c, requests := faulty(t, "ok.lost")
	cancelled, err := c.Intents.Cancel(ctx, created(t, c).ID)
	must(t, err)
	expect(t, "status", cancelled.Status, till.StatusCancelled)
	expect(t, "requests", len(requests()), 3)
}

func TestASimulatedPaymentIsAskedAgainOnlyAfterARefusal(t *testing.T) {
	id := created(t, client(t)).ID
	for plan, code := range map[string]string{"lost": "connection_failed", "503": "api_error"} {
		c, requests := faulty(t, plan)
		_, err := c.Sandbox.Simulate(ctx, id, till.Underpaid)
		expect(t, plan, failure(t, err).Code, code)
		expect(t, "requests", len(requests()), 1)
	}
	c, requests := faulty(t, "429w0")
	intent, err := c.Sandbox.Simulate(ctx, id, till.Paid)
	must(t, err)
	expect(t, "status", intent.Status, till.StatusPaid)
	expect(t, "requests", len(requests()), 2)
}

func TestASimulatedPaymentIsNotRepeatedOverAConnectionThatWasKept(t *testing.T) {
	c, requests := faulty(t, "ok.lost")
	_, err := c.Sandbox.Simulate(ctx, created(t, c).ID, till.Underpaid)
	expectCode(t, err, "connection_failed", till.ErrConnection)
	expect(t, "requests", len(requests()), 2)
}

func TestItEndsAfterThreeRetriesAndAfterAsManyAsWereSet(t *testing.T) {
	c, requests := faulty(t, "500.500.500.500.500")
	_, err := c.Intents.Get(ctx, someID)
	expectCode(t, err, "api_error", till.ErrServer)
	expect(t, "requests", len(requests()), 4)
	c, requests = faulty(t, "500.500", till.MaxRetries(0))
	_, err = c.Intents.Get(ctx, someID)
	expectCode(t, err, "api_error", till.ErrServer)
	expect(t, "requests", len(requests()), 1)
	c, requests = faulty(t, "500.500.500")
	_, err = c.Intents.Get(ctx, someID, till.MaxRetries(1))
	expectCode(t, err, "api_error", till.ErrServer)
	expect(t, "requests", len(requests()), 2)
}

func TestRetryAfterIsWaitedForUnlessItIsLongerThanTenSeconds(t *testing.T) {
	c, requests := faulty(t, "429")
	_, err := c.Sandbox.CreateDemo(ctx)
	must(t, err)
	arrived := requests()
	if pause := arrived[1].AtMs - arrived[0].AtMs; pause < 990 {
		t.Fatalf("asked again after %v ms", pause)
	}
	c, requests = faulty(t, "429w11")
	_, err = c.Reports.Sales(ctx, till.Period{})
	expect(t, "retry after", expectCode(t, err, "rate_limited", till.ErrRateLimit).RetryAfter, 11*time.Second)
	expect(t, "requests", len(requests()), 1)
}

func TestARefusalAndARedirectAreAskedOnce(t *testing.T) {
	c, requests := faulty(t, "ok")
	_, err := c.Intents.Get(ctx, "no uuid")
	expectCode(t, err, "invalid_id", till.ErrInvalidRequest)
	expect(t, "requests", len(requests()), 1)
	c, requests = faulty(t, "redirect")
	_, err = c.Reports.Sales(ctx, till.Period{})
	expectCode(t, err, "unexpected_answer", till.ErrAPI)
	expect(t, "requests", len(requests()), 1)
}

func TestAnIdempotencyKeyThatNoHeaderCanCarryIsRefusedBeforeAnythingIsSent(t *testing.T) {
	c, requests := faulty(t, "ok")
	for _, key := range []string{"", "a\nb", "é", strings.Repeat("x", 256)} {
		_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)}, till.IdempotencyKey(key))
		expect(t, "status", expectCode(t, err, "invalid_idempotency_key", till.ErrInvalidRequest).Status, 0)
	}
	expect(t, "requests", len(requests()), 0)
}

func TestOptionsThatMakeNoSenseAreRefusedBeforeAnythingIsSent(t *testing.T) {
	c, requests := faulty(t, "ok")
	_, err := c.Intents.Get(ctx, someID, till.Timeout(0))
	expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
	_, err = c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1)}, till.MaxRetries(-1))
	expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
	_, err = c.Intents.Wait(ctx, someID, till.Interval(-time.Second))
	expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
	_, err = c.Intents.Wait(ctx, someID, till.WaitTimeout(0))
	expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
	expect(t, "requests", len(requests()), 0)
}

func TestAnIdempotencyKeyIsRefusedWhereItDoesNotApplyBeforeAnythingIsSent(t *testing.T) {
	c, requests := faulty(t, "ok")
	key := till.IdempotencyKey("order-1042")
	for name, call := range map[string]func() error{
		"get":      func() error { _, err := c.Intents.Get(ctx, someID, key); return err },
		"simulate": func() error { _, err := c.Sandbox.Simulate(ctx, someID, till.Paid, key); return err },
		"demo":     func() error { _, err := c.Sandbox.CreateDemo(ctx, key); return err },
		"sales":    func() error { _, err := c.Reports.Sales(ctx, till.Period{}, key); return err },
	} {
		failed := expectCode(t, call(), "invalid_configuration", till.ErrConfiguration)
		expect(t, name, failed.Message, "IdempotencyKey applies only to Intents.Create, Intents.Cancel and Refunds.Create")
	}
	expect(t, "requests", len(requests()), 0)
}

func TestTheKeyGoesWhereItIsNeededAndNowhereElse(t *testing.T) {
	c, requests := faulty(t, "ok")
	id := created(t, c).ID
	_, err := c.Intents.Get(ctx, id)
	must(t, err)
	_, err = c.Sandbox.Simulate(ctx, id, till.Paid)
	must(t, err)
	_, err = c.Sandbox.CreateDemo(ctx)
	must(t, err)
	_, err = c.Reports.Sales(ctx, till.Period{})
	must(t, err)
	_, err = c.Intents.Cancel(ctx, id)
	expectCode(t, err, "invalid_transition", till.ErrConflict)
	var withKey []string
	agent := regexp.MustCompile(`^till-go/1\.0\.0 go/\d+\.\d+`)
	for _, one := range requests() {
		if one.Headers["authorization"] != "" {
			withKey = append(withKey, one.Path)
		}
		expect(t, one.Headers["user-agent"], agent.MatchString(one.Headers["user-agent"]), true)
	}
	expect(t, "with the key", strings.Join(withKey, " "),
		"/api/v1/create-payment-intent /api/v1/get-terminal-sales /api/v1/cancel-payment-intent")
}
