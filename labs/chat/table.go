package main

import (
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
)

// EPOLLET as the kernel has it; package syscall has it negative.
const edge = 1 << 31

var errClosed = errors.New("closed")

// table is a thread with its own descriptor table (unshare(2), CLONE_FILES): a process that may not raise its limit can
// have more connections this way. Only the thread can use them, so it reads and writes for the goroutines.
type table struct {
	epoll, listener int
	wakeRead, wake  int // a pipe; both tables have it
	woken           int32
	greet           func(conn)
	connections     map[int]*tableConn // used only by the thread
	mutex           sync.Mutex
	waiting         []*tableConn // have something to write, or to be closed
}

// tableConn is a connection of a table.
type tableConn struct {
	table    *table
	file     int
	mutex    sync.Mutex
	readable sync.Cond
	in, out  []byte
	queued   bool
	leaving  bool
	ended    bool
}

// newTable starts a thread that listens, and returns its port.
func newTable(greet func(conn)) (int, error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_NONBLOCK|syscall.O_CLOEXEC); err != nil {
		return 0, err
	}
	t := &table{wakeRead: ends[0], wake: ends[1], greet: greet, connections: map[int]*tableConn{}}
	type answer struct {
		port int
		err  error
	}
	opened := make(chan answer)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread must not be used for anything else
		port, err := t.open()
		opened <- answer{port, err}
		if err == nil {
			t.run()
		}
	}()
	got := <-opened
	return got.port, got.err
}

func (t *table) open() (int, error) {
	if err := syscall.Unshare(syscall.CLONE_FILES); err != nil {
		return 0, err
	}
	var err error
	if t.epoll, err = syscall.EpollCreate1(syscall.EPOLL_CLOEXEC); err != nil {
		return 0, err
	}
	kind := syscall.SOCK_STREAM | syscall.SOCK_NONBLOCK | syscall.SOCK_CLOEXEC
	if t.listener, err = syscall.Socket(syscall.AF_INET, kind, 0); err != nil {
		return 0, err
	}
	if err = syscall.Bind(t.listener, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return 0, err
	}
	if err = syscall.Listen(t.listener, 4096); err != nil {
		return 0, err
	}
	for _, file := range []int{t.listener, t.wakeRead} {
		if err = watch(t.epoll, file, syscall.EPOLLIN); err != nil {
			return 0, err
		}
	}
	name, err := syscall.Getsockname(t.listener)
	if err != nil {
		return 0, err
	}
	return name.(*syscall.SockaddrInet4).Port, nil
}

func watch(epoll, file int, events uint32) error {
	event := syscall.EpollEvent{Events: events, Fd: int32(file)}
	return syscall.EpollCtl(epoll, syscall.EPOLL_CTL_ADD, file, &event)
}

func (t *table) run() {
	events := make([]syscall.EpollEvent, 256)
	buffer := make([]byte, 16<<10)
	for {
		count, err := syscall.EpollWait(t.epoll, events, -1)
		if err != nil && err != syscall.EINTR {
			return
		}
		for i := 0; i < count; i++ {
			switch file := int(events[i].Fd); file {
			case t.listener:
				t.accept()
			case t.wakeRead:
				// Emptied before the flag is cleared: a goroutine that still sees the flag has queued before that.
				syscall.Read(t.wakeRead, buffer)
				atomic.StoreInt32(&t.woken, 0)
				t.write()
			default:
				if c := t.connections[file]; c != nil {
					c.take(buffer)
					c.give()
				}
			}
		}
	}
}

func (t *table) accept() {
	for {
		file, _, err := syscall.Accept4(t.listener, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
		if err != nil {
			return
		}
		syscall.SetsockoptInt(file, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1)
		c := &tableConn{table: t, file: file}
		c.readable.L = &c.mutex
		t.connections[file] = c
		watch(t.epoll, file, syscall.EPOLLIN|syscall.EPOLLOUT|edge)
		t.greet(c)
	}
}

func (t *table) write() {
	t.mutex.Lock()
	waiting := t.waiting
	t.waiting = nil
	t.mutex.Unlock()
	for _, c := range waiting {
		c.give()
	}
	t.mutex.Lock()
	if t.waiting == nil {
		t.waiting = waiting[:0]
	}
	t.mutex.Unlock()
}

// queue hands the connection to the thread.
func (t *table) queue(c *tableConn) {
	t.mutex.Lock()
	t.waiting = append(t.waiting, c)
	t.mutex.Unlock()
	if atomic.CompareAndSwapInt32(&t.woken, 0, 1) {
		syscall.Write(t.wake, []byte{1})
	}
}

// take reads available data. Called by the thread.
func (c *tableConn) take(buffer []byte) {
	for {
		count, err := syscall.Read(c.file, buffer)
		if err == syscall.EINTR {
			continue
		}
		if err == syscall.EAGAIN {
			return
		}
		c.mutex.Lock()
		if count > 0 {
			c.in = append(c.in, buffer[:count]...)
		} else {
			c.ended = true
		}
		c.readable.Signal()
		c.mutex.Unlock()
		if count < len(buffer) {
			return
		}
	}
}

// give writes pending data, and closes the connection if requested. Called by the thread.
func (c *tableConn) give() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.queued = false
	for len(c.out) > 0 && !c.leaving {
		count, err := syscall.Write(c.file, c.out)
		if err == syscall.EINTR {
			continue
		}
		if err == syscall.EAGAIN {
			return
		}
		if err != nil {
			c.ended = true
			c.out = c.out[:0]
			c.readable.Signal()
			return
		}
		c.out = c.out[:copy(c.out, c.out[count:])]
	}
	if c.leaving && c.table.connections[c.file] == c {
		delete(c.table.connections, c.file)
		syscall.Close(c.file)
	}
}

// Read waits for data.
func (c *tableConn) Read(p []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.in) == 0 && !c.ended && !c.leaving {
		c.readable.Wait()
	}
	if len(c.in) == 0 {
		return 0, io.EOF
	}
	count := copy(p, c.in)
	c.in = c.in[:copy(c.in, c.in[count:])]
	return count, nil
}

// Write hands bytes to the thread.
func (c *tableConn) Write(p []byte) (int, error) {
	c.mutex.Lock()
	if c.ended || c.leaving {
		c.mutex.Unlock()
		return 0, errClosed
	}
	c.out = append(c.out, p...)
	queued := c.queued
	c.queued = true
	c.mutex.Unlock()
	if !queued {
		c.table.queue(c)
	}
	return len(p), nil
}

// Close lets the thread close it.
func (c *tableConn) Close() error {
	c.mutex.Lock()
	gone := c.leaving
	c.leaving = true
	c.readable.Signal()
	c.mutex.Unlock()
	if !gone {
		c.table.queue(c)
	}
	return nil
}
