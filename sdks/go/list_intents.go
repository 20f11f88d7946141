package till

import (
	"context"
	"net/http"
	"time"
)

// ListIntentsParams say which intents are listed. Without any, it is every intent that the key can read.
type ListIntentsParams struct {
	// Reference finds the intents with exactly this reference.
	Reference string
	Status    Status
	// CreatedAfter is inclusive, CreatedBefore exclusive. A zero time doesn't limit.
	CreatedAfter, CreatedBefore time.Time
	// TerminalID is needed only with a key for all terminals, to read those of one.
	TerminalID string
	// Limit is the most intents of a page, 1 to 100. Default: 20.
	Limit int
	// After is the Next of the page before, with the same other values.
	After string
}

// List returns one page of intents, the newest first. [Intents.All] goes through all pages. Errors: [ErrPermission],
// [ErrInvalidRequest].
func (i *Intents) List(
	ctx context.Context, params ListIntentsParams, options ...CallOption,
) (*Page[*DetailedIntent], error) {
	settings, err := i.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	query := queryOf(map[string]string{
		"reference":      params.Reference,
		"status":         string(params.Status),
		"created_after":  timeText(params.CreatedAfter),
		"created_before": timeText(params.CreatedBefore),
		"terminal_id":    params.TerminalID,
		"limit":          numberText(params.Limit),
		"after":          params.After,
	})
	c := call{method: http.MethodGet, path: "/payment-intents", query: query, withKey: true}
	page, _, err := do(ctx, i.transport, c, settings, readPage(readDetailedIntent))
	return page, err
}

// Retrieve returns an intent with its transfers and refunds. It needs the key, unlike [Intents.Get], which returns the
// public status. Errors: [ErrNotFound], [ErrPermission].
func (i *Intents) Retrieve(ctx context.Context, id string, options ...CallOption) (*DetailedIntent, error) {
	settings, err := i.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	segment, err := segmentOf(id)
	if err != nil {
		return nil, err
	}
	c := call{method: http.MethodGet, path: "/payment-intents/" + segment, withKey: true}
	intent, _, err := do(ctx, i.transport, c, settings, readDetailedIntent)
	return intent, err
}

// All goes through the intents of all pages, the newest first. It reads a page only when it is needed.
//
//	found := client.Intents.All(ctx, till.ListIntentsParams{Status: till.StatusPaid})
//	for found.Next() {
//		fmt.Println(found.Intent().ID)
//	}
//	if err := found.Err(); err != nil {
//		return err
//	}
func (i *Intents) All(ctx context.Context, params ListIntentsParams, options ...CallOption) *IntentIterator {
	load := func(after string) (*Page[*DetailedIntent], error) {
		params.After = after
		return i.List(ctx, params, options...)
	}
	return &IntentIterator{pages[*DetailedIntent]{load: load, after: params.After, more: true}}
}

// IntentIterator is the result of [Intents.All]. It is for one goroutine, and needn't be closed.
type IntentIterator struct {
	pages pages[*DetailedIntent]
}

// Next goes to the next intent. It returns false at the end, and after an error: see Err.
func (i *IntentIterator) Next() bool {
	return i.pages.next()
}

// Intent returns the intent that Next went to, nil before the first and after the last.
func (i *IntentIterator) Intent() *DetailedIntent {
	return i.pages.item
}

// Err returns the error that ended the iteration, nil if there was none.
func (i *IntentIterator) Err() error {
	return i.pages.err
}

// timeText returns "" for the zero time.
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return string(At(t))
}
