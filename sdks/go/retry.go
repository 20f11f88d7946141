package till

import (
	"context"
	"math/rand"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
	// A longer Retry-After is returned to the caller: a call must not keep a customer waiting.
	longestRetryAfter = 10 * time.Second
)

// pauseBefore returns the delay before a retry (0 is the first): full jitter, extended by Retry-After. False means no
// retry.
func pauseBefore(retry int, retryAfter time.Duration) (time.Duration, bool) {
	if retryAfter > longestRetryAfter {
		return 0, false
	}
	return retryPause(retry, retryAfter), true
}

// retryPause is the same without an end, for work that goes on until it is stopped.
func retryPause(retry int, retryAfter time.Duration) time.Duration {
	ceiling := longestPause
	if retry < 4 {
		ceiling = firstPause << retry
	}
	jittered := time.Duration(rand.Int63n(int64(ceiling) + 1))
	return max(jittered, retryAfter)
}

// readRetryAfter parses seconds or a date; 0 if there is none or it can't be parsed. now is the service's time.
func readRetryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if isDigits(value) && len(value) <= 9 {
		seconds, _ := strconv.Atoi(value)
		return time.Duration(seconds) * time.Second
	}
	moment, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(0, moment.Sub(now))
}

// sleep returns after a delay, or with the context's error as soon as it ends.
func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return ctx.Err()
	}
}
