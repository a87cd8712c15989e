//go:build go1.24

package main

import (
	"runtime"
	"sync/atomic"
	"time"
)

// leave waits, and belongs to runtime.AddCleanup.
func leave(int) {
	timed(func() { time.Sleep(2 * time.Millisecond) })
}

func init() {
	openWithCleanup = func() {
		h := &handle{}
		atomic.AddInt64(&opened, 1)
		runtime.AddCleanup(h, leave, 0)
		sink = h
	}
}
