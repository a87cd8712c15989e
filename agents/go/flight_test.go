//go:build go1.25

package unpause

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestASlowRequestKeepsATrace(t *testing.T) {
	begin(t, Options{Slow: time.Millisecond})
	name := strings.TrimSuffix(File(), ".upgo") + "-slow-1.trace"
	Record("slow", func() { time.Sleep(5 * time.Millisecond) })
	for limit := time.Now().Add(10 * time.Second); time.Now().Before(limit); time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(name); err == nil && bytes.HasPrefix(b, []byte("go 1.")) {
			break
		}
	}
	Record("slow", func() { time.Sleep(5 * time.Millisecond) })
	r := parse(t, File())
	Stop()
	if b, err := os.ReadFile(name); err != nil || !bytes.HasPrefix(b, []byte("go 1.")) {
		t.Fatalf("%v, %d bytes", err, len(b))
	}
	if len(r.requests) != 2 || r.requests[0].flags != flagSlow {
		t.Errorf("%+v", r.requests)
	}
	if _, err := os.Stat(strings.Replace(name, "slow-1", "slow-2", 1)); err == nil {
		t.Error("a second one within ten seconds")
	}
}
