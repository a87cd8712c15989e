package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

var kept [][]byte

// Prints its number of collections; with a number N another goroutine logs N lines to stderr at the same time.
func main() {
	if len(os.Args) > 2 && os.Args[1] == "exec" { // a Go program that executes another one
		path, _ := exec.LookPath(os.Args[2])
		panic(syscall.Exec(path, os.Args[2:], os.Environ()))
	}
	lines := 0
	if len(os.Args) > 1 {
		lines, _ = strconv.Atoi(os.Args[1])
	}
	done := make(chan bool)
	go func() {
		for i := 0; i < lines; i++ {
			fmt.Fprintf(os.Stderr, "2009/11/10 23:00:00 line %d\n", i)
			time.Sleep(20 * time.Microsecond)
		}
		done <- true
	}()
	for i := 0; i < 100000; i++ {
		kept = append(kept, make([]byte, 2000))
		if len(kept) > 5000 {
			kept = nil
		}
	}
	runtime.GC()
	<-done
	var statistics runtime.MemStats
	runtime.ReadMemStats(&statistics)
	fmt.Println(statistics.NumGC)
}
