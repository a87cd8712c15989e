package main

import (
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

type node struct {
	left, right *node
	value       [2]int
}

func tree(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{left: tree(depth - 1), right: tree(depth - 1)}
}

var kept any

func numerals(count int) []string {
	found := make([]string, 0, count)
	for i := 0; i < count; i++ {
		found = append(found, strconv.Itoa(1e9+i))
	}
	return found
}

// A small live heap and a high allocation rate: the default GOGC collects too often. Fixed: one buffer is used again.
func allocating(fixed bool) func() {
	kept = tree(16)
	buffer := make([]int, 0, 2000)
	return func() {
		row := buffer[:0]
		if !fixed {
			row = make([]int, 0, 2000)
		}
		for i := 0; i < 2000; i++ {
			row = append(row, i*i)
		}
		_ = numerals(20)
		sink = row[:1]
	}
}

var sink []int

// Several goroutines allocate short-lived trees beside a live heap: mark assists delay them. Fixed: half of the trees.
func assists(fixed bool) func() {
	kept = tree(18)
	return func() {
		var group sync.WaitGroup
		for i := 0; i < 4; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				depth := 10
				if fixed {
					depth = 8
				}
				tree(depth)
			}()
		}
		group.Wait()
	}
}

// A map that only grows: a leak. Fixed: it is bounded.
func growing(fixed bool) func() {
	sessions := map[int]*node{}
	next := 0
	return func() {
		for i := 0; i < 20; i++ {
			sessions[next] = tree(4)
			next++
			if fixed {
				delete(sessions, next-5000)
			}
		}
		kept = sessions
		_ = numerals(200)
	}
}

// A cache that fills up to its size while entries are replaced at random. Its size is wanted.
func cache(fixed bool) func() {
	entries := make([]*node, 40000)
	next := uint32(1)
	return func() {
		for i := 0; i < 50; i++ {
			next = next*1664525 + 1013904223
			entries[int(next>>8)%len(entries)] = tree(3)
		}
		kept = entries
	}
}

// runtime.GC() in each unit of work. Fixed: without.
func forced(fixed bool) func() {
	kept = tree(15)
	return func() {
		for i := 0; i < 20; i++ {
			_ = numerals(200)
		}
		if !fixed {
			runtime.GC()
		}
	}
}

// runtime.ReadMemStats in each unit of work stops the world each time. Fixed: every thousandth time.
func readMemStats(fixed bool) func() {
	kept = tree(14)
	count := 0
	var stats runtime.MemStats
	return func() {
		_ = numerals(50)
		if count++; !fixed || count%1000 == 0 {
			runtime.ReadMemStats(&stats)
		}
	}
}

// Started with a GOMEMLIMIT just above the live heap: the collector runs all the time. Fixed: the live heap is half.
func limit(fixed bool) func() {
	depth := 19
	if fixed {
		depth = 18
	}
	kept = tree(depth)
	return func() { _ = numerals(2000) }
}

// The program sets GOGC in code: the variable does nothing. Fixed: it sets what is advised.
func inCode(fixed bool) func() {
	debug.SetGCPercent(25)
	if fixed {
		debug.SetGCPercent(100)
	}
	kept = tree(17)
	return func() { _ = numerals(1000) }
}

// The program sets a memory limit in code that leaves little room. Fixed: it sets what is advised.
func limitSet(fixed bool) func() {
	kept = tree(20)
	debug.SetMemoryLimit(80 << 20)
	if fixed {
		debug.SetMemoryLimit(200 << 20)
	}
	return func() { _ = numerals(1000) }
}

// The losers of three replies wait for ever to send theirs. Fixed: the channel has room for all.
func goroutines(fixed bool) func() {
	room := 0
	if fixed {
		room = 3
	}
	began, asked := time.Now(), 0
	return func() {
		replies := make(chan []int, room)
		for i := 0; i < 3; i++ {
			go func() {
				reply := numerals(10)
				replies <- []int{len(reply)}
			}()
		}
		<-replies
		// An open loop: the leak grows at the same rate on any machine.
		for asked++; asked > int(time.Since(began)/(150*time.Microsecond)); {
			time.Sleep(time.Millisecond)
		}
	}
}

type entry struct {
	name, text *string
	next       *entry
}

// A large live heap full of pointers, rebuilt in parts: marking costs CPU. Fixed: values in slices instead of pointers.
func pointers(fixed bool) func() {
	const count = 400000
	if fixed {
		kept = make([][4]int64, count*2)
	} else {
		var first *entry
		for i := 0; i < count; i++ {
			name, text := strconv.Itoa(i), strconv.Itoa(-i)
			first = &entry{&name, &text, first}
		}
		kept = first
	}
	return func() { _ = numerals(2000) }
}
