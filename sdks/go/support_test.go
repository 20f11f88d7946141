package till_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"till-payments/till"
)

const (
	someID  = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11"
	someKey = "svc_test_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab"
)

var ctx = context.Background()

// given is a value for the tests; without it the test is left out, and says so.
func given(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv("TILL_TEST_" + name)
	if value == "" {
		t.Skipf("*** TILL_TEST_%s is not set: %s is NOT tested ***", name, t.Name())
	}
	return value
}

// vectors reads a file that all libraries and the service are tested by.
func vectors[T any](t *testing.T, name string) T {
	t.Helper()
	folder := os.Getenv("TILL_TEST_VECTORS")
	if folder == "" {
		folder = filepath.Join("..", "..", "tests", "vectors")
	}
	text, err := os.ReadFile(filepath.Join(folder, name+".json"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("*** there are no vectors in %s: %s is NOT tested ***", folder, t.Name())
	}
	must(t, err)
	var value T
	must(t, json.Unmarshal(text, &value))
	return value
}

// client is one of the running service.
func client(t *testing.T, options ...till.ClientOption) *till.Client {
	t.Helper()
	return clientAt(t, given(t, "URL"), given(t, "API_KEY"), options...)
}

// clientAt has connections of its own, so that no other test's are used again.
func clientAt(t *testing.T, url, key string, options ...till.ClientOption) *till.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	options = append([]till.ClientOption{till.HTTPClient(&http.Client{Transport: transport})}, options...)
	made, err := till.New(key, url, options...)
	must(t, err)
	return made
}

// sent is a request as it arrived at the proxy.
type sent struct {
	Method, Path, Body string
	Headers            map[string]string
	AtMs               float64
}

var tokens atomic.Int64

// faulty makes a client whose requests meet, one after another, what the plan says, and tells what was sent.
func faulty(t *testing.T, plan string, options ...till.ClientOption) (*till.Client, func() []sent) {
	t.Helper()
	url := fmt.Sprintf("%s/%s/g%dx%d", given(t, "FAULTS_URL"), plan, os.Getpid(), tokens.Add(1))
	return clientAt(t, url, given(t, "API_KEY"), options...), func() []sent {
		response, err := http.Get(url + "/requests")
		must(t, err)
		defer response.Body.Close()
		var requests []sent
		must(t, json.NewDecoder(response.Body).Decode(&requests))
		return requests
	}
}

// control stops or starts the service, or runs an operator's command.
func control(t *testing.T, verb string, arguments ...string) map[string]any {
	t.Helper()
	body, err := json.Marshal(append([]string{}, arguments...))
	must(t, err)
	response, err := http.Post(given(t, "CONTROL_URL")+"/"+verb, "application/json", bytes.NewReader(body))
	must(t, err)
	defer response.Body.Close()
	answer := map[string]any{}
	must(t, json.NewDecoder(response.Body).Decode(&answer))
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v", verb, answer)
	}
	return answer
}

// answering is a server that answers every request alike, and counts them.
func answering(t *testing.T, status int, headers map[string]string, body string) (url string, count *atomic.Int64) {
	t.Helper()
	count = &atomic.Int64{}
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		count.Add(1)
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}), count
}

func serve(t *testing.T, handle http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return server.URL
}

// step is an answer of a script; lost cuts the connection.
type step struct {
	Status  int
	Headers map[string]string
	Body    string
	Lost    bool
}

// asked is a request to a script.
type asked struct {
	method, path, key, body, idempotencyKey string
	query                                   map[string]string
	at                                      time.Time
}

// script answers its requests in turn. Every later one stays unanswered, and the first of them closes overrun.
type script struct {
	url     string
	overrun chan struct{}

	mutex sync.Mutex
	asked []asked
}

func scripted(t *testing.T, answers ...step) *script {
	t.Helper()
	s := &script{overrun: make(chan struct{})}
	s.url = serve(t, func(w http.ResponseWriter, r *http.Request) {
		number := s.note(t, r)
		switch {
		case number > len(answers):
			if number == len(answers)+1 {
				close(s.overrun)
			}
			<-r.Context().Done()
		case answers[number-1].Lost:
			connection, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = connection.Close()
			}
		default:
			answer := answers[number-1]
			for name, value := range answer.Headers {
				w.Header().Set(name, value)
			}
			w.WriteHeader(answer.Status)
			_, _ = io.WriteString(w, answer.Body)
		}
	})
	return s
}

// note returns the request's number, from 1.
func (s *script) note(t *testing.T, r *http.Request) int {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	query := map[string]string{}
	for name, values := range r.URL.Query() {
		query[name] = strings.Join(values, " and ")
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.asked = append(s.asked, asked{
		r.Method, r.URL.EscapedPath(), r.Header.Get("Authorization"), string(body), r.Header.Get("Idempotency-Key"),
		query, time.Now(),
	})
	return len(s.asked)
}

func (s *script) requests() []asked {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]asked{}, s.asked...)
}

func queriesOf(requests []asked) []map[string]string {
	queries := []map[string]string{}
	for _, one := range requests {
		queries = append(queries, one.query)
	}
	return queries
}

// expectEqual compares values that aren't comparable; those of lists may be nil or empty.
func expectEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// receive serves webhooks of the running service until the test ends.
func receive(t *testing.T, handler http.Handler) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:"+given(t, "WEBHOOK_PORT"))
	must(t, err)
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
}

// created makes an intent of 1 USDT.
func created(t *testing.T, c *till.Client) *till.CreatedIntent {
	t.Helper()
	intent, err := c.Intents.Create(ctx, till.CreateParams{Amount: till.Micros(1_000_000)})
	must(t, err)
	return intent
}

// failure is the error as this module's, which it must be.
func failure(t *testing.T, err error) *till.Error {
	t.Helper()
	var failed *till.Error
	if !errors.As(err, &failed) {
		t.Fatalf("%v (%T) is no *till.Error", err, err)
	}
	return failed
}

// expectCode fails unless the error has the code and is of the class.
func expectCode(t *testing.T, err error, code string, class error) *till.Error {
	t.Helper()
	failed := failure(t, err)
	if failed.Code != code || !errors.Is(err, class) {
		t.Fatalf("got %v, want code %s of class %q", err, code, class)
	}
	return failed
}

func expect[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eventually polls until check holds; it fails after 30 s.
func eventually(t *testing.T, what string, check func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !check(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited 30 s for %s", what)
		}
	}
}

// expectHidden fails when the text has anything of a key or secret in it.
func expectHidden(t *testing.T, text string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		bare := secret[strings.LastIndexByte(secret, '_')+1:]
		if strings.Contains(text, bare) || strings.Contains(text, fmt.Sprintf("%x", bare)) {
			t.Fatalf("a secret stands in %q", text)
		}
	}
}
