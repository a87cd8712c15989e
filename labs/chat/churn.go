package main

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"
)

const (
	nodeSize     = 64
	usualPercent = 100
	linesOfRoom  = 1000
	nodesOfPart  = 64 // how many of its list a message replaces
	// The recorder starts at the same time: an emulated machine needs this long until the program has the CPUs.
	settling = 4 * time.Second
)

// link is a line of the history, in a linked list that the GC must follow one node at a time.
type link struct {
	next *link
	_    [nodeSize - 8]byte
}

// room is a part of the history, oldest first.
type room struct {
	first, last *link
}

// say adds a line and forgets the oldest.
func (r *room) say() {
	r.last.next = new(link)
	r.last = r.last.next
	r.first = r.first.next
}

// churn keeps a history of the given size as linked lists, constantly replaces its lines in one goroutine per CPU, and
// handles messages: each is answered by a goroutine that replaces lines too.
func churn(folder string, asked []int) error {
	seconds, rate, seed, megabytes := asked[0], asked[1], asked[2], asked[3]
	time.Sleep(settling)
	// Only GCs of the complete history are measured, not those while it is created.
	debug.SetGCPercent(-1)
	rooms := make([]*room, megabytes<<20/nodeSize/linesOfRoom)
	for i := range rooms {
		first := new(link)
		rooms[i] = &room{first, first}
		for k := 1; k < linesOfRoom; k++ {
			rooms[i].last.next = new(link)
			rooms[i].last = rooms[i].last.next
		}
	}
	debug.SetGCPercent(usualPercent)
	processors := runtime.GOMAXPROCS(0)
	p := planOf(seconds, rate, int64(seed), len(rooms))
	took := make([]int64, len(p.moments))
	fmt.Fprintf(os.Stderr, "chat: %d MiB of history, %d processors\n", megabytes, processors)
	start := time.Now().Add(100 * time.Millisecond)
	end := start.Add(time.Duration(seconds) * time.Second)
	done := make(chan struct{})
	// The last part belongs to the goroutines that answer messages.
	part := len(rooms) / (processors + 1)
	for i := 0; i < processors; i++ {
		go func(own []*room, random *rand.Rand) {
			for time.Now().Before(end) {
				r := own[random.Intn(len(own))]
				for k := 0; k < nodesOfPart; k++ {
					r.say()
				}
			}
			done <- struct{}{}
		}(rooms[i*part:(i+1)*part], rand.New(rand.NewSource(int64(seed+i))))
	}
	messages := make(chan int32, len(p.moments))
	go func() {
		own := rooms[processors*part:]
		for k := range messages {
			r := own[int(p.senders[k])%len(own)]
			for i := 0; i < nodesOfPart; i++ {
				r.say()
			}
			took[k] = max1(int64(time.Since(start)) - p.moments[k])
		}
		done <- struct{}{}
	}()
	for k, moment := range p.moments {
		time.Sleep(time.Until(start.Add(time.Duration(moment))))
		messages <- int32(k)
	}
	close(messages)
	for i := 0; i <= processors; i++ {
		<-done
	}
	return writeRows(filepath.Join(folder, "requests.csv"), start, p.moments, took, os.Getpid())
}

// max1 replaces 0, which means that the duration is missing, by 1.
func max1(duration int64) int64 {
	if duration < 1 {
		return 1
	}
	return duration
}
