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
	// A longer Retry-After is the caller's to wait for: a call of theirs must not stand still for minutes.
	longestRetryAfter = 30 * time.Second
)

// pauseBefore gives the pause before a retry (0 is the first): full jitter, lengthened by Retry-After. False: not at all.
func pauseBefore(retry int, retryAfter time.Duration) (time.Duration, bool) {
	if retryAfter > longestRetryAfter {
		return 0, false
	}
	ceiling := longestPause
	if retry < 4 {
		ceiling = firstPause << retry
	}
	jittered := time.Duration(rand.Int63n(int64(ceiling) + 1))
	return max(jittered, retryAfter), true
}

// readRetryAfter reads seconds or a date; 0 without one that is understood. now is the service's.
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

// sleep returns after a pause, or with the context's error as soon as that has ended.
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
