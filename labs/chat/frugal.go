package main

import (
	"bytes"
	"sync"
	"time"
)

const (
	lineLength = 1024 // a longer line ends the connection
	pingStep   = 100 * time.Millisecond
	pingSteps  = int(pingEvery / pingStep)
)

// frugal is the same server with almost no garbage: one goroutine and one buffer per connection. Each line is created once for
// all receivers, in a reused buffer, and written by the sender's goroutine. One goroutine sends all pings.
type frugal struct {
	mutex sync.Mutex
	rooms map[string]*quietRoom
	steps [pingSteps][]*guest // the connections to ping at each step
	next  int
}

type quietRoom struct {
	mutex   sync.RWMutex
	members []*guest
}

// guest is a connected client.
type guest struct {
	connection conn
	room       *quietRoom
	prefix     []byte
	step       int
	mutex      sync.Mutex // serialises lines
	in         [lineLength]byte
}

var lines = sync.Pool{New: func() interface{} { b := make([]byte, 0, 2*lineLength); return &b }}

var pingLine = []byte("PING :chat\r\n")

func newFrugal() *frugal {
	s := &frugal{rooms: map[string]*quietRoom{}}
	go s.ping()
	return s
}

func (s *frugal) greet(connection conn) {
	g := &guest{connection: connection}
	s.mutex.Lock()
	g.step = s.next % pingSteps
	s.next++
	s.steps[g.step] = append(s.steps[g.step], g)
	s.mutex.Unlock()
	go s.read(g)
}

func (s *frugal) read(g *guest) {
	defer s.leave(g)
	filled := 0
	for {
		count, err := g.connection.Read(g.in[filled:])
		if err != nil {
			return
		}
		filled += count
		rest := g.in[:filled]
		for {
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				break
			}
			s.handle(g, bytes.TrimRight(rest[:end], "\r"))
			rest = rest[end+1:]
		}
		filled = copy(g.in[:], rest)
		if filled == len(g.in) {
			return
		}
	}
}

func (s *frugal) handle(g *guest, line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("NICK ")):
		nick := string(line[5:])
		g.prefix = []byte(" :" + nick + "!" + nick + "@127.0.0.1 PRIVMSG ")
	case bytes.HasPrefix(line, []byte("JOIN ")):
		s.join(g, string(line[5:]))
		g.give([]byte(":chat 366 " + string(line[5:]) + " :End of /NAMES list.\r\n"))
	case bytes.HasPrefix(line, []byte("PRIVMSG ")) && g.room != nil:
		g.room.tell(g, line[8:])
	}
}

func (s *frugal) join(g *guest, name string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	room := s.rooms[name]
	if room == nil {
		room = &quietRoom{}
		s.rooms[name] = room
	}
	g.room = room
	room.mutex.Lock()
	room.members = append(room.members, g)
	room.mutex.Unlock()
}

func (s *frugal) leave(g *guest) {
	if room := g.room; room != nil {
		room.mutex.Lock()
		room.members = without(room.members, g)
		room.mutex.Unlock()
	}
	s.mutex.Lock()
	s.steps[g.step] = without(s.steps[g.step], g)
	s.mutex.Unlock()
	g.connection.Close()
}

func without(guests []*guest, gone *guest) []*guest {
	for i, g := range guests {
		if g == gone {
			guests[i] = guests[len(guests)-1]
			return guests[:len(guests)-1]
		}
	}
	return guests
}

// tell creates the line once: the text after PRIVMSG is passed on unchanged.
func (r *quietRoom) tell(from *guest, rest []byte) {
	line := lines.Get().(*[]byte)
	b := append((*line)[:0], "@time="...)
	b = time.Now().AppendFormat(b, time.RFC3339Nano)
	b = append(b, from.prefix...)
	b = append(b, rest...)
	b = append(b, "\r\n"...)
	r.mutex.RLock()
	for _, member := range r.members {
		if member != from {
			member.give(b)
		}
	}
	r.mutex.RUnlock()
	*line = b
	lines.Put(line)
}

func (g *guest) give(line []byte) {
	g.mutex.Lock()
	g.connection.Write(line)
	g.mutex.Unlock()
}

func (s *frugal) ping() {
	var due []*guest
	for step := 0; ; step = (step + 1) % pingSteps {
		time.Sleep(pingStep)
		s.mutex.Lock()
		due = append(due[:0], s.steps[step]...)
		s.mutex.Unlock()
		for _, g := range due {
			g.give(pingLine)
		}
	}
}
