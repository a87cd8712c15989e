// The chat server of incident 2 and its clients; standard library only, Go 1.19 and later, Linux.
//
//	chat FOLDER MODE SECONDS RATE SEED CONNECTIONS    MODE: default, tuned, fewer-allocations, one-node
//	chat idle FOLDER SECONDS RATE SEED GOROUTINES
//	chat churn FOLDER SECONDS RATE SEED MEGABYTES
//
// The first is the server; it starts the load generator as a child process and ends with it. The second is one process
// with mostly idle goroutines, the third one constantly replaces its memory. All write FOLDER/requests.csv. As the init
// process of a virtual machine, the program sets up the machine (machine.go).
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// The settings of mode tuned: four times the heap growth between GCs, and a memory limit.
const (
	tunedPercent = 400
	tunedLimit   = 6 << 30
)

func main() {
	if os.Getpid() == 1 && os.Getppid() == 0 && len(os.Args) == 1 {
		machine()
		return
	}
	arguments := os.Args[1:]
	var err error
	switch {
	case len(arguments) == 6 && arguments[0] == "idle":
		err = idle(arguments[1], numbers(arguments[2:]))
	case len(arguments) == 6 && arguments[0] == "churn":
		err = churn(arguments[1], numbers(arguments[2:]))
	case len(arguments) == 6 && arguments[0] == "load":
		err = load(arguments[1], arguments[2], numbers(arguments[3:]))
	case len(arguments) == 6:
		err = serve(arguments[0], arguments[1], numbers(arguments[2:]))
	default:
		err = fmt.Errorf("usage: chat FOLDER MODE SECONDS RATE SEED CONNECTIONS")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "chat:", err)
		os.Exit(1)
	}
}

func numbers(texts []string) []int {
	values := make([]int, len(texts))
	for i, text := range texts {
		values[i], _ = strconv.Atoi(text)
	}
	return values
}

// serve runs the server until the load generator has ended.
func serve(folder, mode string, asked []int) error {
	seconds, rate, seed, connections := asked[0], asked[1], asked[2], asked[3]
	var greet func(conn)
	switch mode {
	case "default", "one-node":
		greet = newWasteful().greet
	case "tuned":
		debug.SetGCPercent(tunedPercent)
		debug.SetMemoryLimit(tunedLimit)
		greet = newWasteful().greet
	case "fewer-allocations":
		greet = newFrugal().greet
	default:
		return fmt.Errorf("there is no mode %q", mode)
	}
	targets, err := listen(connections, greet)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	people := exec.Command(self, "load", filepath.Join(folder, "requests.csv"), targets,
		strconv.Itoa(seconds), strconv.Itoa(rate), strconv.Itoa(seed))
	people.Stdout, people.Stderr = os.Stdout, os.Stderr
	// The clients' own collections would delay their answers, and could be taken for the server's.
	people.Env = append(withoutCollector(os.Environ()), "GOGC=off")
	// Every mode starts with a GC, so that each run has at least one.
	runtime.GC()
	return people.Run()
}

// withoutCollector removes variables for the server's GC.
func withoutCollector(environment []string) []string {
	var kept []string
	for _, variable := range environment {
		name := strings.SplitN(variable, "=", 2)[0]
		if name != "GODEBUG" && name != "GOGC" && name != "GOMEMLIMIT" {
			kept = append(kept, variable)
		}
	}
	return kept
}
