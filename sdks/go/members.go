package till

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// members reads the members of a JSON object with their documented types. It keeps the first missing or wrong member as
// its error, including those of nested objects, and returns zero values for them. Tagged structs aren't strict enough:
// encoding/json ignores the case of names and missing members.
type members struct {
	raw   map[string]json.RawMessage
	first *error
}

func parseMembers(text []byte) *members {
	return within(text, new(error))
}

func within(text []byte, first *error) *members {
	m := &members{first: first}
	// null results in a nil map
	if err := json.Unmarshal(text, &m.raw); err != nil || m.raw == nil {
		m.fail(errors.New("a JSON object is missing"))
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

// optional returns "" for null and missing members.
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

// optionalAmount returns nil for null and missing members.
func (m *members) optionalAmount(name string) *Amount {
	if m.isNull(name) {
		return nil
	}
	value := m.amount(name)
	return &value
}

// optionalInteger returns nil for null and missing members.
func (m *members) optionalInteger(name string) *int {
	if m.isNull(name) {
		return nil
	}
	value := m.integer(name)
	return &value
}

// moment parses RFC 3339 strictly, unlike time.Parse.
func (m *members) moment(name string) time.Time {
	var value time.Time
	if err := value.UnmarshalText([]byte(m.text(name))); err != nil {
		m.wrong(name)
	}
	return value
}

// optionalMoment returns nil for null and missing members.
func (m *members) optionalMoment(name string) *time.Time {
	if m.isNull(name) {
		return nil
	}
	value := m.moment(name)
	return &value
}

// objects returns the items of a list of objects.
func (m *members) objects(name string) []*members {
	var objects []*members
	for _, item := range m.list(name) {
		objects = append(objects, within(item, m.first))
	}
	return objects
}

func (m *members) textList(name string) []string {
	var texts []string
	for _, item := range m.list(name) {
		var text *string
		if json.Unmarshal(item, &text) != nil || text == nil {
			m.wrong(name)
			return nil
		}
		texts = append(texts, *text)
	}
	return texts
}

func (m *members) list(name string) []json.RawMessage {
	var items *[]json.RawMessage
	m.read(name, &items)
	if items == nil {
		m.wrong(name)
		return nil
	}
	return *items
}

func (m *members) object(name string) *members {
	return within(m.raw[name], m.first)
}

// texts returns nil for null and missing members.
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
	m.fail(fmt.Errorf("%s is missing or has the wrong type", name))
}

func (m *members) fail(err error) {
	if *m.first == nil {
		*m.first = err
	}
}
