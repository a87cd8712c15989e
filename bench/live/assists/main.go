// Calls the runtime's gcAssistAlloc itself, while no collection runs and it has next to nothing to do, a thousand times a second, and
// prints each second the median of what a call took, in nanoseconds.
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
