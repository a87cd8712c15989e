package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

const (
	roomSize   = 10
	textLength = 400
	// An address has 28,232 ports by default; the more are used, the longer the kernel searches for a free one.
	portsOfAddress = 4000
	// A worker waits when this many of its clients are connected and have not joined their room yet.
	mostArriving = 200
	patience     = 10 * time.Second
	idMark       = ":id="
	idDigits     = 9
	// IP_BIND_ADDRESS_NO_PORT of linux/in.h: connect chooses the port, when the peer is known.
	bindAddressNoPort = 24
	monotonic         = 1
	timerAbsolute     = 1
)

// people are all clients, in as many threads as there are tables of descriptors, and at least two.
type people struct {
	plan      plan
	rooms     int
	all       int
	watched   []int32 // the client at which a message's latency is measured
	took      []int64 // nanoseconds since its scheduled time; 0: not received yet
	threads   int
	answered  int32
	origin    int64 // monotonic; 0 until all clients are connected
	begin     chan struct{}
	processID int
}

// worker is a thread with its own descriptors, for a part of the connections.
type worker struct {
	people   *people
	epoll    int
	timer    int
	byFile   []*person
	persons  []*person
	messages []int32 // the messages that it sends, by time
	buffer   []byte
	line     []byte
	in       int // how many have joined their room
}

type person struct {
	number int
	port   int
	file   int
	carry  []byte // the start of an incomplete line
}

// load connects all clients, sends the messages, and writes their latencies.
func load(csv, targets string, asked []int) error {
	debug.SetGCPercent(-1) // only the server's GC is measured
	seconds, rate, seed := asked[0], asked[1], asked[2]
	crowd, err := crowdOf(targets)
	if err != nil {
		return err
	}
	p := &people{all: len(crowd), processID: os.Getppid(), begin: make(chan struct{})}
	p.rooms = (p.all + roomSize - 1) / roomSize
	p.plan = planOf(seconds, rate, int64(seed), p.all)
	p.watched, p.took = make([]int32, len(p.plan.moments)), make([]int64, len(p.plan.moments))
	for k, sender := range p.plan.senders {
		p.watched[k] = int32(p.neighbour(int(sender), k))
	}
	each := raise(p.all+reserved) - reserved
	count := (p.all + each - 1) / each
	if count < 2 {
		count = 2
	}
	p.threads = count
	workers := make([]*worker, count)
	for i := range workers {
		workers[i] = &worker{people: p, buffer: make([]byte, 64<<10), byFile: make([]*person, each+2*reserved)}
	}
	for number, person := range crowd {
		w := workers[number%count]
		w.persons = append(w.persons, person)
	}
	for k, sender := range p.plan.senders {
		w := workers[int(sender)%count]
		w.messages = append(w.messages, int32(k))
	}
	return p.run(workers, csv)
}

func crowdOf(targets string) ([]*person, error) {
	var crowd []*person
	for _, target := range strings.Split(targets, ",") {
		at := strings.IndexByte(target, '=')
		if at < 0 {
			return nil, fmt.Errorf("no PORT=CONNECTIONS: %q", target)
		}
		pair := numbers([]string{target[:at], target[at+1:]})
		for i := 0; i < pair[1]; i++ {
			crowd = append(crowd, &person{number: len(crowd), port: pair[0]})
		}
	}
	return crowd, nil
}

// neighbour is one of the others in the room: person i is in room i modulo rooms.
func (p *people) neighbour(sender, k int) int {
	room := sender % p.rooms
	members := (p.all - room + p.rooms - 1) / p.rooms
	if members < 2 {
		return sender
	}
	place := (sender/p.rooms + 1 + k%(members-1)) % members
	return room + place*p.rooms
}

func (p *people) run(workers []*worker, csv string) error {
	failed := make(chan error, len(workers))
	var connected, done sync.WaitGroup
	connected.Add(len(workers))
	done.Add(len(workers))
	for _, w := range workers {
		go func(w *worker) {
			defer done.Done()
			runtime.LockOSThread()
			err := w.connect()
			connected.Done()
			if err == nil {
				<-p.begin
				err = w.talk()
			}
			if err != nil {
				failed <- err
			}
		}(w)
	}
	connected.Wait()
	select {
	case err := <-failed:
		return err
	default:
	}
	fmt.Fprintf(os.Stderr, "chat: %d connections from %d addresses\n", p.all, (p.all+portsOfAddress-1)/portsOfAddress)
	wall := time.Now()
	p.origin = now() + int64(100*time.Millisecond)
	start := wall.Add(100 * time.Millisecond)
	close(p.begin)
	done.Wait()
	select {
	case err := <-failed:
		return err
	default:
	}
	return writeRows(csv, start, p.plan.moments, p.took, p.processID)
}

// now is the clock of the timer: CLOCK_MONOTONIC, in nanoseconds.
func now() int64 {
	var at syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&at)), 0)
	return at.Nano()
}

func (w *worker) connect() error {
	if err := syscall.Unshare(syscall.CLONE_FILES); err != nil {
		return err
	}
	var err error
	if w.epoll, err = syscall.EpollCreate1(syscall.EPOLL_CLOEXEC); err != nil {
		return err
	}
	for i, person := range w.persons {
		if err := w.dial(person); err != nil {
			return fmt.Errorf("connection %d: %w", person.number, err)
		}
		if err := w.arrive(i + 1 - mostArriving); err != nil {
			return err
		}
	}
	return w.arrive(len(w.persons))
}

