package unpause

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

var errBigEndian = errors.New("unpause: big-endian CPUs are not supported")

const (
	mostArguments = 64
	argumentBytes = 256
)

// create makes the file and reserves all its blocks: a full disk is an error now instead of a fault (SIGBUS) later.
func create(folder string, zero time.Time, requests int) (*file, error) {
	if one := uint16(1); *(*byte)(unsafe.Pointer(&one)) != 1 {
		return nil, errBigEndian
	}
	path := filepath.Join(folder, fileName(os.Getpid(), zero))
	opened, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	length := requestsAt + requests*requestBytes
	f, err := mapped(opened, length)
	if err != nil {
		os.Remove(path)
		return nil, err
	}
	f.path, f.requests = path, uint64(requests)
	f.header(zero, requests)
	return f, nil
}

func mapped(opened *os.File, length int) (*file, error) {
	if err := reserve(opened, length); err != nil {
		return nil, err
	}
	bytes, err := syscall.Mmap(int(opened.Fd()), 0, length, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return &file{bytes: bytes}, nil
}

func reserve(opened *os.File, length int) error {
	err := syscall.Fallocate(int(opened.Fd()), 0, 0, int64(length))
	if err != syscall.EOPNOTSUPP && err != syscall.ENOSYS {
		return err
	}
	block := make([]byte, 64<<10)
	for at := 0; at < length; at += len(block) {
		if rest := length - at; rest < len(block) {
			block = block[:rest]
		}
		if _, err := opened.WriteAt(block, int64(at)); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) header(zero time.Time, requests int) {
	f.word(atVersion, formatVersion)
	f.word(atHeaderBytes, cyclesAt)
	f.word(atProcess, uint32(os.Getpid()))
	f.long(atWall, zero.UnixNano())
	for i, count := range []int{cycleCount, sampleCount, requests} {
		f.word(atCounts+4*i, uint32(count))
	}
	for i, place := range []int{factsAt, 0, namesAt, namesBytes, cyclesAt, samplesAt, requestsAt} {
		f.word(atPlaces+4*i, uint32(place))
	}
	f.facts(factsOfProcess())
	copy(f.bytes, magic[:])
}

func factsOfProcess() [][2]string {
	facts := [][2]string{{"version", strings.TrimPrefix(runtime.Version(), "go")}, {"platform", runtime.GOOS + "/" + runtime.GOARCH}}
	if executable, err := os.Executable(); err == nil {
		facts = append(facts, [2]string{"executable", executable})
	}
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Path != "" {
		facts = append(facts, [2]string{"module", build.Main.Path})
	}
	for _, name := range []string{"GOGC", "GOMEMLIMIT", "GODEBUG"} {
		if value, ok := os.LookupEnv(name); ok {
			facts = append(facts, [2]string{name, clean(value)})
		}
	}
	for i, argument := range os.Args {
		if i == mostArguments {
			break
		}
		facts = append(facts, [2]string{"argument", clean(argument)})
	}
	return facts
}

// clean returns valid UTF-8 of bounded length without NUL bytes.
func clean(text string) string {
	text = strings.ReplaceAll(text, "\x00", " ")
	if len(text) > argumentBytes {
		text = text[:argumentBytes]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
