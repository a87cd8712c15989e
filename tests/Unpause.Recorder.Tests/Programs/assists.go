// Waits for a line and allocates in small steps, with a live heap of lists, for the milliseconds in its argument. Prints the collections
// of that time, the total microseconds in which its goroutines allocated, and the microseconds of its assists' CPU time
// (runtime/metrics; -1 before Go 1.20). Then it ends after another line.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"
)

type node struct {
	next *node
	text [24]byte
}

func list(length int) *node {
	var head *node
	for i := 0; i < length; i++ {
		head = &node{next: head}
	}
	return head
}

func counted() (int64, int64) {
	var stats debug.GCStats
	debug.ReadGCStats(&stats) // does not stop the world
	sample := []metrics.Sample{{Name: "/cpu/classes/gc/mark/assist:cpu-seconds"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindFloat64 {
		return stats.NumGC, -1
	}
	return stats.NumGC, int64(sample[0].Value.Float64() * 1e6)
}

func main() {
	length, _ := strconv.Atoi(os.Args[1])
	kept := list(1000000)
	input := bufio.NewReader(os.Stdin)
	fmt.Println("ready")
	input.ReadString('\n')
	collections, assisting := counted()
	end := time.Now().Add(time.Duration(length) * time.Millisecond)
	var done sync.WaitGroup
	var sinks [4][16]*node
	var allocating [len(sinks)]time.Duration
	for i := range sinks {
		done.Add(1)
		go func(i int) {
			for j := 0; time.Now().Before(end); j++ {
				start := time.Now()
				sinks[i][j%len(sinks[i])] = list(20000)
				allocating[i] += time.Since(start)
				time.Sleep(4 * time.Millisecond)
			}
			done.Done()
		}(i)
	}
	done.Wait()
	nowCollections, nowAssisting := counted()
	if nowAssisting >= 0 {
		nowAssisting -= assisting
	}
	var sum time.Duration
	for _, one := range allocating {
		sum += one
	}
	fmt.Println(nowCollections-collections, sum.Microseconds(), nowAssisting)
	input.ReadString('\n')
	fmt.Fprintln(os.Stderr, kept.next != nil)
}
