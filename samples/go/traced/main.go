// A web server with a live tree of pages, its own clients on loopback, and an execution trace of itself.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"
)

type node struct {
	left, right *node
	text        [32]byte
}

func grow(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{left: grow(depth - 1), right: grow(depth - 1)}
}

var tree *node
var served int64

// page allocates small pointers as fast as it can: it has to assist.
func page(w http.ResponseWriter, r *http.Request) {
	var last *node
	for i := 0; i < 20000; i++ {
		last = &node{left: last}
		if i%64 == 0 {
			last.left = nil
		}
	}
	atomic.AddInt64(&served, 1)
	fmt.Fprintf(w, "%d %v", len(last.text), tree != nil)
}

// quiet allocates next to nothing.
func quiet(w http.ResponseWriter, r *http.Request) {
	sum := 0
	for i := 0; i < 200000; i++ {
		sum += i ^ (sum << 1)
	}
	atomic.AddInt64(&served, 1)
	fmt.Fprint(w, sum)
}

func job(ctx context.Context, number int) {
	ctx, task := trace.NewTask(ctx, "job")
	defer task.End()
	trace.WithRegion(ctx, "work", func() {
		kept := make([]*node, 0, 1000)
		for i := 0; i < 1000; i++ {
			kept = append(kept, &node{})
		}
		trace.Logf(ctx, "job", "%d of %d", number, len(kept))
	})
}

func main() {
	file := flag.String("trace", "trace.out", "where the trace goes")
	length := flag.Duration("for", time.Second, "how long")
	depth := flag.Int("depth", 17, "of the live tree")
	clients := flag.Int("clients", 3, "clients of each page")
	pause := flag.Duration("pause", 2*time.Millisecond, "of a client between two requests")
	flag.Parse()
	runtime.GOMAXPROCS(2)
	tree = grow(*depth)
	mux := http.NewServeMux()
	mux.HandleFunc("/page", page)
	mux.HandleFunc("/quiet", quiet)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(listener, mux)
	out, err := os.Create(*file)
	if err != nil {
		panic(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := trace.Start(out); err != nil {
		panic(err)
	}
	end := time.Now().Add(*length)
	var all sync.WaitGroup
	for c := 0; c < *clients; c++ {
		for _, path := range []string{"/page", "/quiet"} {
			all.Add(1)
			go func(path string) {
				defer all.Done()
				client := &http.Client{Transport: &http.Transport{}}
				for time.Now().Before(end) {
					answer, err := client.Get("http://" + listener.Addr().String() + path)
					if err != nil {
						panic(err)
					}
					io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
					time.Sleep(*pause)
				}
			}(path)
		}
	}
	for number := 0; time.Now().Before(end); number++ {
		job(context.Background(), number)
		if number == 10 {
			runtime.GC()
		}
		time.Sleep(10 * time.Millisecond)
	}
	all.Wait()
	trace.Stop()
	out.Close()
	runtime.ReadMemStats(&after)
	json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"go": runtime.Version(), "served": atomic.LoadInt64(&served), "collections": after.NumGC - before.NumGC,
		"forced": after.NumForcedGC - before.NumForcedGC, "pause_total_ns": after.PauseTotalNs - before.PauseTotalNs,
	})
	runtime.KeepAlive(tree)
}
