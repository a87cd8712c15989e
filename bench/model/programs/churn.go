// Keeps a table of records. Each operation replaces a random one and allocates some short-lived garbage.
// usage: churn LIVE_MIB SECONDS    prints one line: operations, and what the runtime itself counted
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

const recordBytes = 1024
const garbagePerOperation = 2

// Steps of arithmetic per operation: about two microseconds.
const stepsPerOperation = 2000

type record struct {
	next *record
	body []byte
}

var sink *record

func made() *record {
	one := &record{body: make([]byte, recordBytes/2)}
	one.next = &record{body: make([]byte, recordBytes/2-96)}
	return one
}

func main() {
	started := time.Now()
	live, _ := strconv.Atoi(os.Args[1])
	seconds, _ := strconv.ParseFloat(os.Args[2], 64)
	table := make([]*record, live<<20/recordBytes)
	for i := range table {
		table[i] = made()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	filled := begin.Sub(started).Seconds()
	state := uint64(1)
	operations := 0
	for time.Since(begin).Seconds() < seconds {
		for batch := 0; batch < 1000; batch++ {
			for i := 0; i < stepsPerOperation; i++ {
				state = state*6364136223846793005 + 1442695040888963407
			}
			table[(state>>33)%uint64(len(table))] = made()
			for i := 0; i < garbagePerOperation; i++ {
				sink = made()
			}
		}
		operations += 1000
	}
	elapsed := time.Since(begin).Seconds()
	runtime.ReadMemStats(&after)
	// The fraction is of all CPU time since the start; the fraction after the table was filled is computed from both.
	collected := after.GCCPUFraction*(filled+elapsed) - before.GCCPUFraction*filled
	fmt.Printf("operations %d seconds %.3f collections %d pause_ms %.3f gc_cpu_percent %.3f\n",
		operations, elapsed, after.NumGC-before.NumGC, float64(after.PauseTotalNs-before.PauseTotalNs)/1e6, 100*collected/elapsed)
	runtime.KeepAlive(table)
}
