package till_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

type verifyVectors struct {
	Secrets struct {
		Taken   []string
		Refused []struct{ Name, Secret string }
	}
	Spellings []struct {
		Name    string
		Headers map[string]string
	}
	Cases []struct {
		Name, Body, Result string
		BodyBase64         *string
		Secrets            []string
		Now                int64
		Headers            map[string]string
	}
}

type signatureVectors struct {
	Vectors []struct {
		Name, Secret, EventID, Body, ServiceSignature, StandardSignature string
		TimestampSeconds                                                 int64
	}
	Headers struct {
		Names  []string
		Fixed  map[string]string
		OfBody []signedBody
	}
}

type signedBody struct {
	Name, Body string
	Headers    map[string]string
}

// during makes a verifier of several secrets.
func during(t *testing.T, secrets []string, options ...till.VerifierOption) *till.WebhookVerifier {
	t.Helper()
	for _, secret := range secrets[1:] {
		options = append(options, till.NextSecret(secret))
	}
	return verifier(t, secrets[0], options...)
}

func TestAVerifierSaysOfEachRequestWhatItIs(t *testing.T) {
	for _, one := range vectors[verifyVectors](t, "verify").Cases {
		t.Run(one.Name, func(t *testing.T) {
			v := during(t, one.Secrets, till.Clock(func() time.Time { return time.Unix(one.Now, 0) }))
			body := []byte(one.Body)
			if one.BodyBase64 != nil {
				decoded, err := base64.StdEncoding.DecodeString(*one.BodyBase64)
				must(t, err)
				body = decoded
			}
			asTheyCame, canonical := http.Header{}, http.Header{}
			for name, value := range one.Headers {
				asTheyCame[name] = []string{value}
				canonical.Set(name, value)
			}
			for _, header := range []http.Header{asTheyCame, canonical} {
				event, err := v.Verify(body, header)
				if one.Result != "genuine" {
					expectReason(t, err, till.Reason(one.Result))
					continue
				}
				must(t, err)
				expect(t, "id", event.EventID(), canonical.Get("webhook-id"))
			}
		})
	}
}

func TestHeadersAreTakenAsServersSpellThem(t *testing.T) {
	verify := vectors[verifyVectors](t, "verify")
	first := verify.Cases[0]
	v := during(t, first.Secrets, till.Clock(func() time.Time { return time.Unix(first.Now, 0) }))
	for _, one := range verify.Spellings {
		t.Run(one.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range one.Headers {
				header[name] = []string{value}
			}
			event, err := v.Verify([]byte(first.Body), header)
			must(t, err)
			expect(t, "id", event.EventID(), first.Headers["webhook-id"])
		})
	}
}

func TestSignMakesWhatTheServiceSends(t *testing.T) {
	for _, one := range vectors[signatureVectors](t, "signatures").Vectors {
		t.Run(one.Name, func(t *testing.T) {
			at := time.Unix(one.TimestampSeconds, 999_999_999)
			header := verifier(t, one.Secret).Sign([]byte(one.Body), till.EventID(one.EventID), till.SentAt(at))
			expect(t, "service signature", header.Get("X-Service-Signature"), one.ServiceSignature)
			expect(t, "standard signature", header.Get("webhook-signature"), one.StandardSignature)
			expect(t, "id", header.Get("webhook-id"), one.EventID)
			expect(t, "event id", header.Get("X-Service-Event-Id"), one.EventID)
		})
	}
}

func TestSignGivesAllHeadersOfTheService(t *testing.T) {
	signed := vectors[signatureVectors](t, "signatures").Headers
	header := verifier(t, someSecret).Sign([]byte(signed.OfBody[0].Body))
	expect(t, "headers", len(header), len(signed.Names))
	for _, name := range signed.Names {
		if header.Get(name) == "" {
			t.Errorf("%s is missing", name)
		}
	}
	for name, value := range signed.Fixed {
		expect(t, name, header.Get(name), value)
	}
}

func TestWhatTheBodyDoesNotHaveIsInNoHeader(t *testing.T) {
	bodies := vectors[signatureVectors](t, "signatures").Headers.OfBody
	bodies = append(bodies, signedBody{Name: "text that isn't UTF-8", Body: "{\"event\":\"\xff\"}"})
	for _, one := range bodies {
		t.Run(one.Name, func(t *testing.T) {
			header := verifier(t, someSecret).Sign([]byte(one.Body))
			for _, name := range []string{"X-Service-Event", "X-Service-Environment", "X-Service-Livemode"} {
				expect(t, name, header.Get(name), one.Headers[name])
			}
			expect(t, "headers", len(header), 7+len(one.Headers))
		})
	}
}

func TestSignWithTwoSecretsIsAsDuringARotation(t *testing.T) {
	secrets := vectors[verifyVectors](t, "verify").Secrets.Taken
	body := []byte(`{"event":"moon.risen"}`)
	header := during(t, secrets[:2]).Sign(body)
	expect(t, "signatures", len(strings.Split(header.Get("webhook-signature"), " ")), 2)
	first := verifier(t, secrets[0])
	expect(t, "service signature", header.Get("X-Service-Signature"), first.Sign(body).Get("X-Service-Signature"))
	_, err := first.Verify(body, header)
	must(t, err)
}

