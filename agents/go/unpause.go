// Package unpause records the garbage collections of this process and the requests that it serves in a file for
// `unpause report FILE`; FORMAT.md describes the file. Recording starts with Start or, if the package is only imported (import _),
// with the environment variable UNPAUSE_GO_FOLDER. Otherwise nothing is written.
//
// The program does not change: no panics, no output, bounded memory. An error ends the recording, never the program.
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

// FolderVariable is the environment variable that starts recording in a program that imports the package.
const FolderVariable = "UNPAUSE_GO_FOLDER"

// SlowVariable sets Options.Slow when FolderVariable starts the recording: 50ms.
const SlowVariable = "UNPAUSE_GO_SLOW"

const (
	usualInterval  = 250 * time.Millisecond
	shortest       = 100 * time.Millisecond
	longest        = time.Second
	usualRequests  = 1 << 17
	fewestRequests = 1 << 10
	mostRequests   = 1 << 22
)

// ErrStarted reports that the process is already being recorded.
var ErrStarted = errors.New("unpause: this process is already being recorded")

// Options of Start. The zero value of each field is its default.
type Options struct {
	// Folder for the file; the working directory when empty.
	Folder string
	// Interval between samples: 100 ms to 1 s.
	Interval time.Duration
	// Requests is how many the file keeps, the latest ones: 64 bytes each.
	Requests int
	// Slow, if not 0, keeps an execution trace of the last seconds when a request takes longer (Go 1.25 and later).
	// The flight recorder then runs all the time.
	Slow time.Duration
}

// agent is a running recording. A process has at most one.
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
	broken   atomic.Bool // nothing more is written to the file
}

var (
	current  atomic.Pointer[agent]
	starting sync.Mutex
	failure  atomic.Value // why the recording requested by the variable did not start: a problem
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

// Err is why the recording requested by the environment variable did not start; nil when it did, or when none was requested.
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

// Start starts recording this process. It fails if the file can't be created, the system is not Linux, or the process is already
// being recorded. The program can continue in each case.
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

// Stop ends the recording in order. Without it the file is complete up to the last interval before the process ended.
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
	// A file that is truncated while it is mapped causes a fault. It ends the recording, not the program.
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
