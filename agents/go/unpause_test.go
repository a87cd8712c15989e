package unpause

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// read is a file as FORMAT.md describes it, read without the code that writes it.
type read struct {
	bytes    []byte
	names    []string
	requests []readRequest
	cycles   [][4]int64
	samples  int
}

type readRequest struct {
	start, duration int64
	name            string
	flags           uint32
}

func long(b []byte, at int) int64 { return int64(binary.LittleEndian.Uint64(b[at:])) }

func word(b []byte, at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }

func parse(t *testing.T, path string) read {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(b[:8]) != "UPGO\r\n\x1a\n" || word(b, 8) != 1 || word(b, 12) != 139264 {
		t.Fatalf("header % x", b[:16])
	}
	r := read{bytes: b, names: []string{""}}
	for at, end := word(b, 88), word(b, 88)+word(b, 108); at < end; {
		length := int(binary.LittleEndian.Uint16(b[at:]))
		r.names = append(r.names, string(b[at+2:at+2+length]))
		at += 2 + length
	}
	for slot := 0; slot < word(b, 64); slot++ {
		if c := b[word(b, 96)+64*slot:]; long(c, 0) != 0 && long(c, 0) == long(c, 56) {
			r.cycles = append(r.cycles, [4]int64{long(c, 8), long(c, 16), long(c, 24), long(c, 32)})
		}
	}
	for slot := 0; slot < word(b, 68); slot++ {
		if s := b[word(b, 100)+1024*slot:]; long(s, 0) != 0 && long(s, 0) == long(s, 1016) {
			r.samples++
		}
	}
	for slot := 0; slot < word(b, 72); slot++ {
		if q := b[word(b, 104)+64*slot:]; long(q, 0) != 0 && long(q, 0) == long(q, 56) {
			r.requests = append(r.requests, readRequest{long(q, 8), long(q, 16), r.names[word(q, 24)], uint32(word(q, 28))})
		}
	}
	return r
}

func begin(t *testing.T, options Options) {
	t.Helper()
	options.Folder = t.TempDir()
	if err := Start(options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(Stop)
}

func TestCollectionsAreTheRuntimes(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin(t, Options{})
	from := time.Now()
	for i := 0; i < 5; i++ {
		runtime.GC()
	}
	path := File()
	Stop()
	runtime.ReadMemStats(&after)
	r := parse(t, path)
	if len(r.cycles) != int(after.NumGC-before.NumGC) || len(r.cycles) < 5 {
		t.Fatalf("%d cycles of %d", len(r.cycles), after.NumGC-before.NumGC)
	}
	for i, cycle := range r.cycles {
		number := int64(before.NumGC) + int64(i) + 1
		if cycle[0] != number || uint64(cycle[2]) != after.PauseNs[(number+255)%256] || uint64(cycle[1]) != after.PauseEnd[(number+255)%256] {
			t.Errorf("cycle %d: %v", number, cycle)
		}
		if cycle[1] < from.UnixNano() {
			t.Errorf("cycle %d ended before the recording", number)
		}
	}
	if r.samples < 2 || word(r.bytes, 20) != 1 {
		t.Errorf("%d samples, flags %d", r.samples, word(r.bytes, 20))
	}
	if goal := long(r.bytes, word(r.bytes, 100)+32+8*3); goal < 1<<20 {
		t.Errorf("heap goal %d", goal)
	}
	if Start(Options{Folder: filepath.Join(t.TempDir(), "none")}) == nil {
		t.Error("no folder and no error")
	}
}

func TestRequestsOfManyGoroutinesAreAllThere(t *testing.T) {
	begin(t, Options{Requests: 1 << 14})
	var group sync.WaitGroup
	for g := 0; g < 8; g++ {
		group.Add(1)
		go func(g int) {
			defer group.Done()
			for i := 0; i < 1000; i++ {
				Record(fmt.Sprintf("call %d", i%10), func() {})
			}
		}(g)
	}
	group.Wait()
	r := parse(t, File())
	count := map[string]int{}
	for _, request := range r.requests {
		count[request.name]++
		if request.start < 0 || request.duration < 0 || request.flags != 0 {
			t.Fatalf("%+v", request)
		}
	}
	if len(r.requests) != 8000 || len(count) != 10 || count["call 3"] != 800 {
		t.Fatalf("%d requests, %v", len(r.requests), count)
	}
}

func TestTheRingKeepsTheLatest(t *testing.T) {
	begin(t, Options{Requests: 1 << 10})
	for i := 0; i < 3000; i++ {
		Record("call", func() {})
	}
	r := parse(t, File())
	if len(r.requests) != 1024 || long(r.bytes, atRequests) != 3000 {
		t.Fatalf("%d requests of %d", len(r.requests), long(r.bytes, atRequests))
	}
}

func TestAHandlerIsPassedWhatItWasGiven(t *testing.T) {
	begin(t, Options{})
	recorder := httptest.NewRecorder()
	asked := httptest.NewRequest("GET", "/orders/12345/items?key=secret", nil)
	Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if w != http.ResponseWriter(recorder) || r != asked {
			t.Error("the handler got others")
		}
		time.Sleep(5 * time.Millisecond)
	})).ServeHTTP(recorder, asked)
	r := parse(t, File())
	if len(r.requests) != 1 || r.requests[0].name != "GET /orders/{}/items" || r.requests[0].duration < int64(5*time.Millisecond) {
		t.Fatalf("%+v", r.requests)
	}
}

