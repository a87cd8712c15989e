// Drives the ends of recorded Go programs for gclines.py: `gcends drive COUNT SEED` starts itself COUNT times as `gcends collect …`, one
// after the other, below one `unpause run`. Each collects in a loop until it exits or is killed at a random moment.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

func main() {
	if os.Args[1] == "drive" {
		drive()
		return
	}
	microseconds, _ := strconv.Atoi(os.Args[2])
	fmt.Println("ready")
	go func() {
		for {
			runtime.GC()
		}
	}()
	time.Sleep(time.Duration(microseconds) * time.Microsecond)
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	fmt.Println(stats.NumGC)
	os.Exit(0)
}

// A line of the same form, in one write, after each program: lines before it are the program's.
const border = "gc %d @0.001s 1%%: 0.010+0.11+0.001 ms clock, 0.021+0/0.038/0.088+0.002 ms cpu, 9->9->9 MB, 18 MB goal, 2 P\n"

// drive prints a line for each end: how it was ended, and how many collections the program had counted just before, or -1.
func drive() {
	debug.SetGCPercent(-1) // its own collections would be counted as theirs
	count, _ := strconv.Atoi(os.Args[2])
	seed, _ := strconv.ParseInt(os.Args[3], 10, 64)
	random := rand.New(rand.NewSource(seed))
	for i := 0; i < count; i++ {
		killed := random.Intn(2) == 0
		microseconds := random.Intn(8000)
		child := exec.Command(os.Args[0], "collect", strconv.Itoa(microseconds))
		if killed {
			child.Args[2] = "30000000"
		}
		child.Stderr = os.Stderr
		out, _ := child.StdoutPipe()
		if err := child.Start(); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		lines := bufio.NewScanner(out)
		lines.Scan()
		counted := -1
		if killed {
			time.Sleep(time.Duration(microseconds) * time.Microsecond)
			child.Process.Kill()
		} else if lines.Scan() {
			counted, _ = strconv.Atoi(lines.Text())
		}
		child.Wait()
		fmt.Fprintf(os.Stderr, border, 1000000+i)
		fmt.Println(killed, counted)
	}
}
