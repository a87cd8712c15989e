// Requests at random times (Poisson), one worker: each allocates, keeps some objects, and works for a while.
// usage: server SECONDS RATE LIVE_MIB; prints start_ms,duration_ms of each request as the client sees it.
package main

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"sync"
	"time"
)

type node struct {
	next *node
	data [12]uint64
}

func main() {
	seconds, _ := strconv.ParseFloat(os.Args[1], 64)
	rate, _ := strconv.ParseFloat(os.Args[2], 64)
	live, _ := strconv.Atoi(os.Args[3])
	kept := make([]*node, live*1024*1024/112)
	for i := range kept {
		kept[i] = &node{}
	}
	type request struct{ due time.Time }
	queue := make(chan request, 1<<16)
	var mutex sync.Mutex
	lines := make([]string, 0, int(seconds*rate))
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		at := 0
		for r := range queue {
			var head *node
			for i := 0; i < 12000; i++ {
				head = &node{next: head}
				if i%16 == 0 {
					head.next = nil
					kept[at%len(kept)] = head
					at += 7919
				}
			}
			// Most of a request is plain work, so waking up the worker does not show.
			sum := 0.0
			for i := 1; i < 4000000; i++ {
				sum += 1 / float64(i)
			}
			if sum < 0 {
				panic(sum)
			}
			taken := time.Since(r.due)
			mutex.Lock()
			lines = append(lines, fmt.Sprintf("%.3f,%.3f", float64(r.due.UnixNano())/1e6, float64(taken.Nanoseconds())/1e6))
			mutex.Unlock()
		}
	}()
	begin := time.Now()
	random := rand.New(rand.NewSource(1))
	for due := begin; due.Sub(begin).Seconds() < seconds; due = due.Add(time.Duration(random.ExpFloat64() / rate * float64(time.Second))) {
		time.Sleep(time.Until(due))
		queue <- request{due}
	}
	close(queue)
	wait.Wait()
	fmt.Println("start_ms,duration_ms")
	for _, line := range lines {
		fmt.Println(line)
	}
}
