package main

import (
	"bufio"
	"fmt"
	"strings"
	"sync"
	"time"
)

const (
	pingEvery   = 20 * time.Second
	writeBuffer = 16 << 10
)

// wasteful is a typical first version of the server: three goroutines per connection, and new objects for each line.
type wasteful struct {
	mutex sync.Mutex
	rooms map[string]*loudRoom
}

type loudRoom struct {
	mutex   sync.Mutex
	members []*talker
}

// talker is a connected client.
type talker struct {
	connection conn
	nick       string
	room       *loudRoom
	out        chan string
	gone       chan struct{}
}

func newWasteful() *wasteful { return &wasteful{rooms: map[string]*loudRoom{}} }

func (s *wasteful) greet(connection conn) {
	t := &talker{connection: connection, out: make(chan string, 32), gone: make(chan struct{})}
	go s.read(t)
	go t.write()
	go t.ping()
}

// read reads the lines of one client.
func (s *wasteful) read(t *talker) {
	defer s.leave(t)
	lines := bufio.NewReader(t.connection)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.SplitN(strings.TrimRight(line, "\r\n"), " ", 3)
		switch {
		case words[0] == "NICK" && len(words) > 1:
			t.nick = words[1]
		case words[0] == "JOIN" && len(words) > 1:
			s.join(t, words[1])
			t.say(fmt.Sprintf(":chat 366 %s %s :End of /NAMES list.\r\n", t.nick, words[1]))
		case words[0] == "PRIVMSG" && len(words) > 2 && t.room != nil:
			t.room.tell(t, words[1], strings.TrimPrefix(words[2], ":"))
		}
	}
}

func (s *wasteful) join(t *talker, name string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	room := s.rooms[name]
	if room == nil {
		room = &loudRoom{}
		s.rooms[name] = room
	}
	t.room = room
	room.mutex.Lock()
	room.members = append(room.members, t)
	room.mutex.Unlock()
}

func (s *wasteful) leave(t *talker) {
	if room := t.room; room != nil {
		room.mutex.Lock()
		for i, member := range room.members {
			if member == t {
				room.members = append(room.members[:i:i], room.members[i+1:]...)
				break
			}
		}
		room.mutex.Unlock()
	}
	close(t.gone)
	t.connection.Close()
}

// tell creates the line for each of the others.
func (r *loudRoom) tell(from *talker, room, text string) {
	r.mutex.Lock()
	members := append([]*talker(nil), r.members...)
	r.mutex.Unlock()
	for _, member := range members {
		if member != from {
			member.say(fmt.Sprintf("@time=%s :%s!%s@127.0.0.1 PRIVMSG %s :%s\r\n",
				time.Now().Format(time.RFC3339Nano), from.nick, from.nick, room, text))
		}
	}
}

// say queues a line; a client that does not read loses lines.
func (t *talker) say(line string) {
	select {
	case t.out <- line:
	default:
	}
}

func (t *talker) write() {
	for {
		select {
		case line := <-t.out:
			// A buffer for each line: the most expensive habit here.
			writer := bufio.NewWriterSize(t.connection, writeBuffer)
			writer.WriteString(line)
			if writer.Flush() != nil {
				return
			}
		case <-t.gone:
			return
		}
	}
}

func (t *talker) ping() {
	for {
		select {
		case <-time.After(pingEvery):
			t.say(fmt.Sprintf("PING :%d\r\n", time.Now().UnixNano()))
		case <-t.gone:
			return
		}
	}
}
