// Programs whose trouble is known: unpause has to name each by its gc lines alone.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

type node struct {
	next *node
	text [24]byte
}

type value struct {
	next int32
	text [24]byte
}

var sink [64]*node

// small keeps 2 MB and allocates as fast as it can.
func small(end time.Time) interface{} {
	live := list(50_000)
	churn(end)
	return live
}

// stacks keeps many goroutines that are deep in their stacks, and allocates.
func stacks(end time.Time) interface{} {
	var ready sync.WaitGroup
	stop := make(chan bool)
	for i := 0; i < 20_000; i++ {
		ready.Add(1)
		go func() { deep(60, &ready, stop) }()
	}
	ready.Wait()
	churn(end)
	close(stop)
	return nil
}

func deep(depth int, ready *sync.WaitGroup, stop chan bool) byte {
	var frame [128]byte
	if depth == 0 {
		ready.Done()
		<-stop
		return frame[0]
	}
	return deep(depth-1, ready, stop) + frame[depth]
}

// pointers keeps a large heap of small objects that refer to each other.
func pointers(end time.Time) interface{} {
	live := list(6_000_000)
	churn(end)
	return live
}

// values keeps the same data in one slice without pointers.
func values(end time.Time) interface{} {
	live := make([]value, 6_000_000)
	for i := range live {
		live[i].next = int32(i - 1)
	}
	churn(end)
	return live
}

func list(length int) *node {
	var head *node
	for i := 0; i < length; i++ {
		head = &node{next: head}
	}
	return head
}

func churn(end time.Time) {
	var all sync.WaitGroup
	for worker := 0; worker < 2; worker++ {
		all.Add(1)
		go func(worker int) {
			defer all.Done()
			for time.Now().Before(end) {
				for i := 0; i < 10_000; i++ {
					sink[worker*32] = &node{}
				}
			}
		}(worker)
	}
	all.Wait()
}

func main() {
	what := flag.String("case", "small", "small, stacks, pointers or values")
	length := flag.Duration("for", 2*time.Second, "how long")
	profile := flag.String("cpu", "", "file for a CPU profile")
	flag.Parse()
	runtime.GOMAXPROCS(2)
	if *profile != "" {
		file, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(file)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	cases := map[string]func(time.Time) interface{}{"small": small, "stacks": stacks, "pointers": pointers, "values": values}
	live := cases[*what](time.Now().Add(*length))
	pprof.StopCPUProfile()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	fmt.Printf("%s: %d collections, %.1f%% of CPU\n", *what, stats.NumGC, 100*stats.GCCPUFraction)
	runtime.KeepAlive(live)
}
