package unpause

import (
	"math"
	"math/bits"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	unknown      = math.MaxUint64
	buckets      = 40
	pausesAt     = 256
	otherAt      = pausesAt + 8*buckets
	valuesAt     = 32
	numberValues = 26
)

// values are the metrics of a sample in the order from byte 32 on. Of several names the first that this version of Go has is used.
var values = [][]string{
	{"/gc/cycles/total:gc-cycles"},
	{"/gc/cycles/forced:gc-cycles"},
	{"/gc/heap/live:bytes"},
	{"/gc/heap/goal:bytes"},
	{"/gc/gomemlimit:bytes"},
	{"/gc/gogc:percent"},
	{"/sched/goroutines:goroutines"},
	{"/memory/classes/heap/objects:bytes"},
	{"/memory/classes/heap/stacks:bytes"},
	{"/memory/classes/total:bytes"},
	{"/memory/classes/heap/released:bytes"},
	{"/gc/heap/allocs:bytes"},
	{"/sched/gomaxprocs:threads"},
	{"/gc/scan/stack:bytes"},
	{"/gc/scan/globals:bytes"},
	{"/gc/limiter/last-enabled:gc-cycle"},
	{"/cpu/classes/gc/mark/assist:cpu-seconds"},
	{"/cpu/classes/gc/mark/dedicated:cpu-seconds"},
	{"/cpu/classes/gc/mark/idle:cpu-seconds"},
	{"/cpu/classes/gc/pause:cpu-seconds"},
	{"/cpu/classes/gc/total:cpu-seconds"},
	{"/cpu/classes/user:cpu-seconds"},
	{"/cpu/classes/total:cpu-seconds"},
}

// histograms are the stop-the-world pauses: of the garbage collector, and others.
var histograms = [][]string{
	{"/sched/pauses/total/gc:seconds", "/gc/pauses:seconds"},
	{"/sched/pauses/total/other:seconds"},
}

const (
	limitIndex      = 4
	processorsIndex = 12
)

// sampler reads metrics and collections without stopping the world: metrics.Read and debug.ReadGCStats take locks of the runtime
// (readGCStats_m in src/runtime/mstats.go); runtime.ReadMemStats would stop the world. It allocates only in its first sample.
type sampler struct {
	asked []metrics.Sample
	place []int // for each requested sample: index in values, or in histograms after them
	stats debug.GCStats
	last  int64 // number of the latest collection that was written
}

func newSampler() *sampler {
	known := map[string]bool{}
	for _, description := range metrics.All() {
		known[description.Name] = true
	}
	s := &sampler{}
	// Earlier collections are not part of the recording.
	debug.ReadGCStats(&s.stats)
	s.last = s.stats.NumGC
	for i, names := range append(append([][]string{}, values...), histograms...) {
		for _, name := range names {
			if known[name] {
				s.asked = append(s.asked, metrics.Sample{Name: name})
				s.place = append(s.place, i)
				break
			}
		}
	}
	return s
}

// take writes the collections that ended since the last sample, then a sample.
func (s *sampler) take(a *agent) {
	debug.ReadGCStats(&s.stats)
	s.cycles(a)
	f := a.file
	f.samples++
	at := samplesAt + int((f.samples-1)%sampleCount)*sampleBytes
	f.begin(at)
	before := a.now()
	wall := time.Now().UnixNano()
	f.long(at+8, before)
	f.long(at+16, wall)
	f.long(at+24, a.now())
	metrics.Read(s.asked)
	s.write(f, at)
	f.finish(at, sampleBytes, f.samples)
	f.publish(atSamples, f.samples)
}

func (s *sampler) cycles(a *agent) {
	fresh := s.stats.NumGC - s.last
	if held := int64(len(s.stats.Pause)); fresh > held {
		// More than the runtime's ring keeps: their times are lost.
		a.file.count(atLostCycles, uint64(fresh-held))
		fresh = held
	}
	seen := a.now()
	for i := fresh - 1; i >= 0; i-- {
		a.file.cycle(s.stats.NumGC-i, s.stats.PauseEnd[i].UnixNano(), int64(s.stats.Pause[i]), seen)
	}
	s.last = s.stats.NumGC
}

func (s *sampler) write(f *file, at int) {
	for i := 0; i < numberValues; i++ {
		f.publish(at+valuesAt+8*i, unknown)
	}
	for i := 0; i < 2*buckets; i++ {
		f.long(at+pausesAt+8*i, 0)
	}
	f.publish(at+pausesAt, unknown)
	f.publish(at+otherAt, unknown)
	// Older versions have no metric for these two; neither call stops the world.
	f.long(at+valuesAt+8*limitIndex, debug.SetMemoryLimit(-1))
	f.long(at+valuesAt+8*processorsIndex, int64(runtime.GOMAXPROCS(0)))
	for i := range s.asked {
		place := s.place[i]
		switch value := s.asked[i].Value; value.Kind() {
		case metrics.KindUint64:
			f.publish(at+valuesAt+8*place, value.Uint64())
		case metrics.KindFloat64:
			f.float(at+valuesAt+8*place, value.Float64())
		case metrics.KindFloat64Histogram:
			start := at + pausesAt + 8*buckets*(place-len(values))
			f.publish(start, 0)
			s.histogram(f, start, value.Float64Histogram())
		}
	}
}

// histogram sums the runtime's finer buckets into powers of two: bucket i counts durations from 2^i ns to twice that.
func (s *sampler) histogram(f *file, at int, from *metrics.Float64Histogram) {
	var counts [buckets]uint64
	for i, count := range from.Counts {
		if count == 0 {
			continue
		}
		nanoseconds := from.Buckets[i] * 1e9
		bucket := 0
		if nanoseconds >= 1 && nanoseconds < math.MaxInt64 {
			bucket = bits.Len64(uint64(nanoseconds)) - 1
		}
		if bucket >= buckets {
			bucket = buckets - 1
		}
		counts[bucket] += count
	}
	for i, count := range counts {
		f.publish(at+8*i, count)
	}
}
