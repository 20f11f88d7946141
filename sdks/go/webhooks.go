package till

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix     = "whsec_"
	defaultTolerance = 300 * time.Second

	headerSignature         = "X-Service-Signature"
	headerEvent             = "X-Service-Event"
	headerEventID           = "X-Service-Event-Id"
	headerEnvironment       = "X-Service-Environment"
	headerLivemode          = "X-Service-Livemode"
	headerStandardID        = "Webhook-Id"
	headerStandardTimestamp = "Webhook-Timestamp"
	headerStandardSignature = "Webhook-Signature"
)

var secretForm = regexp.MustCompile(`^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`)

// Reason says why a webhook was refused.
type Reason string

// The reasons, in the order of the checks.
const (
	// ReasonMissingHeader means that one of the four headers is absent or empty.
	ReasonMissingHeader Reason = "missing_header"
	// ReasonInvalidTimestamp means that webhook-timestamp isn't 1 to 15 digits.
	ReasonInvalidTimestamp Reason = "invalid_timestamp"
	// ReasonSignatureMismatch means that the signatures don't match this body and these secrets.
	ReasonSignatureMismatch Reason = "signature_mismatch"
	// ReasonTimestampTooOld means that the webhook is older than the tolerance.
	ReasonTimestampTooOld Reason = "timestamp_too_old"
	// ReasonTimestampTooNew means that the timestamp is further in the future than the tolerance.
	ReasonTimestampTooNew Reason = "timestamp_too_new"
	// ReasonInvalidBody means that the signed body is no event, or a known event with missing members.
	ReasonInvalidBody Reason = "invalid_body"
)

// WebhookVerifier verifies webhooks. Printing or encoding it never reveals its secrets.
type WebhookVerifier struct {
	secrets   []secret
	tolerance time.Duration
	now       func() time.Time
}

// VerifierOption is an option of [NewWebhookVerifier].
type VerifierOption func(*WebhookVerifier) error

// NextSecret adds another secret during a rotation. It can be repeated.
func NextSecret(secret string) VerifierOption {
	return func(v *WebhookVerifier) error { return v.add(secret) }
}

// Tolerance is the allowed deviation of webhook-timestamp, in whole seconds. Default: 300 s.
func Tolerance(tolerance time.Duration) VerifierOption {
	return func(v *WebhookVerifier) error {
		if tolerance <= 0 {
			return configurationError("Tolerance must be above 0")
		}
		v.tolerance = tolerance
		return nil
	}
}

// Clock replaces time.Now, for tests.
func Clock(now func() time.Time) VerifierOption {
	return func(v *WebhookVerifier) error {
		if now == nil {
			return configurationError("Clock must not be nil")
		}
		v.now = now
		return nil
	}
}

