// Writes gctrace lines piece by piece like the runtime, with a long wait between two pieces: `pieces wait` between any two in turn, while
// another thread works; `pieces end BORDER` exits there, `pieces kill BORDER` ends there by SIGKILL. Its own output is "told".
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const line = "gc | # @|0.098|s |8|%: |0.010|+|0.11|+|0.001| ms clock, |0.021|+|0|/|0.038|/|0.088|+|0.002| ms cpu, |9|->|9|->|9| MB, |18" +
	"| MB goal, |0| MB stacks, |0| MB globals, |2| P| (forced)|\n"

func pieces(number int) []string {
	return strings.Split(strings.Replace(line, " # @", strconv.Itoa(number)+"| @", 1), "|")
}

func write(pieces ...string) {
	for _, piece := range pieces {
		syscall.Write(2, []byte(piece))
	}
}

func work(time_ time.Duration) {
	for until := time.Now().Add(time_); time.Now().Before(until); {
	}
}

func main() {
	debug.SetGCPercent(-1)
	all := pieces(1)
	write(all...)
	if os.Args[1] == "wait" {
		for border := 1; border < len(all); border++ {
			all = pieces(border + 1)
			write(all[:border]...)
			work(150 * time.Millisecond)
			if border%2 == 0 {
				write("told\n")
				work(50 * time.Millisecond)
			}
			write(all[border:]...)
		}
		fmt.Println(len(all))
		return
	}
	write("told\n")
	border, _ := strconv.Atoi(os.Args[2])
	write(pieces(2)[:border]...)
	if os.Args[1] == "kill" {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	os.Exit(7)
}
