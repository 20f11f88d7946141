package till

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	places     = 6
	usdt       = 1_000_000
	leastAsked = 1
	mostAsked  = 999_999_999_999_999
	// Larger exponents shift every digit out of an int64.
	mostExponent = 40
	// An int64 has no more digits.
	mostDigits = 19
)

// Amount is an exact amount of USDT, stored as an integer in micro-USDT. Compare amounts with ==.
//
// In JSON it is a number, written as the shortest exact decimal and read digit by digit.
type Amount struct {
	micros int64
}

// Micros returns an Amount from micro-USDT: 1 USDT is 1,000,000. It accepts any number; [Intents.Create] checks the
// allowed range.
func Micros(micros int64) Amount {
	return Amount{micros}
}

// ParseAmount parses a decimal string such as "12.50": digits, optionally followed by a point and more digits, without
// sign, exponent, separator, white space or leading zero. It must be from 0.000001 to 999999999.999999 with at most six
// decimals. Otherwise the error is [ErrInvalidAmount].
func ParseAmount(usdt string) (Amount, error) {
	whole, fraction, point := strings.Cut(usdt, ".")
	fits := isDigits(whole) && (whole == "0" || whole[0] != '0') && (!point || isDigits(fraction))
	if !fits {
		return Amount{}, invalidAmount()
	}
	amount, err := parseDigits(usdt)
	if err != nil {
		return Amount{}, invalidAmount()
	}
	return amount, amount.check()
}

// Micros returns the amount in micro-USDT.
func (a Amount) Micros() int64 {
	return a.micros
}

// String returns the shortest exact decimal, for example "12.5", without an exponent.
func (a Amount) String() string {
	sign, magnitude := "", uint64(a.micros)
	if a.micros < 0 {
		sign, magnitude = "-", -magnitude
	}
	text := sign + strconv.FormatUint(magnitude/usdt, 10)
	if rest := magnitude % usdt; rest != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%06d", rest), "0")
	}
	return text
}

// GoString returns a Go expression for the amount.
func (a Amount) GoString() string {
	return fmt.Sprintf("till.Micros(%d)", a.micros)
}

// MarshalJSON writes the amount as a JSON number with all its digits.
func (a Amount) MarshalJSON() ([]byte, error) {
	return []byte(a.String()), nil
}

// UnmarshalJSON reads a JSON number without losing a digit. A number that isn't an integer in micro-USDT, or doesn't
// fit in an int64, is an error. null leaves the amount unchanged.
func (a *Amount) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	amount, err := parseDigits(string(text))
	if err != nil {
		return fmt.Errorf("till: %s isn't a valid amount: %w", text, err)
	}
	*a = amount
	return nil
}

// check returns an error unless the amount is in the allowed range.
func (a Amount) check() error {
	if a.micros < leastAsked || a.micros > mostAsked {
		return invalidAmount()
	}
	return nil
}

// parseDigits reads a JSON number.
func parseDigits(text string) (Amount, error) {
	digits, shift, err := splitNumber(text)
	if err != nil || digits == "" {
		return Amount{}, err
	}
	if shift < 0 {
		return Amount{}, errors.New("it has more than six decimals")
	}
	if len(digits)+shift > mostDigits {
		return Amount{}, errors.New("it is too large")
	}
	if strings.HasPrefix(text, "-") {
		digits = "-" + digits
	}
	micros, err := strconv.ParseInt(digits+strings.Repeat("0", shift), 10, 64)
	if err != nil {
		return Amount{}, errors.New("it is too large")
	}
	return Amount{micros}, nil
}

// splitNumber returns the digits of a JSON number, without zeros at either end, and the number of zeros to append for
// micro-USDT.
func splitNumber(text string) (digits string, shift int, err error) {
	mantissa, exponent := strings.TrimPrefix(text, "-"), 0
	if at := strings.IndexAny(mantissa, "eE"); at >= 0 {
		exponent, err = strconv.Atoi(mantissa[at+1:])
		if err != nil || exponent < -mostExponent || exponent > mostExponent {
			return "", 0, errors.New("its exponent is out of range")
		}
		mantissa = mantissa[:at]
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if !isDigits(whole) || (point && !isDigits(fraction)) {
		return "", 0, errors.New("it isn't a number")
	}
	all := whole + fraction
	digits = strings.TrimRight(all, "0")
	shift = places + exponent - len(fraction) + len(all) - len(digits)
	return strings.TrimLeft(digits, "0"), shift, nil
}

func isDigits(text string) bool {
	return consistsOf(text, '0', '9')
}

// consistsOf reports whether text is non-empty and has only bytes from least to most.
func consistsOf(text string, least, most byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < least || text[i] > most {
			return false
		}
	}
	return text != ""
}

func invalidAmount() error {
	return &Error{
		Code:    codeInvalidAmount,
		Message: "the amount must be from 0.000001 to 999999999.999999 USDT with at most six decimals, like 12.50",
	}
}
