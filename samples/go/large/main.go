// Many small objects that stay, and buffers that are too large to come from anything but whole pages: before each is given, the allocating
// goroutine sweeps until as many pages are free. It traces itself, and says how long its allocations took.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"runtime/trace"
	"time"
)

var buffer []byte

func main() {
	file := flag.String("trace", "trace.out", "where the trace goes")
	length := flag.Duration("for", 600*time.Millisecond, "how long")
	objects := flag.Int("objects", 2_000_000, "that stay, of 512 bytes each")
	size := flag.Int("size", 16<<20, "of a buffer")
	flag.Parse()
	runtime.GOMAXPROCS(2)
	stay := make([]*[512]byte, *objects)
	for i := range stay {
		stay[i] = new([512]byte)
	}
	out, err := os.Create(*file)
	if err != nil {
		panic(err)
	}
	if err := trace.Start(out); err != nil {
		panic(err)
	}
	var longest, all time.Duration
	count := 0
	for end := time.Now().Add(*length); time.Now().Before(end); count++ {
		_, task := trace.NewTask(context.Background(), "upload")
		began := time.Now()
		buffer = make([]byte, *size)
		lasted := time.Since(began)
		task.End()
		all += lasted
		if lasted > longest {
			longest = lasted
		}
		time.Sleep(time.Millisecond)
	}
	trace.Stop()
	out.Close()
	json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"go": runtime.Version(), "buffers": count, "longest_allocation_ns": longest, "allocations_ns": all,
	})
	runtime.KeepAlive(stay)
}
