package till

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// Latest is the place behind the newest event, for After of [ListEventsParams] and [ListenParams].
const Latest = "latest"

// ListEventsParams say which events are listed. Without any, it is all of them from the oldest that is kept.
type ListEventsParams struct {
	// After is the Next of the page before, or [Latest].
	After string
	// Types are the types to return, such as "payment.success". Default: all.
	Types []string
	// Limit is the most events of a page, 1 to 100. Default: 100.
	Limit int
	// Wait is the time to wait for an event if there is none, in whole seconds up to 25. [Timeout] is added to it.
	Wait time.Duration
}

// Events reads the events that webhooks carry, also those that no webhook delivered: [Client.Events]. Test events
// aren't among them.
type Events struct {
	transport *transport
}

// List returns one page of events, the oldest first. It may have fewer events than Limit, or none, although HasMore is
// true. Errors: [ErrCursorExpired], [ErrPermission], [ErrInvalidRequest].
func (e *Events) List(ctx context.Context, params ListEventsParams, options ...CallOption) (*Page[Event], error) {
	settings, err := e.transport.defaults.forCall(options)
	if err != nil {
		return nil, err
	}
	return e.page(ctx, params, settings)
}

func (e *Events) page(ctx context.Context, params ListEventsParams, s settings) (*Page[Event], error) {
	if params.Wait%time.Second != 0 {
		return nil, &Error{Code: codeInvalidRequest, Message: "Wait must be whole seconds"}
	}
	query := queryOf(map[string]string{
		"after": params.After,
		"types": strings.Join(params.Types, ","),
		"limit": numberText(params.Limit),
		"wait":  numberText(int(params.Wait / time.Second)),
	})
	c := call{method: http.MethodGet, path: "/events", query: query, withKey: true, extra: max(0, params.Wait)}
	page, _, err := do(ctx, e.transport, c, s, readPage(readFeedEvent))
	return page, err
}

func readFeedEvent(m *members) Event {
	event, err := readEvent([]byte(m.text("body")), m.text("id"))
	if err != nil {
		m.fail(err)
	}
	return event
}
