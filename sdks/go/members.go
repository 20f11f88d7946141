package till

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// members reads the members of a JSON object, each as the type that is documented. The first that is missing or of
// another type is kept as the error, also of the objects inside, and what is wrong reads as zero. Structs with tags would
// not do: encoding/json takes names in any case and lets members be absent.
type members struct {
	raw   map[string]json.RawMessage
	first *error
}

func parseMembers(text []byte) *members {
	return within(text, new(error))
}

func within(text []byte, first *error) *members {
	m := &members{first: first}
	// null leaves the map nil
	if err := json.Unmarshal(text, &m.raw); err != nil || m.raw == nil {
		m.fail(errors.New("there is no JSON object where one belongs"))
	}
	return m
}

func (m *members) err() error {
	return *m.first
}

func (m *members) has(name string) bool {
	_, present := m.raw[name]
	return present
}

func (m *members) text(name string) string {
	var value *string
	m.read(name, &value)
	if value == nil {
		m.wrong(name)
		return ""
	}
	return *value
}

// optional gives "" for null and for what is absent.
func (m *members) optional(name string) string {
	if m.isNull(name) {
		return ""
	}
	return m.text(name)
}

func (m *members) flag(name string) bool {
	var value *bool
	m.read(name, &value)
	if value == nil {
		m.wrong(name)
		return false
	}
	return *value
}

func (m *members) integer(name string) int {
	var value *int
	m.read(name, &value)
	if value == nil {
		m.wrong(name)
		return 0
	}
	return *value
}

func (m *members) amount(name string) Amount {
	var value *Amount
	m.read(name, &value)
	if value == nil {
		m.wrong(name)
		return Amount{}
	}
	return *value
}

// moment reads strictly what RFC 3339 says, which time.Parse does not.
func (m *members) moment(name string) time.Time {
	var value time.Time
	if err := value.UnmarshalText([]byte(m.text(name))); err != nil {
		m.wrong(name)
	}
	return value
}

func (m *members) object(name string) *members {
	return within(m.raw[name], m.first)
}

// texts gives nil for null and for what is absent.
func (m *members) texts(name string) map[string]string {
	if m.isNull(name) {
		return nil
	}
	pairs := m.object(name)
	texts := make(map[string]string, len(pairs.raw))
	for key := range pairs.raw {
		texts[key] = pairs.text(key)
	}
	return texts
}

func (m *members) isNull(name string) bool {
	raw, present := m.raw[name]
	return !present || bytes.Equal(raw, []byte("null"))
}

func (m *members) read(name string, into any) {
	if raw, present := m.raw[name]; present && json.Unmarshal(raw, into) != nil {
		m.wrong(name)
	}
}

func (m *members) wrong(name string) {
	m.fail(fmt.Errorf("%s is missing or not as documented", name))
}

func (m *members) fail(err error) {
	if *m.first == nil {
		*m.first = err
	}
}
