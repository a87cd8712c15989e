// Collects as often as its first argument says, reads its statistics, and prints the runtime's counts: collections and the
// nanoseconds of their pauses. With a second argument it waits for a line first.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

func main() {
	times, _ := strconv.Atoi(os.Args[1])
	if len(os.Args) > 2 {
		fmt.Println("ready")
		bufio.NewReader(os.Stdin).ReadString('\n')
	}
	for i := 0; i < times; i++ {
		runtime.GC()
		time.Sleep(3 * time.Millisecond)
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	fmt.Println(stats.NumGC, stats.PauseTotalNs)
}
