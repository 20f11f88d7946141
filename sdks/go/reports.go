package till

import (
	"context"
	"net/http"
	"time"
)

// Moment is one end of a period in ISO 8601: an instant, or a local time or business day of the terminal
// ("2026-03-01"). Use [At] for a time.Time.
type Moment string

// At returns the Moment of a time, to the millisecond.
func At(t time.Time) Moment {
	return Moment(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}

// Period is from Start up to, but not including, End. If both are empty, it is the terminal's current business day so
// far.
type Period struct {
	Start, End Moment
	// TerminalID is needed only with a key for all terminals.
	TerminalID string
}

// SalesReport contains the sales of a terminal in a period. As the start of the next report, End leaves no gap and no
// overlap, unless it is in the future.
type SalesReport struct {
	MerchantName string    `json:"merchant_name"`
	TerminalName string    `json:"terminal_name"`
	Start        time.Time `json:"start"`
	End          time.Time `json:"end"`
	Total        Amount    `json:"total_usdt"`
	Currency     string    `json:"currency"`
	SalesCount   int       `json:"sales_count"`
	// Refunded is the sum of the refunds that became final in the period. Net is Total minus Refunded, also below zero.
	// The three are nil if the service's version doesn't report refunds.
	Refunded     *Amount `json:"refunded_usdt"`
	RefundsCount *int    `json:"refunds_count"`
	Net          *Amount `json:"net_usdt"`
}

// Reports returns the sales of a terminal: [Client.Reports].
type Reports struct {
	transport *transport
}

// Sales returns the sales of a period. Errors: [ErrInvalidRequest] for an invalid period, [ErrAuthentication].
func (r *Reports) Sales(ctx context.Context, period Period, options ...CallOption) (*SalesReport, error) {
	settings, err := r.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	query := queryOf(map[string]string{
		"start":       string(period.Start),
		"end":         string(period.End),
		"terminal_id": period.TerminalID,
	})
	c := call{method: http.MethodGet, path: "/get-terminal-sales", query: query, withKey: true}
	report, _, err := do(ctx, r.transport, c, settings, readReport)
	return report, err
}

func readReport(m *members) *SalesReport {
	period, summary := m.object("reconciliation_period"), m.object("summary")
	return &SalesReport{
		MerchantName: m.text("merchant_name"),
		TerminalName: m.text("terminal_name"),
		Start:        period.moment("start"),
		End:          period.moment("end"),
		Total:        summary.amount("total_collected"),
		Currency:     summary.text("currency"),
		SalesCount:   summary.integer("sales_count"),
		Refunded:     summary.optionalAmount("total_refunded"),
		RefundsCount: summary.optionalInteger("refunds_count"),
		Net:          summary.optionalAmount("total_net"),
	}
}
