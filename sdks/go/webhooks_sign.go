package till

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// SignOption is an option of [WebhookVerifier.Sign].
type SignOption func(*signed)

type signed struct {
	id string
	at time.Time
}

// EventID gives the event's id; without it a new uuid.
func EventID(id string) SignOption {
	return func(s *signed) { s.id = id }
}

// SentAt gives the time of sending; without it now.
func SentAt(at time.Time) SignOption {
	return func(s *signed) { s.at = at }
}

// Sign makes the headers that the service would send with this body, for tests of your own receiver: by the first secret,
// and in webhook-signature by every secret.
func (v *WebhookVerifier) Sign(body []byte, options ...SignOption) http.Header {
	s := signed{id: newUUID(), at: v.now()}
	for _, option := range options {
		option(&s)
	}
	timestamp := strconv.FormatInt(s.at.Unix(), 10)
	signatures := make([]string, len(v.secrets))
	for i, secret := range v.secrets {
		signatures[i] = secret.standard(s.id, timestamp, body)
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set(headerSignature, v.secrets[0].service(body))
	header.Set(headerEventID, s.id)
	header.Set(headerStandardID, s.id)
	header.Set(headerStandardTimestamp, timestamp)
	header.Set(headerStandardSignature, strings.Join(signatures, " "))
	return header
}
