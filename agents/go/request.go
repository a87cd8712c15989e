package unpause

import (
	"net/http"
	"runtime/debug"
	"time"
)

const (
	flagSlow   = 1 // it took longer than Options.Slow
	flagPanics = 2 // its function did not return
)

// Request is a request that has started. End does nothing on its zero value.
type Request struct {
	agent *agent
	start int64
}

// Begin marks the start of a request. It costs next to nothing when nothing is recorded.
func Begin() Request {
	a := current.Load()
	if a == nil || a.broken.Load() {
		return Request{}
	}
	return Request{a, a.now()}
}

// End marks its end. The name should be a route or a method, without values that identify single requests: 1,024 different names are
// kept, of 200 bytes each.
func (r Request) End(name string) { r.end(key{"", name}, 0) }

func (r Request) end(name key, flags uint32) {
	a := r.agent
	if a == nil || a.broken.Load() {
		return
	}
	duration := a.now() - r.start
	slow := a.slow > 0 && time.Duration(duration) > a.slow
	if slow {
		flags |= flagSlow
	}
	a.put(r.start, duration, name, flags)
	if slow {
		select {
		case a.slowCame <- struct{}{}:
		default:
		}
	}
}

func (a *agent) put(start, duration int64, name key, flags uint32) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer a.guard()
	number := a.names.number(name)
	if number == 0 {
		a.file.count(atUnnamed, 1)
	}
	a.file.request(start, duration, number, flags)
}

// Handler records the requests that a handler serves: the whole of ServeHTTP. It passes both arguments on unchanged. A request is named
// by its method and the pattern of http.ServeMux if known (Go 1.23 and later), otherwise by its path with identifying parts replaced
// by {}.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request := Begin()
		if request.agent == nil {
			next.ServeHTTP(w, r)
			return
		}
		flags := uint32(flagPanics)
		defer func() { request.end(nameOf(r), flags) }()
		next.ServeHTTP(w, r)
		flags = 0
	})
}

// Record records a call, for interceptors of any kind:
//
//	func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (answer any, err error) {
//		unpause.Record(info.FullMethod, func() { answer, err = handler(ctx, req) })
//		return
//	}
func Record(name string, call func()) {
	request := Begin()
	flags := uint32(flagPanics)
	defer func() { request.end(key{"", name}, flags) }()
	call()
	flags = 0
}

// Call is Record for a function with a result and an error.
func Call[T any](name string, call func() (T, error)) (T, error) {
	request := Begin()
	flags := uint32(flagPanics)
	defer func() { request.end(key{"", name}, flags) }()
	answer, err := call()
	flags = 0
	return answer, err
}
