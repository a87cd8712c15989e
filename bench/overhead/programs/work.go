// work hello | work allocate ROUNDS | work serve REQUESTS: a fixed amount of work in Go. The first quarter warms up; of the
// rest it prints the CPU time of the process, and for serve the requests' 99th percentile, in microseconds.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"syscall"
	"time"
)

var sink []byte

type page struct {
	next *page
	text string
}

func cpu() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1000
}

// allocate creates garbage with the smallest possible heap: with the minimum heap of 4 MB, GC runs constantly.
func allocate(rounds int) {
	for ; rounds > 0; rounds-- {
		for i := 0; i < 1000; i++ {
			sink = make([]byte, 256+i&1023)
		}
	}
}

func answer(w http.ResponseWriter, r *http.Request) {
	var first *page
	for i := 0; i < 200; i++ {
		first = &page{first, "product " + strconv.Itoa(i)}
	}
	length := 0
	for p := first; p != nil; p = p.next {
		length += len(p.text)
	}
	fmt.Fprintln(w, length)
}

func ask(url string, times []time.Duration) {
	for i := range times {
		started := time.Now()
		response, err := http.Get(url)
		if err != nil {
			panic(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		times[i] = time.Since(started)
	}
}

func main() {
	if os.Args[1] == "hello" {
		fmt.Println("hello")
		return
	}
	count, _ := strconv.Atoi(os.Args[2])
	if os.Args[1] == "allocate" {
		allocate(count / 4)
		began := cpu()
		allocate(count - count/4)
		fmt.Printf("work_us=%d\n", cpu()-began)
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(listener, http.HandlerFunc(answer))
	times := make([]time.Duration, count)
	url := "http://" + listener.Addr().String()
	ask(url, times[:count/4])
	began := cpu()
	times = times[count/4:]
	ask(url, times)
	used := cpu() - began
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	fmt.Printf("work_us=%d p99_us=%d\n", used, times[len(times)*99/100].Microseconds())
}
