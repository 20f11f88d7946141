package till

import (
	"net/url"
	"strconv"
)

// Page is a part of a list.
type Page[T any] struct {
	Data    []T  `json:"data"`
	HasMore bool `json:"has_more"`
	// Next is the cursor of the page behind this one; empty if there is none.
	Next string `json:"next,omitempty"`
}

// readPage returns the reader of a page whose items read reads.
func readPage[T any](read func(*members) T) func(*members) *Page[T] {
	return func(m *members) *Page[T] {
		page := &Page[T]{HasMore: m.flag("has_more"), Next: m.optional("next")}
		for _, item := range m.objects("data") {
			page.Data = append(page.Data, read(item))
		}
		return page
	}
}

// pages goes through the items of all pages.
type pages[T any] struct {
	load  func(after string) (*Page[T], error)
	after string
	more  bool
	rest  []T
	// the item that next went to, zero before the first and after the last
	item T
	err  error
}

func (p *pages[T]) next() bool {
	// a page may be empty although more follow
	for len(p.rest) == 0 && p.more && p.err == nil {
		page, err := p.load(p.after)
		if err != nil {
			p.err = err
			break
		}
		p.rest, p.after, p.more = page.Data, page.Next, page.HasMore && page.Next != ""
	}
	if len(p.rest) == 0 {
		var nothing T
		p.item = nothing
		return false
	}
	p.item, p.rest = p.rest[0], p.rest[1:]
	return true
}

// queryOf returns the parameters that have a value.
func queryOf(parameters map[string]string) url.Values {
	query := url.Values{}
	for name, value := range parameters {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// numberText returns "" for 0, which stands for the service's default.
func numberText(number int) string {
	if number == 0 {
		return ""
	}
	return strconv.Itoa(number)
}

// segmentOf returns an ID as a part of a path. The empty ID and those made of dots would make it another path.
func segmentOf(id string) (string, error) {
	if id == "" || id == "." || id == ".." {
		return "", &Error{Code: codeInvalidID, Message: "the ID must be that of a result"}
	}
	return url.PathEscape(id), nil
}
