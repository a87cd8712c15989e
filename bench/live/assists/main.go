// Calls the runtime's gcAssistAlloc directly, a thousand times per second, while no GC runs and it has almost no work, and prints
// the median length of a call each second, in nanoseconds.
package main

import (
	"fmt"
	"runtime"
	"sort"
	"time"
	"unsafe"
)

//go:linkname gcAssistAlloc runtime.gcAssistAlloc
func gcAssistAlloc(goroutine unsafe.Pointer)

func goroutine() unsafe.Pointer

func main() {
	runtime.LockOSThread()
	for {
		times := make([]int, 0, 1000)
		for len(times) < cap(times) {
			start := time.Now()
			gcAssistAlloc(goroutine())
			times = append(times, int(time.Since(start)))
			for time.Since(start) < time.Millisecond {
			}
		}
		sort.Ints(times)
		fmt.Println(times[len(times)/2])
	}
}
