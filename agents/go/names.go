package unpause

import (
	"strings"
	"sync"
	"sync/atomic"
)

const (
	mostNames     = 1024
	nameLength    = 200
	longestOfPath = 32 // a longer part of a path identifies a resource or a user, not a route
)

// key is the name of a request in two parts, so that they need not be joined for each request.
type key struct{ verb, rest string }

// names maps texts to their numbers in the file, from 1; 0 means that there was no space for the name.
type names struct {
	file  *file
	known atomic.Pointer[map[key]uint32]
	mutex sync.Mutex
}

// number finds or assigns a number. Readers never wait: the map is copied when a name is added.
func (n *names) number(k key) uint32 {
	if known := n.known.Load(); known != nil {
		if number, ok := (*known)[k]; ok {
			return number
		}
		if len(*known) >= mostNames {
			return 0
		}
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	old := n.known.Load()
	grown := map[key]uint32{}
	if old != nil {
		if number, ok := (*old)[k]; ok {
			return number
		}
		for name, number := range *old {
			grown[name] = number
		}
	}
	if len(grown) >= mostNames || !n.file.name(k.text()) {
		return 0
	}
	// The program's text may be part of a large buffer, which the map must not retain.
	number := uint32(len(grown) + 1)
	grown[key{strings.Clone(k.verb), strings.Clone(k.rest)}] = number
	n.known.Store(&grown)
	return number
}

func (k key) text() string {
	text := k.rest
	if k.verb != "" {
		text = k.verb + " " + k.rest
	}
	if len(text) > nameLength {
		text = text[:nameLength]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// route is a path with parts that identify single resources (with digits, or long) replaced by {}. It allocates only if there are any.
func route(path string) string {
	if len(path) > nameLength {
		path = path[:nameLength]
	}
	start, changed := 0, false
	var b strings.Builder
	for at := 0; at <= len(path); at++ {
		if at < len(path) && path[at] != '/' {
			continue
		}
		part := path[start:at]
		single := len(part) > longestOfPath || strings.ContainsAny(part, "0123456789")
		if single && !changed {
			changed = true
			b.WriteString(path[:start])
		}
		if changed {
			if single {
				part = "{}"
			}
			b.WriteString(part)
			if at < len(path) {
				b.WriteByte('/')
			}
		}
		start = at + 1
	}
	if !changed {
		return path
	}
	return b.String()
}
