package till

import (
	"context"
	"errors"
	"time"
)

const (
	pollWait = 25 * time.Second
	// After a poll that ended early without an event: a service that doesn't wait must not be asked without pause.
	idlePause = time.Second
)

// ListenParams say where a [Listener] begins and what it hands over.
type ListenParams struct {
	// After is the cursor that you stored, or [Latest]. Default: the oldest event that is kept.
	After string
	// Types are the types to hand over, such as "payment.success". Default: all.
	Types []string
	// Limit is the most events of a page, 1 to 100. Default: 100.
	Limit int
	// OnCursor is called with each new cursor, once all events before it have been handled. Store it, and pass it as
	// After the next time. An error ends the listener.
	OnCursor func(cursor string) error
}

// Listen hands over every event, one after another, and waits for new ones until ctx ends. It continues if the service
// is briefly unavailable.
//
//	listener := client.Events.Listen(ctx, till.ListenParams{After: stored, OnCursor: store})
//	for listener.Next() {
//		if err := handle(listener.Event()); err != nil {
//			return err // its page comes again the next time
//		}
//	}
//	return listener.Err()
func (e *Events) Listen(ctx context.Context, params ListenParams) *Listener {
	l := &Listener{ctx: ctx, events: e, params: params, isPlaced: params.After != Latest}
	if l.isPlaced {
		l.cursor = params.After
	}
	return l
}

// Listener is the result of [Events.Listen]. No event comes twice within its life. After a crash within a page, the
// page's events come again: recognise them by [Event.EventID]. It is for one goroutine, and needn't be closed.
type Listener struct {
	ctx    context.Context
	events *Events
	params ListenParams
	// false until the place of Latest is known
	isPlaced bool
	cursor   string

	rest   []Event
	next   string
	handed map[string]bool
	event  Event
	err    error
	// before the next poll
	pause time.Duration
}

// Next goes to the next event and waits for it. It returns false when the context ends, and after an error: see Err.
// When it goes to another page, the event before has been handled, and the cursor moves.
func (l *Listener) Next() bool {
	for l.err == nil && len(l.rest) == 0 {
		l.err = l.turn()
	}
	if l.err == nil {
		l.err = l.ctx.Err()
	}
	if l.err != nil {
		l.event = nil
		return false
	}
	l.event, l.rest = l.rest[0], l.rest[1:]
	return true
}

// Event returns the event that Next went to, nil before the first and after the last.
func (l *Listener) Event() Event {
	return l.event
}

// Cursor returns the place behind the last page whose events have all been handled; empty if there is none.
func (l *Listener) Cursor() string {
	return l.cursor
}

// Err returns what ended the listener: the context's error, that of OnCursor, or one that no retry can mend, such as
// [ErrCursorExpired], [ErrAuthentication] or [ErrPermission].
func (l *Listener) Err() error {
	return l.err
}

// turn moves the cursor behind the page, and gets the next one.
func (l *Listener) turn() error {
	if err := l.move(); err != nil {
		return err
	}
	if err := sleep(l.ctx, l.pause); err != nil {
		return err
	}
	started := time.Now()
	page, err := l.poll()
	if err != nil {
		return err
	}
	for _, event := range page.Data {
		if !l.handed[event.EventID()] {
			l.rest = append(l.rest, event)
		}
	}
	if len(page.Data) > 0 {
		l.handed = make(map[string]bool, len(page.Data))
		for _, event := range page.Data {
			l.handed[event.EventID()] = true
		}
	}
	l.pause = 0
	if l.isPlaced && len(page.Data) == 0 && !page.HasMore && time.Since(started) < idlePause {
		l.pause = idlePause
	}
	l.next, l.isPlaced = page.Next, true
	return nil
}

func (l *Listener) move() error {
	if l.next == "" || l.next == l.cursor {
		return nil
	}
	l.cursor = l.next
	if l.params.OnCursor == nil {
		return nil
	}
	return l.params.OnCursor(l.cursor)
}

// poll goes on until a page arrives or a retry can't help.
func (l *Listener) poll() (*Page[Event], error) {
	attempt := l.events.transport.defaults
	attempt.maxRetries = 0
	params := ListEventsParams{After: l.cursor, Types: l.params.Types, Limit: l.params.Limit, Wait: pollWait}
	if !l.isPlaced {
		// the place of Latest moves: until it is known, a lost response would lose the events that came meanwhile
		params.After, params.Wait = Latest, 0
	}
	for retry := 0; ; retry++ {
		page, err := l.events.page(l.ctx, params, attempt)
		var failure *Error
		if err == nil || !errors.As(err, &failure) || !failure.isPassing() {
			return page, err
		}
		if err := sleep(l.ctx, retryPause(retry, failure.RetryAfter)); err != nil {
			return nil, err
		}
	}
}
