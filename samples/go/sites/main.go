// A program whose allocations, live heap and goroutines are known by their places: it builds pages (garbage), keeps some (live heap), and
// leaves goroutines behind that wait for a channel nobody writes to (a leak) beside workers that stay the same.
//
//	sites -out FOLDER     writes its profiles into a folder: allocs-1, allocs-2, heap, goroutine-1 … goroutine-3, each .pb.gz
//	sites -listen ADDRESS serves net/http/pprof there, prints the address and works for -for
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"
)

var (
	kept    [][]byte
	garbage string
	never   = make(chan bool)
)

// Small enough to be inlined into its caller: profiles tell it all the same.
func line(i int) string { return strings.Repeat("x", 1000+i%24) }

func page(lines int) string {
	text := ""
	for i := 0; i < lines; i++ {
		text += line(i)
	}
	return text
}

func keep(bytes int) { kept = append(kept, make([]byte, bytes)) }

//go:noinline
func leak(count int) {
	for i := 0; i < count; i++ {
		go func() { <-never }()
	}
}

//go:noinline
func work(count int) {
	for i := 0; i < count; i++ {
		go worker()
	}
}

func worker() { <-never }

func round(pages, leaks int) {
	for i := 0; i < pages; i++ {
		garbage = page(60)
		keep(2048)
	}
	leak(leaks)
}

// Eight places that allocate the same.
var evenly = []func(){
	func() { a = make([]byte, 4096) }, func() { a = make([]byte, 4096) }, func() { a = make([]byte, 4096) },
	func() { a = make([]byte, 4096) }, func() { a = make([]byte, 4096) }, func() { a = make([]byte, 4096) },
	func() { a = make([]byte, 4096) }, func() { a = make([]byte, 4096) },
}
var a []byte

func even(rounds int) {
	for i := 0; i < rounds; i++ {
		for _, allocate := range evenly {
			allocate()
		}
	}
}

func write(folder, name, profile string) {
	file, err := os.Create(filepath.Join(folder, name+".pb.gz"))
	if err == nil {
		err = pprof.Lookup(profile).WriteTo(file, 0)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	out := flag.String("out", "", "folder for profiles")
	listen := flag.String("listen", "", "address of net/http/pprof")
	leaks := flag.Int("leak", 25, "goroutines left behind in each round")
	spread := flag.Bool("even", false, "allocate the same in eight places, instead of pages")
	span := flag.Duration("for", 10*time.Second, "how long to work")
	flag.Parse()
	work(40)
	if *out != "" {
		for i, name := range []string{"1", "2", "3"} {
			if *spread {
				even(20000)
			} else {
				round(400*(i+1), *leaks)
			}
			runtime.GC() // an allocs profile tells of all up to the last collection
			write(*out, "goroutine-"+name, "goroutine")
			if i < 2 {
				write(*out, "allocs-"+name, "allocs")
			}
		}
		write(*out, "heap", "heap")
		return
	}

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr())
	go http.Serve(listener, nil)
	for end := time.Now().Add(*span); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		round(10, *leaks)
	}
}
