package till

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"
)

// Far above any response of the service, and small enough to keep in memory.
const largestAnswer = 8 << 20

// transport makes calls and retries them.
type transport struct {
	// ends in the version path, without a trailing slash
	baseURL  string
	defaults settings
	// A function, because printing or encoding a struct never looks into one: it holds the key.
	authorize func(http.Header)
}

type call struct {
	method, path string
	query        url.Values
	body         []byte
	// the key is sent only where it is required
	withKey        bool
	idempotencyKey string
	// retried only after a 429, because the call isn't idempotent
	unrepeatable bool
	// how much longer than others the call may take
	extra time.Duration
}

type answer struct {
	status int
	header http.Header
	text   []byte
}

// do returns the result of read and the service's time.
func do[T any](ctx context.Context, t *transport, c call, s settings, read func(*members) T) (T, time.Time, error) {
	var nothing T
	for retry := 0; ; retry++ {
		answer, err := t.attempt(ctx, c, s)
		if err == nil {
			var value T
			var at time.Time
			if value, at, err = readAnswer(answer, read); err == nil {
				return value, at, nil
			}
		}
		pause, again := pauseAfter(err, c, retry)
		if !again || retry >= s.maxRetries {
			return nothing, time.Time{}, err
		}
		if err := sleep(ctx, pause); err != nil {
			return nothing, time.Time{}, err
		}
	}
}

func pauseAfter(err error, c call, retry int) (time.Duration, bool) {
	var failure *Error
	if !errors.As(err, &failure) || !failure.isPassing() || (c.unrepeatable && failure.Status != 429) {
		return 0, false
	}
	return pauseBefore(retry, failure.RetryAfter)
}

func (t *transport) attempt(ctx context.Context, c call, s settings) (*answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, s.timeout+c.extra)
	defer cancel()
	request, err := t.newRequest(bounded, c)
	if err != nil {
		return nil, err
	}
	client := *s.httpClient
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request)
	if err != nil {
		return nil, noAnswer(ctx, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer+1))
	if err == nil && len(text) > largestAnswer {
		err = errors.New("the response is too large")
	}
	if err != nil {
		return nil, noAnswer(ctx, err)
	}
	return &answer{response.StatusCode, response.Header, text}, nil
}

func (t *transport) newRequest(ctx context.Context, c call) (*http.Request, error) {
	address := t.baseURL + c.path
	if len(c.query) > 0 {
		address += "?" + c.query.Encode()
	}
	var body io.Reader
	if c.body != nil {
		body = bytes.NewReader(c.body)
	}
	request, err := http.NewRequestWithContext(ctx, c.method, address, body)
	if err != nil {
		return nil, configurationError("this URL isn't valid")
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", userAgent())
	if c.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", c.idempotencyKey)
	}
	if c.withKey {
		t.authorize(request.Header)
	}
	return request, nil
}

// noAnswer returns the error of the caller's context if it has ended. Our own timeout hides its cause, which is also a
// context.DeadlineExceeded and would look like the caller's.
func noAnswer(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	// a dialer checks the deadline itself and may fail a moment before the context
	if deadline, set := ctx.Deadline(); set && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		return &Error{Code: codeConnectionFailed, Message: "the service did not respond in time"}
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	return &Error{Code: codeConnectionFailed, Message: fmt.Sprintf("the service could not be reached: %v", err), cause: err}
}

func readAnswer[T any](a *answer, read func(*members) T) (T, time.Time, error) {
	var nothing T
	at, err := http.ParseTime(a.header.Get("Date"))
	if err != nil {
		at = time.Now()
	}
	failure := &Error{
		Code:       codeUnexpectedAnswer,
		Status:     a.status,
		RequestID:  a.header.Get("X-Request-Id"),
		RetryAfter: readRetryAfter(a.header.Get("Retry-After"), at),
	}
	if a.status >= 300 && a.status < 400 {
		failure.Message = "the response was a redirect, which is not followed; is the service's URL right?"
		return nothing, at, failure
	}
	if a.status < 200 || a.status >= 300 {
		failure.refuse(a.text)
		return nothing, at, failure
	}
	m := parseMembers(a.text)
	value := read(m)
	if m.err() != nil {
		failure.Message = fmt.Sprintf("the response has an unexpected shape: %v; is the service's URL right?", m.err())
		return nothing, at, failure
	}
	return value, at, nil
}

// refuse reads the code and the message. A response without a code comes from a proxy, so only its HTTP status counts.
func (e *Error) refuse(text []byte) {
	var said map[string]any
	_ = json.Unmarshal(text, &said)
	if message, _ := said["error"].(string); message != "" {
		e.Message = message
	} else {
		e.Message = "the response had no error message"
	}
	code, _ := said["code"].(string)
	switch {
	case code != "":
		e.Code = code
	case e.Status == 429:
		e.Code = codeRateLimited
	case e.Status >= 500:
		e.Code = codeAPIError
	}
}

// userAgent is like "till-go/0.2.0 go/1.22.1".
func userAgent() string {
	runtimeVersion := "unknown"
	for _, word := range strings.Fields(runtime.Version()) {
		if strings.HasPrefix(word, "go") {
			runtimeVersion = strings.TrimPrefix(word, "go")
			break
		}
	}
	return "till-go/" + Version + " go/" + runtimeVersion
}
