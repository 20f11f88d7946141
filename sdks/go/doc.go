// Package till creates and finds USDT payment intents, waits for them to be paid, reads events, and verifies webhooks.
//
// A [Client] needs a terminal's key or a restricted key, and the URL of the service. The key's prefix selects the environment, sandbox or
// live. A Client and a [WebhookVerifier] are safe for concurrent use by multiple goroutines. Neither reveals its key or
// secrets in errors or output.
//
// # Amounts
//
// An [Amount] is an integer in micro-USDT and is never converted to a floating-point number. Amounts with more than six
// decimals are an error before anything is sent.
//
// # Errors
//
// Every error of this package is an [*Error]. Branch with errors.Is on the class, or with errors.As and [Error.Code].
// If a context ends a call, its error is returned unchanged.
//
//	var failure *till.Error
//	switch {
//	case errors.Is(err, till.ErrNotFound):
//		// the intent doesn't exist or isn't yours
//	case errors.As(err, &failure):
//		log.Print(failure.Code, failure.RequestID)
//	}
//
// # Retries
//
// Calls are retried up to three times after 429, 5xx and missing responses, with random delays of up to 8 s. All
// attempts to create or cancel an intent, or to create a refund, use the same Idempotency-Key, so a lost response never
// leads to a second one. Simulated payments are retried only after 429, like changes, new secrets and test events of webhook endpoints.
// Other 4xx errors aren't retried.
package till
