package unpause

// Offsets in the file; FORMAT.md describes them.
const (
	formatVersion = 1
	headerBytes   = 256
	factsAt       = headerBytes
	namesAt       = 8192
	namesBytes    = 128 << 10
	cyclesAt      = namesAt + namesBytes
	cycleBytes    = 64
	cycleCount    = 1 << 14
	samplesAt     = cyclesAt + cycleBytes*cycleCount
	sampleBytes   = 1024
	sampleCount   = 1 << 12
	requestsAt    = samplesAt + sampleBytes*sampleCount
	requestBytes  = 64

	// Fields of the header.
	atVersion      = 8
	atHeaderBytes  = 12
	atProcess      = 16
	atFlags        = 20
	atWall         = 24
	atCycles       = 40
	atSamples      = 48
	atRequests     = 56
	atCounts       = 64 // cycles, samples, requests: three numbers of 32 bits
	atPlaces       = 80 // facts, their bytes, names, their bytes, cycles, samples, requests: seven of them
	atNames        = 108
	atLostCycles   = 112
	atUnnamed      = 120
	flagEnded      = 1
	recordSequence = 0
)

var magic = [8]byte{'U', 'P', 'G', 'O', '\r', '\n', 0x1A, '\n'}
