package till

import "time"

// RateSource says where a rate comes from. Unknown values are passed through.
type RateSource string

// The known sources.
const (
	// RateSourcePar means that 1 USD is 1 USDT.
	RateSourcePar RateSource = "par"
	// RateSourceManual means that a member of the business set the rate.
	RateSourceManual RateSource = "manual"
	// RateSourceURL means that it was read from the rate URL of the business.
	RateSourceURL RateSource = "url"
)

// Quote is what the amount of an intent was quoted from: a price in a currency.
type Quote struct {
	// Currency is an ISO 4217 code, for example "EUR".
	Currency string `json:"currency"`
	// Amount is the price, with all decimals of the currency, for example "24.90".
	Amount string `json:"amount"`
	// Rate is the USDT for one unit of the currency, before the spread, for example "1.0895".
	Rate     string     `json:"rate"`
	Source   RateSource `json:"source"`
	QuotedAt time.Time  `json:"quoted_at"`
	// SpreadBps was added to the rate, in hundredths of a percent.
	SpreadBps int `json:"spread_bps"`
}

// readQuote returns the quote of an intent, nil if there is none.
func readQuote(intent *members) *Quote {
	if intent.isNull("quote") {
		return nil
	}
	m := intent.object("quote")
	return &Quote{
		Currency:  m.text("currency"),
		Amount:    m.text("amount"),
		Rate:      m.text("rate"),
		Source:    RateSource(m.text("source")),
		QuotedAt:  m.moment("quoted_at"),
		SpreadBps: m.integer("spread_bps"),
	}
}