func TestAPanicGoesOnAndIsRecorded(t *testing.T) {
	begin(t, Options{})
	func() {
		defer func() {
			if recover() != "mine" {
				t.Error("the panic was changed")
			}
		}()
		Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("mine") })).
			ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}()
	if r := parse(t, File()); len(r.requests) != 1 || r.requests[0].flags != flagPanics {
		t.Fatalf("%+v", r.requests)
	}
	if answer, err := Call("c", func() (int, error) { return 7, os.ErrExist }); answer != 7 || err != os.ErrExist {
		t.Error("the answer was changed")
	}
}

func TestNamesAreBounded(t *testing.T) {
	begin(t, Options{Requests: 1 << 13})
	for i := 0; i < 5000; i++ {
		Record(strings.Repeat("x", 300)+fmt.Sprint(i), func() {}) // all the same when they are cut, but not before
	}
	r := parse(t, File())
	if len(r.names) > mostNames+1 || long(r.bytes, atUnnamed) < 3000 || len(r.names[1]) != nameLength {
		t.Fatalf("%d names, %d without", len(r.names), long(r.bytes, atUnnamed))
	}
}

func TestAFileThatIsCutOffEndsTheRecordingOnly(t *testing.T) {
	begin(t, Options{})
	Record("before", func() {})
	if err := os.Truncate(File(), 4096); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 100; i++ {
		Record("after", func() {})
	}
	time.Sleep(2 * usualInterval)
	Stop()
}

func TestWithoutARecordingNothingHappens(t *testing.T) {
	Record("call", func() {})
	Begin().End("name")
	Request{}.End("none")
	if File() != "" || Err() != nil {
		t.Error("something happened")
	}
	Stop()
}

func TestItSurvivesTheProcess(t *testing.T) {
	if os.Getenv("UNPAUSE_TEST_CHILD") != "" {
		for {
			Record("call", func() { runtime.GC() })
		}
	}
	folder := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=TestItSurvivesTheProcess")
	child.Env = append(os.Environ(), "UNPAUSE_TEST_CHILD=1", FolderVariable+"="+folder)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1500 * time.Millisecond)
	child.Process.Signal(syscall.SIGKILL)
	child.Wait()
	files, _ := filepath.Glob(filepath.Join(folder, "go-*.upgo"))
	if len(files) != 1 {
		t.Fatalf("%v", files)
	}
	r := parse(t, files[0])
	if len(r.requests) < 10 || len(r.cycles) < 10 || word(r.bytes, 20) != 0 || word(r.bytes, 16) != child.Process.Pid {
		t.Fatalf("%d requests, %d cycles", len(r.requests), len(r.cycles))
	}
}

func TestRoutes(t *testing.T) {
	for path, expected := range map[string]string{
		"/":                                    "/",
		"":                                     "",
		"/a/b":                                 "/a/b",
		"/a/7":                                 "/a/{}",
		"/v1/x/":                               "/{}/x/",
		"7":                                    "{}",
		"/a//b":                                "/a//b",
		"/t/" + strings.Repeat("k", 33) + "/e": "/t/{}/e",
	} {
		if route(path) != expected {
			t.Errorf("%q: %q", path, route(path))
		}
	}
}

func BenchmarkNothing(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Record("call", func() {})
	}
}

func BenchmarkRecord(b *testing.B) {
	if err := Start(Options{Folder: b.TempDir()}); err != nil {
		b.Fatal(err)
	}
	defer Stop()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		Record("call", func() {})
	}
}

func BenchmarkHandler(b *testing.B) {
	if err := Start(Options{Folder: b.TempDir()}); err != nil {
		b.Fatal(err)
	}
	defer Stop()
	handler := Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/page", nil)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		handler.ServeHTTP(w, r)
	}
}

func BenchmarkSample(b *testing.B) {
	if err := Start(Options{Folder: b.TempDir(), Interval: time.Second}); err != nil {
		b.Fatal(err)
	}
	a := current.Load()
	Stop()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		a.sampler.take(a)
	}
}
