package unpause

import (
	"encoding/binary"
	"math"
	"sync/atomic"
	"unsafe"
)

// file is the mapped recording. Records are written in place, so they survive the process however it ends.
type file struct {
	path      string
	bytes     []byte
	requests  uint64 // capacity of the ring
	begun     atomic.Uint64
	cycles    uint64
	samples   uint64
	nameBytes int
}

func (f *file) word(at int, value uint32) { binary.LittleEndian.PutUint32(f.bytes[at:], value) }

func (f *file) long(at int, value int64) { binary.LittleEndian.PutUint64(f.bytes[at:], uint64(value)) }

func (f *file) float(at int, value float64) {
	binary.LittleEndian.PutUint64(f.bytes[at:], math.Float64bits(value))
}

// publish stores a number that describes other fields: after them, and in one piece.
func (f *file) publish(at int, value uint64) {
	atomic.StoreUint64((*uint64)(unsafe.Pointer(&f.bytes[at])), value)
}

// begin marks a record as incomplete while it is written.
func (f *file) begin(at int) { f.publish(at+recordSequence, 0) }

// finish marks it as complete, with its number at both ends.
func (f *file) finish(at, size int, number uint64) {
	f.publish(at+size-8, number)
	f.publish(at+recordSequence, number)
}

// raise stores a counter with several writers; the greatest value wins.
func (f *file) raise(at int, value uint64) {
	place := (*uint64)(unsafe.Pointer(&f.bytes[at]))
	for old := atomic.LoadUint64(place); old < value; old = atomic.LoadUint64(place) {
		if atomic.CompareAndSwapUint64(place, old, value) {
			return
		}
	}
}

func (f *file) end() { f.word(atFlags, flagEnded) }

// facts writes pairs of text, as many as fit.
func (f *file) facts(pairs [][2]string) {
	at := factsAt
	for _, pair := range pairs {
		length := len(pair[0]) + len(pair[1]) + 2
		if at+length > namesAt {
			break
		}
		at += copy(f.bytes[at:], pair[0]) + 1
		at += copy(f.bytes[at:], pair[1]) + 1
	}
	f.word(atPlaces+4, uint32(at-factsAt))
}

// name appends a text to the names; false when there is no space.
func (f *file) name(text string) bool {
	if f.nameBytes+2+len(text) > namesBytes {
		return false
	}
	at := namesAt + f.nameBytes
	binary.LittleEndian.PutUint16(f.bytes[at:], uint16(len(text)))
	copy(f.bytes[at+2:], text)
	f.nameBytes += 2 + len(text)
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&f.bytes[atNames])), uint32(f.nameBytes))
	return true
}

// request writes a request; called by many goroutines.
func (f *file) request(start, duration int64, name uint32, flags uint32) {
	number := f.begun.Add(1)
	at := requestsAt + int((number-1)%f.requests)*requestBytes
	f.begin(at)
	f.long(at+8, start)
	f.long(at+16, duration)
	f.word(at+24, name)
	f.word(at+28, flags)
	f.finish(at, requestBytes, number)
	f.raise(atRequests, number)
}

// count adds to a counter in the header.
func (f *file) count(at int, more uint64) {
	atomic.AddUint64((*uint64)(unsafe.Pointer(&f.bytes[at])), more)
}

func loadLong(f *file, at int) uint64 {
	return atomic.LoadUint64((*uint64)(unsafe.Pointer(&f.bytes[at])))
}

// cycle writes a collection: its number, the wall time of its end, its stop-the-world time, and when the agent read it.
func (f *file) cycle(number, end, pause, seen int64) {
	f.cycles++
	at := cyclesAt + int((f.cycles-1)%cycleCount)*cycleBytes
	f.begin(at)
	f.long(at+8, number)
	f.long(at+16, end)
	f.long(at+24, pause)
	f.long(at+32, seen)
	f.finish(at, cycleBytes, f.cycles)
	f.publish(atCycles, f.cycles)
}
