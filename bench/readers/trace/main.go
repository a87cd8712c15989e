// Writes a large execution trace: goroutines that exchange small allocations as fast as possible.
package main

import (
	"flag"
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"sync/atomic"
)

type page struct {
	next *page
	text [64]byte
}

type counted struct {
	file *os.File
	size int64
}

func (c *counted) Write(bytes []byte) (int, error) {
	atomic.AddInt64(&c.size, int64(len(bytes)))
	return c.file.Write(bytes)
}

func main() {
	name := flag.String("o", "large.trace", "where it goes")
	megabytes := flag.Int64("mb", 1000, "how large")
	pairs := flag.Int("pairs", 50, "of goroutines")
	flag.Parse()
	file, err := os.Create(*name)
	if err != nil {
		panic(err)
	}
	out := &counted{file: file}
	if err := trace.Start(out); err != nil {
		panic(err)
	}
	var all sync.WaitGroup
	for i := 0; i < *pairs; i++ {
		there, back := make(chan *page), make(chan *page)
		all.Add(1)
		go func() {
			for got := range there {
				back <- &page{next: got}
			}
			close(back)
		}()
		go func() {
			defer all.Done()
			last := &page{}
			for length := 0; atomic.LoadInt64(&out.size) < *megabytes<<20; length++ {
				there <- last
				last = <-back
				if length%1000 == 0 {
					last = &page{}
				}
				runtime.Gosched()
			}
			close(there)
		}()
	}
	all.Wait()
	trace.Stop()
	file.Close()
}