// arrive waits until this many clients have joined their room.
func (w *worker) arrive(count int) error {
	for end := now() + int64(patience); w.in < count; {
		if now() > end {
			return fmt.Errorf("%d of %d connections did not join their room within %v", count-w.in, count, patience)
		}
		if err := w.wait(100); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) dial(p *person) error {
	file, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	syscall.SetsockoptInt(file, syscall.IPPROTO_IP, bindAddressNoPort, 1)
	syscall.SetsockoptInt(file, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1)
	syscall.SetsockoptLinger(file, syscall.SOL_SOCKET, syscall.SO_LINGER, &syscall.Linger{Onoff: 1}) // no TIME_WAIT
	from := &syscall.SockaddrInet4{Addr: [4]byte{127, 0, byte(p.number / portsOfAddress / 250), byte(2 + p.number/portsOfAddress%250)}}
	if err := syscall.Bind(file, from); err != nil {
		return err
	}
	if err := syscall.Connect(file, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}, Port: p.port}); err != nil {
		return err
	}
	if err := syscall.SetNonblock(file, true); err != nil {
		return err
	}
	if file >= len(w.byFile) {
		return fmt.Errorf("descriptor %d exceeds the expected maximum", file)
	}
	p.file = file
	w.byFile[file] = p
	if err := watch(w.epoll, file, syscall.EPOLLIN); err != nil {
		return err
	}
	_, err = syscall.Write(file, []byte(fmt.Sprintf("NICK u%d\r\nJOIN #r%d\r\n", p.number, p.number%w.people.rooms)))
	return err
}

// talk sends each message at its scheduled time, or as soon as possible after it, and receives.
func (w *worker) talk() error {
	timer, _, number := syscall.Syscall(syscall.SYS_TIMERFD_CREATE, monotonic, syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if number != 0 {
		return number
	}
	w.timer = int(timer)
	if err := watch(w.epoll, w.timer, syscall.EPOLLIN); err != nil {
		return err
	}
	p := w.people
	last := p.origin
	if count := len(p.plan.moments); count > 0 {
		last += p.plan.moments[count-1]
	}
	for next := 0; ; {
		for next < len(w.messages) && p.origin+p.plan.moments[w.messages[next]] <= now() {
			if err := w.send(w.messages[next]); err != nil {
				return err
			}
			next++
		}
		if next < len(w.messages) {
			w.setTimer(p.origin + p.plan.moments[w.messages[next]])
		} else if int(atomic.LoadInt32(&p.answered)) == len(p.took) || now() > last+int64(patience) {
			return nil
		}
		if err := w.wait(50); err != nil {
			return err
		}
	}
}

func (w *worker) setTimer(at int64) {
	value := [2]syscall.Timespec{{}, syscall.NsecToTimespec(at)} // one-shot, absolute time
	syscall.Syscall6(syscall.SYS_TIMERFD_SETTIME, uintptr(w.timer), timerAbsolute, uintptr(unsafe.Pointer(&value)), 0, 0, 0)
}

func (w *worker) send(k int32) error {
	p := w.people
	sender := w.persons[int(p.plan.senders[k])/p.threads]
	b := append(w.line[:0], "PRIVMSG #r"...)
	b = strconv.AppendInt(b, int64(sender.number%p.rooms), 10)
	b = append(b, ' ')
	b = append(b, idMark...)
	digits := strconv.Itoa(int(k))
	for i := len(digits); i < idDigits; i++ {
		b = append(b, '0')
	}
	b = append(b, digits...)
	for i := 0; i < textLength; i++ {
		b = append(b, "abcdefgh jklmno "[i&15])
	}
	b = append(b, "\r\n"...)
	w.line = b
	for len(b) > 0 {
		count, err := syscall.Write(sender.file, b)
		switch err {
		case nil:
			b = b[count:]
		case syscall.EINTR:
		case syscall.EAGAIN: // the server doesn't read: the sender waits, and this wait counts
			if err := w.wait(1); err != nil {
				return err
			}
		default:
			return err
		}
	}
	return nil
}

// wait receives for this many milliseconds.
func (w *worker) wait(milliseconds int) error {
	var events [128]syscall.EpollEvent
	count, err := syscall.EpollWait(w.epoll, events[:], milliseconds)
	if err != nil && err != syscall.EINTR {
		return err
	}
	for i := 0; i < count; i++ {
		file := int(events[i].Fd)
		if file == w.timer && w.timer != 0 {
			syscall.Read(file, w.buffer)
			continue
		}
		if err := w.receive(w.byFile[file]); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) receive(p *person) error {
	count, err := syscall.Read(p.file, w.buffer)
	if err == syscall.EAGAIN || err == syscall.EINTR {
		return nil
	}
	if err != nil || count == 0 {
		return fmt.Errorf("the server closed connection %d: %v", p.number, err)
	}
	text := w.buffer[:count]
	if len(p.carry) > 0 {
		p.carry = append(p.carry, text...)
		text = p.carry
	}
	for {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			break
		}
		w.take(p, text[:end])
		text = text[end+1:]
	}
	p.carry = append(p.carry[:0], text...)
	return nil
}

func (w *worker) take(p *person, line []byte) {
	if at := bytes.Index(line, []byte(idMark)); at >= 0 && len(line) >= at+len(idMark)+idDigits {
		k := 0
		for _, digit := range line[at+len(idMark) : at+len(idMark)+idDigits] {
			k = 10*k + int(digit-'0')
		}
		crowd := w.people
		if k >= 0 && k < len(crowd.took) && int(crowd.watched[k]) == p.number {
			took := now() - crowd.origin - crowd.plan.moments[k]
			if took < 1 {
				took = 1
			}
			if atomic.CompareAndSwapInt64(&crowd.took[k], 0, took) {
				atomic.AddInt32(&crowd.answered, 1)
			}
		}
	} else if bytes.Contains(line, []byte(" 366 ")) {
		w.in++
	}
}