// NewWebhookVerifier returns a verifier for the endpoint's secret, exactly as it was shown: whsec_ and base64. Anything
// else, including an empty secret, is [ErrConfiguration].
func NewWebhookVerifier(secret string, options ...VerifierOption) (*WebhookVerifier, error) {
	v := &WebhookVerifier{tolerance: defaultTolerance, now: time.Now}
	if err := v.add(secret); err != nil {
		return nil, err
	}
	for _, option := range options {
		if err := option(v); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// Verify returns the event of a genuine and recent request. body is the raw body. X-Service-Signature and the Standard
// Webhooks signature must both match, because the first alone doesn't prevent replays. The error is
// [ErrWebhookVerification] with its [Reason].
func (v *WebhookVerifier) Verify(body []byte, header http.Header) (Event, error) {
	var values [4]string
	for i, name := range []string{headerSignature, headerStandardID, headerStandardTimestamp, headerStandardSignature} {
		if values[i] = lookUp(header, name); values[i] == "" {
			return nil, refused(ReasonMissingHeader, "%s is missing; hand over all of the request's headers", name)
		}
	}
	signature, id, timestamp, signatures := values[0], values[1], values[2], values[3]
	if !isDigits(timestamp) || len(timestamp) > 15 {
		return nil, refused(ReasonInvalidTimestamp, "webhook-timestamp isn't a whole number")
	}
	if !v.isService(body, signature) || !v.isStandard(body, id, timestamp, signatures) {
		return nil, mismatch()
	}
	if err := v.checkAge(timestamp); err != nil {
		return nil, err
	}
	event, err := readEvent(body, id)
	if err != nil {
		return nil, refused(ReasonInvalidBody, "the signature is valid, but the body isn't: %v", err)
	}
	return event, nil
}

// VerifySignature checks only X-Service-Signature, for programs that have only that header. It protects against forgeries,
// but not against replays. The error is [ErrWebhookVerification].
func (v *WebhookVerifier) VerifySignature(body []byte, signature string) error {
	if signature == "" {
		return refused(ReasonMissingHeader, "%s is missing", headerSignature)
	}
	if !v.isService(body, signature) {
		return mismatch()
	}
	return nil
}

// String returns the number of secrets.
func (v *WebhookVerifier) String() string {
	return fmt.Sprintf("till.WebhookVerifier(%d secrets)", len(v.secrets))
}

// GoString returns the same as String.
func (v *WebhookVerifier) GoString() string {
	return v.String()
}

func (v *WebhookVerifier) isService(body []byte, signature string) bool {
	given := []byte(strings.ToLower(signature))
	for _, secret := range v.secrets {
		if hmac.Equal([]byte(secret.service(body)), given) {
			return true
		}
	}
	return false
}

func (v *WebhookVerifier) isStandard(body []byte, id, timestamp, signatures string) bool {
	given := strings.Split(signatures, " ")
	for _, secret := range v.secrets {
		expected := []byte(secret.standard(id, timestamp, body))
		for _, one := range given {
			if hmac.Equal(expected, []byte(one)) {
				return true
			}
		}
	}
	return false
}

func (v *WebhookVerifier) checkAge(timestamp string) error {
	// fifteen digits always fit
	sent, _ := strconv.ParseInt(timestamp, 10, 64)
	age, tolerance := v.now().Unix()-sent, int64(v.tolerance/time.Second)
	hint := fmt.Sprintf("at most %d s are allowed; is this machine's clock right?", tolerance)
	if age > tolerance {
		return refused(ReasonTimestampTooOld, "the webhook was sent %d s ago; %s", age, hint)
	}
	if -age > tolerance {
		return refused(ReasonTimestampTooNew, "the webhook is dated %d s in the future; %s", -age, hint)
	}
	return nil
}

// secret computes signatures. It has functions, because printing or encoding a struct never looks into one.
type secret struct {
	service  func(body []byte) string
	standard func(id, timestamp string, body []byte) string
}

// add never includes its input in the error: it may be a mistyped secret.
func (v *WebhookVerifier) add(text string) error {
	if text == "" {
		return configurationError("the webhook secret is empty; is the environment variable set?")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, secretPrefix))
	if err != nil || len(key) == 0 || !secretForm.MatchString(text) {
		return configurationError(
			"a webhook secret is whsec_ and base64; pass it exactly as it was shown, without white space or quotes")
	}
	v.secrets = append(v.secrets, secret{
		service: func(body []byte) string {
			return hex.EncodeToString(sum([]byte(text), body))
		},
		standard: func(id, timestamp string, body []byte) string {
			return "v1," + base64.StdEncoding.EncodeToString(sum(key, []byte(id+"."+timestamp+"."), body))
		},
	})
	return nil
}

func sum(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// lookUp ignores the case of names, and takes the names of CGI too, since not every header comes from net/http. Of several
// spellings, the closest counts. Several values are joined as in HTTP.
func lookUp(header http.Header, name string) string {
	var spellings []string
	closest := -1
	for spelling := range header {
		own, distance := ownName(spelling)
		if !strings.EqualFold(own, name) || closest >= 0 && distance > closest {
			continue
		}
		if distance != closest {
			spellings, closest = nil, distance
		}
		spellings = append(spellings, spelling)
	}
	sort.Strings(spellings)
	var values []string
	for _, spelling := range spellings {
		values = append(values, header[spelling]...)
	}
	return strings.Join(values, ", ")
}

// ownName returns the name of the header that is spelled as HTTP_X_SERVICE_SIGNATURE or, after an internal redirect, with
// REDIRECT_ before it, and how far the spelling is from it.
func ownName(spelling string) (own string, distance int) {
	own = strings.ReplaceAll(strings.ToLower(spelling), "_", "-")
	for strings.HasPrefix(own, "redirect-") {
		own = strings.TrimPrefix(own, "redirect-")
	}
	own = strings.TrimPrefix(own, "http-")
	distance = len(spelling) - len(own)
	if strings.Contains(spelling, "_") {
		distance++
	}
	return own, distance
}

func mismatch() error {
	return refused(ReasonSignatureMismatch, "the signature doesn't match the body and the secret; check that the secret "+
		"belongs to this endpoint (during a rotation, pass both), and that the body is the raw bytes, not JSON that was "+
		"parsed and serialized again")
}

func refused(reason Reason, format string, values ...any) error {
	return &Error{Code: codeVerificationFailed, Reason: reason, Message: fmt.Sprintf(format, values...)}
}
