// Package till creates payment intents in USDT, waits for them and verifies webhooks.
//
// A [Client] is made from a terminal's key and the address of the service. The key's prefix selects the environment,
// sandbox or live. A Client and a [WebhookVerifier] are safe for use by several goroutines at once, and neither shows
// its key or its secrets in any error or print.
//
// # Amounts
//
// An [Amount] is a whole number of micro-USDT and never passes through a floating-point number: what has a digit beyond
// the sixth decimal place is an error before anything is sent.
//
// # Errors
//
// Every error that the package makes is an [*Error]. Branch with errors.Is on the class, or with errors.As and
// [Error.Code]. When a context ends a call, its error is returned as it is.
//
//	var failure *till.Error
//	switch {
//	case errors.Is(err, till.ErrNotFound):
//		// no such intent, or not yours
//	case errors.As(err, &failure):
//		log.Print(failure.Code, failure.RequestID)
//	}
//
// # Retries
//
// No answer, 429 and 5xx are asked again, at most three times, after random pauses that grow to 8 s. All attempts of a
// create or a cancel carry one Idempotency-Key, so a lost answer never makes a second intent. A simulated payment is asked
// again only after 429. No other 4xx is.
package till
