// Waits for a line, stops its own world for many reasons, and prints the runtime's counts of that time: collections, GC pauses
// and other pauses (runtime/metrics; -1 before Go 1.22). The first argument is the number of explicit collections; garbage
// causes some more. With a second argument it then executes that program. Otherwise it ends after another line.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"syscall"
	"time"
)

var garbage []byte

func stops(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindFloat64Histogram {
		return -1
	}
	var sum int64
	for _, count := range sample[0].Value.Float64Histogram().Counts {
		sum += int64(count)
	}
	return sum
}

func counted() (int64, int64, int64) {
	var stats debug.GCStats
	debug.ReadGCStats(&stats) // does not stop the world
	return stats.NumGC, stops("/sched/pauses/total/gc:seconds"), stops("/sched/pauses/total/other:seconds")
}

func main() {
	times, _ := strconv.Atoi(os.Args[1])
	input := bufio.NewReader(os.Stdin)
	fmt.Println("ready")
	input.ReadString('\n')
	collections, ofCollector, others := counted()
	for i := 0; i < times; i++ {
		for j := 0; j < 30; j++ {
			garbage = make([]byte, 64<<10)
		}
		runtime.GC()
		time.Sleep(2 * time.Millisecond)
	}
	var stats runtime.MemStats
	for i := 0; i < 3; i++ {
		runtime.ReadMemStats(&stats)
	}
	processors := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(processors + 1)
	runtime.GOMAXPROCS(processors)
	runtime.Stack(make([]byte, 4096), true)
	runtime.GC()
	nowCollections, nowOfCollector, nowOthers := counted()
	if ofCollector < 0 {
		fmt.Println(nowCollections-collections, -1, -1)
	} else {
		fmt.Println(nowCollections-collections, nowOfCollector-ofCollector, nowOthers-others)
	}
	if len(os.Args) > 2 {
		syscall.Exec(os.Args[2], []string{os.Args[2], "1"}, os.Environ())
	}
	input.ReadString('\n')
}
