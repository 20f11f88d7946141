package till

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Far above any event of the service, and little enough to hold for a stranger.
const largestEvent = 1 << 20

// HandlerOption is an option of [WebhookVerifier.Handler].
type HandlerOption func(*handler)

// OnRefused is told about every request that was refused, to log it; it does not answer. Without it they are refused
// silently.
func OnRefused(tell func(r *http.Request, err error)) HandlerOption {
	return func(h *handler) { h.tell = tell }
}

// Handler receives webhooks: it reads the body, verifies it and hands genuine events to handle, which answers as any
// handler does. Nothing written is 200; a status that is not 2xx makes the service deliver the event again. handle should
// answer as soon as it has stored the event, and act once on each id.
//
// What is not genuine is answered with 401, the code and the reason, and never reaches handle.
func (v *WebhookVerifier) Handler(
	handle func(w http.ResponseWriter, r *http.Request, event Event), options ...HandlerOption,
) http.Handler {
	h := &handler{verifier: v, handle: handle, tell: func(*http.Request, error) {}}
	for _, option := range options {
		option(h)
	}
	return h
}

type handler struct {
	verifier *WebhookVerifier
	handle   func(http.ResponseWriter, *http.Request, Event)
	tell     func(*http.Request, error)
}

// ServeHTTP is what makes it an http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		h.refuse(w, r, http.StatusMethodNotAllowed, &Error{Code: "method_not_allowed", Message: "webhooks come with POST"})
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
	h.tell(r, err)
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
	// who has gone by now needs no answer
	_ = json.NewEncoder(w).Encode(answer)
}
