package till

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Far above any event of the service, and small enough to read from an unknown sender.
const largestEvent = 1 << 20

// HandlerOption is an option of [WebhookVerifier.Handler].
type HandlerOption func(*handler)

// OnRefused is called for every refused request, for logging. It must not respond. Without it, requests are refused
// silently.
func OnRefused(callback func(r *http.Request, err error)) HandlerOption {
	return func(h *handler) { h.onRefused = callback }
}

// Handler receives webhooks: it reads and verifies the body and passes genuine events to handle, which responds like
// any handler. The default status is 200. With any status other than 2xx, the service delivers the event again. handle
// should respond as soon as it has stored the event, and process each event ID only once.
//
// Forgeries get 401 with the code and the reason, and never reach handle.
func (v *WebhookVerifier) Handler(
	handle func(w http.ResponseWriter, r *http.Request, event Event), options ...HandlerOption,
) http.Handler {
	h := &handler{verifier: v, handle: handle, onRefused: func(*http.Request, error) {}}
	for _, option := range options {
		option(h)
	}
	return h
}

type handler struct {
	verifier  *WebhookVerifier
	handle    func(http.ResponseWriter, *http.Request, Event)
	onRefused func(*http.Request, error)
}

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		h.refuse(w, r, http.StatusMethodNotAllowed, &Error{Code: "method_not_allowed", Message: "webhooks use POST"})
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestEvent))
	if err != nil {
		message := fmt.Sprintf("the body could not be read: %v", err)
		h.refuse(w, r, http.StatusBadRequest, &Error{Code: codeInvalidRequest, Message: message})
		return
	}
	event, err := h.verifier.Verify(body, r.Header)
	if err != nil {
		h.refuse(w, r, http.StatusUnauthorized, err)
		return
	}
	h.handle(w, r, event)
}

func (h *handler) refuse(w http.ResponseWriter, r *http.Request, status int, err error) {
	h.onRefused(r, err)
	answer := map[string]string{}
	var failure *Error
	if errors.As(err, &failure) {
		answer["error"], answer["code"] = failure.Message, failure.Code
		if failure.Reason != "" {
			answer["reason"] = string(failure.Reason)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// a disconnected client needs no response
	_ = json.NewEncoder(w).Encode(answer)
}
