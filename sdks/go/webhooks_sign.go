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

// EventID sets the event ID. Default: a new UUID.
func EventID(id string) SignOption {
	return func(s *signed) { s.id = id }
}

// SentAt sets the time of sending. Default: now.
func SentAt(at time.Time) SignOption {
	return func(s *signed) { s.at = at }
}

// Sign returns the headers that the service would send with this body, to test your receiver. It signs with the first
// secret, and with every secret in webhook-signature.
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
