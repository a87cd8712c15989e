// A program whose handles are freed by finalizers, and an execution trace of itself. It says how long its finalizers took by its own clock.
package main

import (
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"runtime/trace"
	"sync/atomic"
	"time"
)

type handle struct {
	next *handle
	text [4096]byte
}

var opened, closed, taken, longest int64
var sink *handle

// openWithCleanup is in a file of its own, which Go 1.19 leaves out.
var openWithCleanup func()

// slow waits, as a finalizer does that says goodbye to a server.
func slow(*handle) {
	timed(func() { time.Sleep(2 * time.Millisecond) })
}

// busy computes, as a finalizer does that compresses what it has.
func busy(h *handle) {
	timed(func() {
		for i := 0; i < 200_000; i++ {
			h.text[i%len(h.text)] += byte(i)
		}
	})
}

// quick does what is no work.
func quick(*handle) {
	timed(func() {})
}

func timed(work func()) {
	began := time.Now()
	work()
	atomic.AddInt64(&closed, 1)
	lasted := int64(time.Since(began))
	atomic.AddInt64(&taken, lasted)
	if lasted > atomic.LoadInt64(&longest) {
		atomic.StoreInt64(&longest, lasted)
	}
}

func open(free func(*handle)) {
	h := &handle{}
	atomic.AddInt64(&opened, 1)
	runtime.SetFinalizer(h, free)
	sink = h
}

func main() {
	how := flag.String("case", "slow", "slow, busy, quick or cleanups")
	file := flag.String("trace", "trace.out", "where the trace goes")
	length := flag.Duration("for", 500*time.Millisecond, "how long")
	flag.Parse()
	runtime.GOMAXPROCS(2)
	frees := map[string]func(*handle){"slow": slow, "busy": busy, "quick": quick}
	opens := func() { open(frees[*how]) }
	if *how == "cleanups" {
		opens = openWithCleanup
	}
	out, err := os.Create(*file)
	if err != nil {
		panic(err)
	}
	if err := trace.Start(out); err != nil {
		panic(err)
	}
	began := time.Now()
	for time.Since(began) < *length {
		for i := 0; i < 100; i++ {
			opens()
		}
		time.Sleep(5 * time.Millisecond)
	}
	lasted := time.Since(began)
	told := map[string]interface{}{
		"go": runtime.Version(), "opened": atomic.LoadInt64(&opened), "finalized": atomic.LoadInt64(&closed),
		"finalizing_ns": atomic.LoadInt64(&taken), "longest_finalizer_ns": atomic.LoadInt64(&longest), "lasted_ns": lasted.Nanoseconds(),
	}
	trace.Stop()
	out.Close()
	json.NewEncoder(os.Stdout).Encode(told)
}
