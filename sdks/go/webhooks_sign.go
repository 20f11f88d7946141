package till

import (
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
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
// secret, and with every secret in webhook-signature. X-Service-Event, X-Service-Environment and X-Service-Livemode are the
// body's event, environment and livemode, and are left out if the body doesn't have them.
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
	header.Set("User-Agent", "Till-Webhooks/1")
	header.Set(headerSignature, v.secrets[0].service(body))
	header.Set(headerEventID, s.id)
	setFromBody(header, body)
	header.Set(headerStandardID, s.id)
	header.Set(headerStandardTimestamp, timestamp)
	header.Set(headerStandardSignature, strings.Join(signatures, " "))
	return header
}

// setFromBody sets the headers that repeat members of the body. A member that is absent, empty or of another type has none.
func setFromBody(header http.Header, body []byte) {
	if !utf8.Valid(body) {
		return
	}
	m := parseMembers(body)
	for name, value := range map[string]string{headerEvent: m.text("event"), headerEnvironment: m.text("environment")} {
		if value != "" {
			header.Set(name, value)
		}
	}
	if livemode := string(m.raw["livemode"]); livemode == "true" || livemode == "false" {
		header.Set(headerLivemode, livemode)
	}
}
