// Programs of known cause: advice NAME SECONDS [fixed].
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Each returns one unit of work, to be called again and again; fixed makes the code change that the advice names.
var programs = map[string]func(fixed bool) func(){
	"allocating": allocating,
	"assists":    assists,
	"cache":      cache,
	"forced":     forced,
	"goroutines": goroutines,
	"growing":    growing,
	"inCode":     inCode,
	"limit":      limit,
	"limitSet":   limitSet,
	"pointers":   pointers,
	"readmem":    readMemStats,
}

func main() {
	seconds, err := strconv.ParseFloat(os.Args[2], 64)
	if err != nil {
		panic(err)
	}
	work := programs[os.Args[1]](len(os.Args) > 3 && os.Args[3] == "fixed")
	var latencies []float64
	done, began := 0, time.Now()
	for until := began.Add(time.Duration(seconds * 1e9)); time.Now().Before(until); done++ {
		from := time.Now()
		work()
		latencies = append(latencies, float64(time.Since(from).Microseconds())/1e3)
	}
	sort.Float64s(latencies)
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	fmt.Printf("advice-result {\"work\": %d, \"p99_ms\": %.3f, \"cpu_s\": %.3f, \"rss_mib\": %.1f}\n", done,
		latencies[len(latencies)*99/100], float64(usage.Utime.Nano()+usage.Stime.Nano())/1e9, peakMebibytes())
}

func peakMebibytes() float64 {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if words := strings.Fields(lines.Text()); words[0] == "VmHWM:" {
			kibibytes, _ := strconv.ParseFloat(words[1], 64)
			return kibibytes / 1024
		}
	}
	return 0
}
