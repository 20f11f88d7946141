package till_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"till-payments/till"
)

func Example() {
	client, err := till.New(os.Getenv("TILL_API_KEY"), os.Getenv("TILL_URL"))
	if err != nil {
		log.Fatal(err)
	}
	amount, err := till.ParseAmount("12.50")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	intent, err := client.Intents.Create(ctx, till.CreateParams{Amount: amount, Reference: "order-1042"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("pay at", intent.CheckoutURL)
	ended, err := client.Intents.Wait(ctx, intent.ID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ended.Status)
}

func ExampleNew() {
	client, err := till.New("svc_test_example", "https://pay.example.com",
		till.Timeout(5*time.Second),
		till.MaxRetries(2),
		till.HTTPClient(&http.Client{}),
	)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(client, client.Livemode())
	// Output: till.Client(sandbox, https://pay.example.com/api/v1) false
}

func ExampleParseAmount() {
	amount, err := till.ParseAmount("12.50")
	fmt.Println(amount, amount.Micros(), err)

	_, err = till.ParseAmount("0.0000001")
	fmt.Println(errors.Is(err, till.ErrInvalidAmount))
	// Output:
	// 12.5 12500000 <nil>
	// true
}

func ExampleMicros() {
	fmt.Println(till.Micros(12_500_000), till.Micros(1))
	// Output: 12.5 0.000001
}

func ExampleError() {
	_, err := till.ParseAmount("much")
	var failure *till.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code, failure.Status)
	}
	fmt.Println(errors.Is(err, till.ErrInvalidAmount), errors.Is(err, till.ErrAPI))
	// Output:
	// invalid_amount 0
	// true true
}

func ExampleIntents_Create() {
	// any server that answers like the service
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"success":true,"terminal":"Front desk","environment":"sandbox","livemode":false,"intent":{
			"id":"6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11","amount_usdt":12.5,"status":"pending","environment":"sandbox",
			"expires_at":"2026-03-01T12:30:00.000Z","checkout_uri":"service:pay?intent=6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11"}}`)
	}))
	defer service.Close()
	client, err := till.New("svc_test_example", service.URL)
	if err != nil {
		log.Fatal(err)
	}
	intent, err := client.Intents.Create(context.Background(), till.CreateParams{
		Amount:    till.Micros(12_500_000),
		Reference: "order-1042",
		Metadata:  map[string]string{"cart": "8812"},
		ExpiresIn: 15 * time.Minute,
	}, till.IdempotencyKey("order-1042-1"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(intent.Amount, intent.Status, intent.CheckoutURI)
	// Output: 12.5 pending service:pay?intent=6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11
}

func ExampleIntents_Wait() {
	var client *till.Client // from till.New
	intent, err := client.Intents.Wait(context.Background(), "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11",
		till.WaitTimeout(time.Minute), till.Interval(time.Second))
	var failure *till.Error
	switch {
	case errors.Is(err, till.ErrWaitTimeout) && errors.As(err, &failure):
		log.Print("still pending: ", failure.Intent)
	case err != nil:
		log.Fatal(err)
	case intent.Status == till.StatusPaid:
		log.Print("paid")
	}
}

func ExampleEvents_Listen() {
	var client *till.Client // from till.New
	ctx := context.Background()
	listener := client.Events.Listen(ctx, till.ListenParams{
		After:    "stored the last time",
		Types:    []string{"payment.success"},
		OnCursor: func(cursor string) error { return os.WriteFile("cursor.txt", []byte(cursor), 0o600) },
	})
	for listener.Next() {
		if paid, ok := listener.Event().(*till.PaymentSuccess); ok {
			fmt.Println("paid:", paid.IntentID, paid.Amount)
		}
	}
	if errors.Is(listener.Err(), till.ErrCursorExpired) {
		log.Print("events are missing: compare the orders with Intents.All")
	}
}

func ExampleIntents_All() {
	var client *till.Client // from till.New
	intents := client.Intents.All(context.Background(), till.ListIntentsParams{
		Status:       till.StatusPaid,
		CreatedAfter: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC),
	})
	for intents.Next() {
		fmt.Println(intents.Intent().ID, intents.Intent().Received)
	}
	if err := intents.Err(); err != nil {
		log.Fatal(err)
	}
}

func ExampleReports_Sales() {
	var client *till.Client // from till.New
	report, err := client.Reports.Sales(context.Background(), till.Period{
		Start: "2026-03-01", // a business day of the terminal
		End:   till.At(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.SalesCount, report.Total)
}

func ExampleAt() {
	fmt.Println(till.At(time.Date(2026, 4, 1, 12, 0, 0, 0, time.FixedZone("", 2*60*60))))
	// Output: 2026-04-01T10:00:00.000Z
}

func ExampleWebhookVerifier_Verify() {
	verifier, err := till.NewWebhookVerifier("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
	if err != nil {
		log.Fatal(err)
	}
	body := []byte(`{"event":"test.ping","message":"Hello","request_id":"7","environment":"sandbox",` +
		`"livemode":false,"timestamp":"2026-03-01T12:04:31.208Z"}`)
	event, err := verifier.Verify(body, verifier.Sign(body)) // the bytes and the headers of a request
	if err != nil {
		log.Fatal(err)
	}
	switch e := event.(type) {
	case *till.PaymentSuccess:
		fmt.Println("paid:", e.IntentID, e.Amount)
	case *till.TestPing:
		fmt.Println("ping:", e.Message)
	case *till.UnknownEvent:
		fmt.Println("newer than this program:", e.Type)
	}

	var failure *till.Error
	if _, err := verifier.Verify([]byte("forged"), verifier.Sign(body)); errors.As(err, &failure) {
		fmt.Println(failure.Reason)
	}
	// Output:
	// ping: Hello
	// signature_mismatch
}

func ExampleWebhookVerifier_Handler() {
	verifier, err := till.NewWebhookVerifier("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
	if err != nil {
		log.Fatal(err)
	}
	handler := verifier.Handler(func(w http.ResponseWriter, r *http.Request, event till.Event) {
		fmt.Println("genuine:", event.EventType())
		w.WriteHeader(http.StatusNoContent)
	}, till.OnRefused(func(r *http.Request, err error) {
		fmt.Println("refused:", errors.Is(err, till.ErrWebhookVerification))
	}))

	// what a test of your own receiver does
	body := []byte(`{"event":"moon.risen"}`)
	request := httptest.NewRequest(http.MethodPost, "/hooks", bytes.NewReader(body))
	request.Header = verifier.Sign(body)
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, request)
	fmt.Println(response.Code)

	forged := httptest.NewRequest(http.MethodPost, "/hooks", bytes.NewReader(body))
	response = httptest.NewRecorder()
	handler.ServeHTTP(response, forged)
	fmt.Println(response.Code)
	// Output:
	// genuine: moon.risen
	// 204
	// refused: true
	// 401
}
