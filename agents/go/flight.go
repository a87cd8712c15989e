//go:build go1.25

package unpause

import (
	"fmt"
	"os"
	"runtime/trace"
	"strings"
	"time"
)

const (
	flightSeconds  = 5 * time.Second
	flightBytes    = 8 << 20
	mostFlights    = 8
	betweenFlights = 10 * time.Second
)

// flight keeps the last seconds of the execution trace, and writes them next to the recording when a request was slow.
type flight struct {
	recorder *trace.FlightRecorder
	written  int
	last     time.Time
}

func (f *flight) start() {
	recorder := trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: flightSeconds, MaxBytes: flightBytes})
	// The program may run a flight recorder of its own, which then stays the only one.
	if recorder.Start() == nil {
		f.recorder = recorder
	}
}

func (f *flight) keep(recording string) {
	if f.recorder == nil || f.written >= mostFlights || (f.written > 0 && time.Since(f.last) < betweenFlights) {
		return
	}
	f.written++
	f.last = time.Now()
	name := fmt.Sprintf("%s-slow-%d.trace", strings.TrimSuffix(recording, ".upgo"), f.written)
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_, err = f.recorder.WriteTo(out)
	if closed := out.Close(); err != nil || closed != nil {
		os.Remove(name)
	}
}

func (f *flight) stop() {
	if f.recorder != nil {
		f.recorder.Stop()
	}
}
