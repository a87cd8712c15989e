package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand"
	"os"
	"time"
)

// plan has the sender and the time of each message, drawn in advance. The latency of a message that could not be sent in time
// includes its wait (no coordinated omission).
type plan struct {
	moments []int64 // nanoseconds since the start, of a Poisson process
	senders []int32
}

func planOf(seconds, rate int, seed int64, senders int) plan {
	random := rand.New(rand.NewSource(seed))
	var p plan
	for at := 0.0; ; {
		at -= math.Log(1-random.Float64()) / float64(rate)
		if at >= float64(seconds) {
			return p
		}
		p.moments = append(p.moments, int64(at*1e9))
		p.senders = append(p.senders, int32(random.Intn(senders)))
	}
}

// writeRows writes a CSV: scheduled wall time in ms, latency from then on, and the process that served the message.
func writeRows(path string, start time.Time, moments, took []int64, process int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	fmt.Fprintln(out, "start_ms,duration_ms,name,pid")
	lost := 0
	zero := float64(start.UnixNano()/1000) / 1e3
	for k, duration := range took {
		if duration == 0 {
			lost++
			continue
		}
		fmt.Fprintf(out, "%.3f,%.3f,message,%d\n", zero+float64(moments[k])/1e6, float64(duration)/1e6, process)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if lost > 0 {
		return fmt.Errorf("%d of %d messages were lost", lost, len(took))
	}
	return nil
}
