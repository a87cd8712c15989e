// A page server that records itself with agents/go. It asks itself for pages at drawn moments, and tells at its end what its
// runtime counted and what its clients measured, to hold the recording against.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	unpause "unpause/agents/go"
)

// node is one of a tree that the collector follows: half a million make marking take a while.
type node struct {
	left, right *node
	name        string
}

func tree(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{tree(depth - 1), tree(depth - 1), fmt.Sprint(depth)}
}

func main() {
	folder := flag.String("folder", ".", "where the recording goes")
	span := flag.Duration("for", 3*time.Second, "how long")
	rate := flag.Int("rate", 400, "requests a second")
	depth := flag.Int("depth", 19, "of the tree")
	flag.Parse()
	keep := tree(*depth)
	if err := unpause.Start(unpause.Options{Folder: *folder, Requests: 4096}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	mux := http.NewServeMux()
	mux.HandleFunc("/page/", page)
	mux.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	go http.Serve(listener, unpause.Handler(mux))
	asked, took := ask("http://"+listener.Addr().String(), *rate, *span)
	runtime.ReadMemStats(&after)
	path := unpause.File()
	unpause.Stop()
	json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"go": runtime.Version(), "requests": asked, "requests_ms": took.Seconds() * 1e3,
		"collections": after.NumGC - before.NumGC, "first": before.NumGC + 1,
		"pause_total_ns": after.PauseTotalNs - before.PauseTotalNs, "last_pause_ns": after.PauseNs[(after.NumGC+255)%256],
		"file": path,
	})
	runtime.KeepAlive(keep)
}

// page is made in the wasteful way.
func page(w http.ResponseWriter, r *http.Request) {
	text := ""
	for i := 0; i < 300; i++ {
		text += fmt.Sprintf("<li>%s %d</li>", r.URL.Path, i)
	}
	io.WriteString(w, text)
}

// ask keeps to its moments, whatever earlier answers take.
func ask(url string, rate int, span time.Duration) (int, time.Duration) {
	random := rand.New(rand.NewSource(1))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	var group sync.WaitGroup
	var mutex sync.Mutex
	var total time.Duration
	asked := 0
	start := time.Now()
	for at := 0.0; at < span.Seconds(); at += random.ExpFloat64() / float64(rate) {
		moment := start.Add(time.Duration(at * 1e9))
		time.Sleep(time.Until(moment))
		asked++
		group.Add(1)
		go func(number int) {
			defer group.Done()
			path := fmt.Sprintf("%s/page/%d", url, number)
			if number%10 == 0 {
				path = url + "/health"
			}
			answer, err := client.Get(path)
			if err == nil {
				io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
			}
			mutex.Lock()
			total += time.Since(moment)
			mutex.Unlock()
		}(asked)
	}
	group.Wait()
	return asked, total
}
