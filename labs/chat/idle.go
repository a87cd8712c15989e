package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"
)

const (
	goroutinesOfUser = 3
	collectEvery     = 2 * time.Second
	longTimer        = time.Hour
)

// user stands for a client of the incident's server, without a connection: its three goroutines wait in channels.
type user struct {
	in, out chan int32
}

// idle sends messages through a process with many waiting goroutines, and induces a GC every two seconds, to measure
// the cost of scanning all stacks and its effect on message latency.
func idle(folder string, asked []int) error {
	seconds, rate, seed, goroutines := asked[0], asked[1], asked[2], asked[3]
	users := make([]*user, (goroutines+goroutinesOfUser-1)/goroutinesOfUser)
	p := planOf(seconds, rate, int64(seed), len(users))
	took := make([]int64, len(p.moments))
	var answered int32
	var start time.Time
	for i := range users {
		u := &user{in: make(chan int32, 1), out: make(chan int32, 1)}
		users[i] = u
		go func() {
			for k := range u.in {
				u.out <- k
			}
		}()
		go func() {
			for k := range u.out {
				took[k] = int64(time.Since(start)) - p.moments[k]
				atomic.AddInt32(&answered, 1)
			}
		}()
		go func() {
			for {
				<-time.After(longTimer)
			}
		}()
	}
	fmt.Fprintf(os.Stderr, "chat: %d goroutines\n", runtime.NumGoroutine())
	start = time.Now().Add(100 * time.Millisecond)
	end := start.Add(time.Duration(seconds) * time.Second)
	go func() {
		for time.Now().Before(end) {
			time.Sleep(collectEvery)
			runtime.GC()
		}
	}()
	for k, moment := range p.moments {
		time.Sleep(time.Until(start.Add(time.Duration(moment))))
		users[p.senders[k]].in <- int32(k)
	}
	for limit := time.Now().Add(patience); int(atomic.LoadInt32(&answered)) < len(took) && time.Now().Before(limit); {
		time.Sleep(time.Millisecond)
	}
	for k := range took {
		if took[k] < 1 {
			took[k] = 1
		}
	}
	return writeRows(filepath.Join(folder, "requests.csv"), start, p.moments, took, os.Getpid())
}
