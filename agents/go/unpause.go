// Package unpause records what the garbage collector of this process does, and the requests that the process serves,
// into a file that `unpause report FILE` reads; FORMAT.md describes it. Nothing is written unless it is asked for: by Start, or,
// where the package is only imported (import _), by the environment variable UNPAUSE_GO_FOLDER.
//
// The program is not changed: no panics, no output, bounded memory. What goes wrong ends the recording, never the program.
package unpause

import (
	"errors"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// FolderVariable is the environment variable that starts the recording of a program that imports the package.
const FolderVariable = "UNPAUSE_GO_FOLDER"

// SlowVariable holds, beside FolderVariable, Options.Slow: 50ms.
const SlowVariable = "UNPAUSE_GO_SLOW"

const (
	usualInterval  = 250 * time.Millisecond
	shortest       = 100 * time.Millisecond
	longest        = time.Second
	usualRequests  = 1 << 17
	fewestRequests = 1 << 10
	mostRequests   = 1 << 22
)

// ErrStarted tells that the process is recorded already.
var ErrStarted = errors.New("unpause: this process is recorded already")

// Options of Start. The zero value of each is a good one.
type Options struct {
	// Folder is where the file goes; the current one when empty.
	Folder string
	// Interval between samples: 100 ms to 1 s.
	Interval time.Duration
	// Requests is how many of them the file holds, the latest: 64 bytes each.
	Requests int
	// Slow, where it is not 0, keeps an execution trace of the last seconds when a request takes longer (Go 1.25 and later):
	// the flight recorder runs all the time for it.
	Slow time.Duration
}

// agent is a recording that runs. There is one in a process.
type agent struct {
	file     *file
	zero     time.Time
	slow     time.Duration
	interval time.Duration
	names    names
	sampler  *sampler
	flight   flight
	slowCame chan struct{}
	stop     chan struct{}
	done     chan struct{}
	stopping sync.Once
	broken   atomic.Bool // the file is not written to any more
}

var (
	current  atomic.Pointer[agent]
	starting sync.Mutex
	failure  atomic.Value // why the variable's recording did not start: a problem
)

type problem struct{ error }

func init() {
	folder := os.Getenv(FolderVariable)
	if folder == "" {
		return
	}
	slow, _ := time.ParseDuration(os.Getenv(SlowVariable))
	if err := Start(Options{Folder: folder, Slow: slow}); err != nil {
		failure.Store(problem{err})
	}
}

// Err is why the recording that the environment variable asked for did not begin; nil when it did, or when none was asked for.
func Err() error {
	if found, ok := failure.Load().(problem); ok {
		return found.error
	}
	return nil
}

// File is the path of the recording; empty when there is none.
func File() string {
	if a := current.Load(); a != nil {
		return a.file.path
	}
	return ""
}

// Start begins to record this process. It fails where the file can't be made, where the system is not Linux, and where the process is
// recorded already; the program can go on all the same.
func Start(options Options) error {
	starting.Lock()
	defer starting.Unlock()
	if current.Load() != nil {
		return ErrStarted
	}
	zero := time.Now()
	made, err := create(options.Folder, zero, int(within(int64(options.Requests), usualRequests, fewestRequests, mostRequests)))
	if err != nil {
		return err
	}
	a := &agent{
		file:     made,
		zero:     zero,
		slow:     options.Slow,
		interval: time.Duration(within(int64(options.Interval), int64(usualInterval), int64(shortest), int64(longest))),
		sampler:  newSampler(),
		slowCame: make(chan struct{}, 1),
		stop:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	a.names.file = made
	if a.slow > 0 {
		a.flight.start()
	}
	current.Store(a)
	go a.run()
	return nil
}

// Stop ends the recording in order. A process that ends without it leaves as good a file, up to the last interval.
func Stop() {
	a := current.Load()
	if a == nil {
		return
	}
	a.stopping.Do(func() { close(a.stop) })
	<-a.done
	current.CompareAndSwap(a, nil)
}

func within(value, usual, least, most int64) int64 {
	switch {
	case value == 0:
		return usual
	case value < least:
		return least
	case value > most:
		return most
	}
	return value
}

// now is the agent's clock: monotonic nanoseconds since the recording began.
func (a *agent) now() int64 { return int64(time.Since(a.zero)) }

func (a *agent) run() {
	defer close(a.done)
	defer a.flight.stop()
	// A file that was cut off while it is mapped is a fault: it ends the recording and not the program.
	debug.SetPanicOnFault(true)
	defer a.guard()
	ticker := time.NewTicker(a.interval)
	defer ticker.Stop()
	for {
		a.sampler.take(a)
		select {
		case <-ticker.C:
		case <-a.slowCame:
			a.flight.keep(a.file.path)
		case <-a.stop:
			a.sampler.take(a)
			a.file.end()
			return
		}
		if a.broken.Load() {
			return
		}
	}
}

func (a *agent) guard() {
	if recover() != nil {
		a.broken.Store(true)
	}
}

func fileName(process int, zero time.Time) string {
	return "go-" + strconv.Itoa(process) + "-" + strconv.FormatInt(zero.UnixNano(), 36) + ".upgo"
}