func TestVerifySignatureChecksTheOneHeader(t *testing.T) {
	other := vectors[verifyVectors](t, "verify").Secrets.Taken[1]
	for _, one := range vectors[signatureVectors](t, "signatures").Vectors {
		t.Run(one.Name, func(t *testing.T) {
			v := verifier(t, other, till.NextSecret(one.Secret))
			must(t, v.VerifySignature([]byte(one.Body), one.ServiceSignature))
			expectReason(t, v.VerifySignature([]byte(one.Body+" "), one.ServiceSignature), till.ReasonSignatureMismatch)
			expectReason(t, v.VerifySignature([]byte(one.Body), ""), till.ReasonMissingHeader)
		})
	}
}

func TestAHeaderThatCameTwiceIsNotOurs(t *testing.T) {
	v := verifier(t, someSecret)
	for _, name := range []string{"X-Service-Signature", "x-service-signature"} {
		header := v.Sign([]byte("{}"))
		header[name] = append(header[name], header.Get("X-Service-Signature"))
		_, err := v.Verify([]byte("{}"), header)
		expectReason(t, err, till.ReasonSignatureMismatch)
	}
}

func TestAVerifierCannotBeMadeWithoutProperSecrets(t *testing.T) {
	secrets := vectors[verifyVectors](t, "verify").Secrets
	for _, one := range secrets.Refused {
		t.Run(one.Name, func(t *testing.T) {
			_, err := till.NewWebhookVerifier(one.Secret)
			expectHidden(t, expectCode(t, err, "invalid_configuration", till.ErrConfiguration).Error(), "AAECAw", "AbCdEf")
			_, err = till.NewWebhookVerifier(someSecret, till.NextSecret(one.Secret))
			expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
		})
	}
	for _, secret := range secrets.Taken {
		t.Run("taken: "+secret[:12], func(t *testing.T) { verifier(t, secret) })
	}
	for name, option := range map[string]till.VerifierOption{
		"no tolerance":           till.Tolerance(0),
		"a tolerance below zero": till.Tolerance(-time.Second),
		"no clock":               till.Clock(nil),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := till.NewWebhookVerifier(someSecret, option)
			expectCode(t, err, "invalid_configuration", till.ErrConfiguration)
		})
	}
}

func TestAVerifierThatNobodyMadeTakesNothing(t *testing.T) {
	body := []byte(`{"event":"moon.risen"}`)
	_, err := new(till.WebhookVerifier).Verify(body, verifier(t, someSecret).Sign(body))
	expectReason(t, err, till.ReasonSignatureMismatch)
}

func TestAnotherToleranceHoldsInstead(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	v := verifier(t, someSecret, till.Tolerance(10*time.Second), till.Clock(func() time.Time { return now }))
	body := []byte(`{"event":"moon.risen"}`)
	_, err := v.Verify(body, v.Sign(body, till.SentAt(now.Add(-10*time.Second))))
	must(t, err)
	_, err = v.Verify(body, v.Sign(body, till.SentAt(now.Add(-11*time.Second))))
	expectReason(t, err, till.ReasonTimestampTooOld)
}

func TestAHandlerHandsOnWhatIsGenuineAndRefusesTheRest(t *testing.T) {
	v := verifier(t, someSecret)
	body := `{"event":"moon.risen"}`
	signed := v.Sign([]byte(body))
	unsigned := signed.Clone()
	unsigned.Del("Webhook-Signature")
	for _, one := range []struct {
		name, method, body string
		header             http.Header
		status             int
		handled            bool
		answer             string
	}{
		{"genuine", "POST", body, signed, 202, true, ""},
		{"another body", "POST", body + " ", signed, 401, false, `"reason":"signature_mismatch"`},
		{"a missing header", "POST", body, unsigned, 401, false, `"code":"signature_verification_failed"`},
		{"GET", "GET", "", signed, 405, false, `"code":"method_not_allowed"`},
		{"more than any event has", "POST", strings.Repeat(" ", 2<<20), signed, 400, false, `"code":"invalid_request"`},
	} {
		t.Run(one.name, func(t *testing.T) {
			handled, told := false, false
			handler := v.Handler(func(w http.ResponseWriter, _ *http.Request, event till.Event) {
				handled = event.EventType() == "moon.risen"
				w.WriteHeader(http.StatusAccepted)
			}, till.OnRefused(func(_ *http.Request, err error) { told = err != nil }))
			request := httptest.NewRequest(one.method, "/hooks", strings.NewReader(one.body))
			request.Header = one.header
			response := httptest.NewRecorder()
			handler.ServeHTTP(response, request)
			expect(t, "status", response.Code, one.status)
			expect(t, "handled", handled, one.handled)
			expect(t, "told", told, !one.handled)
			if !strings.Contains(response.Body.String(), one.answer) {
				t.Fatalf("the answer is %s", response.Body)
			}
			v.Handler(func(http.ResponseWriter, *http.Request, till.Event) {}).ServeHTTP(httptest.NewRecorder(),
				httptest.NewRequest("GET", "/hooks", nil)) // without OnRefused nothing is told, and nothing breaks
		})
	}
}
