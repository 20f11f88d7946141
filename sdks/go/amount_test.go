package till_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"testing"

	"till-payments/till"
)

type amountVectors struct {
	Taken []struct {
		Name, USDT, Micros, JSON string
	}
	Refused []struct{ Name, USDT string }
	Micros  struct {
		Taken   []struct{ Micros, JSON string }
		Refused []string
	}
	Answers struct {
		Taken   []struct{ JSON, USDT, Micros string }
		Refused []string
	}
}

// recording answers every create, and tells the bodies that arrived.
func recording(t *testing.T) (*till.Client, func() []string) {
	t.Helper()
	var bodies []string
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		fmt.Fprintf(w, `{"terminal":"Front desk","livemode":false,"intent":%s}`, intentJSON("1", "pending"))
	})
	return clientAt(t, url, someKey), func() []string { return bodies }
}

func intentJSON(amount, status string) string {
	return fmt.Sprintf(`{"id":%q,"amount_usdt":%s,"status":%q,"environment":"sandbox","livemode":false,`+
		`"expires_at":"2026-03-01T12:30:00.000Z","checkout_uri":"service:pay?intent=x"}`, someID, amount, status)
}

func TestDecimalTextIsTakenExactlyAndSentAsItsShortestDigits(t *testing.T) {
	for _, one := range vectors[amountVectors](t, "amounts").Taken {
		t.Run(one.Name, func(t *testing.T) {
			amount, err := till.ParseAmount(one.USDT)
			must(t, err)
			expect(t, "micros", strconv.FormatInt(amount.Micros(), 10), one.Micros)
			expect(t, "text", amount.String(), one.JSON)
			c, bodies := recording(t)
			_, err = c.Intents.Create(ctx, till.CreateParams{Amount: amount})
			must(t, err)
			expect(t, "body", bodies()[0], `{"amount_usdt":`+one.JSON+`}`)
		})
	}
}

func TestTextThatIsNoAmountIsRefused(t *testing.T) {
	for _, one := range vectors[amountVectors](t, "amounts").Refused {
		t.Run(one.Name, func(t *testing.T) {
			_, err := till.ParseAmount(one.USDT)
			expect(t, "status", expectCode(t, err, "invalid_amount", till.ErrInvalidAmount).Status, 0)
		})
	}
}

func TestMicrosAreTakenExactly(t *testing.T) {
	for _, one := range vectors[amountVectors](t, "amounts").Micros.Taken {
		t.Run(one.Micros, func(t *testing.T) {
			micros, err := strconv.ParseInt(one.Micros, 10, 64)
			must(t, err)
			c, bodies := recording(t)
			_, err = c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(micros)})
			must(t, err)
			expect(t, "body", bodies()[0], `{"amount_usdt":`+one.JSON+`}`)
		})
	}
}

func TestMicrosOutOfRangeAreRefusedBeforeAnythingIsSent(t *testing.T) {
	for _, text := range vectors[amountVectors](t, "amounts").Micros.Refused {
		micros, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			continue // more than an Amount can be made of
		}
		t.Run(text, func(t *testing.T) {
			c, bodies := recording(t)
			_, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(micros)})
			expectCode(t, err, "invalid_amount", till.ErrInvalidAmount)
			expect(t, "requests", len(bodies()), 0)
		})
	}
}

func TestNumbersInAnswersAreReadDigitByDigit(t *testing.T) {
	for _, one := range vectors[amountVectors](t, "amounts").Answers.Taken {
		t.Run(one.JSON, func(t *testing.T) {
			url, _ := answering(t, 200, nil, intentJSON(one.JSON, "paid"))
			intent, err := clientAt(t, url, someKey).Intents.Get(ctx, someID)
			must(t, err)
			expect(t, "usdt", intent.Amount.String(), one.USDT)
			expect(t, "micros", strconv.FormatInt(intent.Amount.Micros(), 10), one.Micros)
		})
	}
}

func TestNumbersInAnswersThatAreNoAmountAreUnexpected(t *testing.T) {
	refused := append(vectors[amountVectors](t, "amounts").Answers.Refused, `"12.5"`, "null", "true", "[]", "9223372036854.775808")
	for _, digits := range refused {
		t.Run(digits, func(t *testing.T) {
			url, _ := answering(t, 200, nil, intentJSON(digits, "paid"))
			_, err := clientAt(t, url, someKey).Intents.Get(ctx, someID)
			expectCode(t, err, "unexpected_answer", till.ErrAPI)
		})
	}
}

func TestEveryAmountSurvivesJSON(t *testing.T) {
	for _, micros := range []int64{0, 1, -1, 10, 999_999, 1_000_000, -1_500_000, math.MaxInt64, math.MinInt64} {
		text, err := json.Marshal(till.Micros(micros))
		must(t, err)
		var back till.Amount
		must(t, json.Unmarshal(text, &back))
		expect(t, string(text), back, till.Micros(micros))
	}
}

func TestJSONThatIsNoAmountLeavesItAsItWas(t *testing.T) {
	for _, text := range []string{`"12.5"`, "1.0000001", "1e400", "1e41", "0e41", "-9223372036854.775809", "true", "{}"} {
		amount := till.Micros(7)
		if json.Unmarshal([]byte(text), &amount) == nil {
			t.Fatalf("%s was taken", text)
		}
		expect(t, text, amount, till.Micros(7))
	}
	amount := till.Micros(7)
	must(t, json.Unmarshal([]byte("null"), &amount))
	expect(t, "null", amount, till.Micros(7))
}

func FuzzDecimalTextIsReadAsItIsWritten(f *testing.F) {
	for _, seed := range []string{"12.50", "0.000001", "999999999.999999", "1e2", "٣", "1\n", "-0", "00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := till.ParseAmount(text)
		if err != nil {
			return
		}
		again, err := till.ParseAmount(amount.String())
		must(t, err)
		expect(t, text, again, amount)
	})
}
