// Allocates to cause about a hundred GCs per second of CPU time (with the argument "stops": stops the world again and again instead), and
// prints every 50 ms: work done, nanoseconds of the process's CPU time since the last line, GCs so far.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"
)

const (
	object = 4096
	rounds = 8500 // of arithmetic for each object, which sets how often the collector runs
)

var kept [64][]byte
var sum uint64

func cpu() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func main() {
	var stats debug.GCStats
	work, last, printed := 0, cpu(), time.Now()
	stops := len(os.Args) > 1 && os.Args[1] == "stops"
	var memory runtime.MemStats
	for i := 0; ; i++ {
		if stops {
			runtime.ReadMemStats(&memory)
			work++
		}
		for j := 0; stops && j < 20000; j++ {
			sum = sum*6364136223846793005 + uint64(j)
		}
		if stops {
			if time.Since(printed) > 50*time.Millisecond {
				now := cpu()
				fmt.Println(work, now-last, 0)
				work, last, printed = 0, cpu(), time.Now()
			}
			continue
		}
		kept[i%len(kept)] = make([]byte, object)
		for j := 0; j < rounds; j++ {
			sum = sum*6364136223846793005 + uint64(j)
		}
		work++
		if i%64 == 0 && time.Since(printed) > 50*time.Millisecond {
			now := cpu()
			debug.ReadGCStats(&stats) // stops nothing
			fmt.Println(work, now-last, stats.NumGC)
			work, last, printed = 0, cpu(), time.Now()
		}
	}
}
