package unpause

import (
	"strings"
	"sync"
	"sync/atomic"
)

const (
	mostNames     = 1024
	nameLength    = 200
	longestOfPath = 32 // a longer part of a path is somebody's, and no route's
)

// key is what a request is called by: two texts, so that they needn't be joined for each request.
type key struct{ verb, rest string }

// names are the numbers of the texts in the file, from 1; 0 stands for what found no room.
type names struct {
	file  *file
	known atomic.Pointer[map[key]uint32]
	mutex sync.Mutex
}

// number finds or gives one. Readers never wait: the map is copied when a name is added.
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
	// The program's text may be a part of a large buffer, which must not be held.
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

// route is a path without what tells single things apart: parts with digits, and long ones. It is made anew only where there are any.
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
