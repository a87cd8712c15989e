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

// Request is one that has begun. Its zero value is none: End does nothing.
type Request struct {
	agent *agent
	start int64
}

// Begin tells that a request begins; where nothing is recorded it costs nothing.
func Begin() Request {
	a := current.Load()
	if a == nil || a.broken.Load() {
		return Request{}
	}
	return Request{a, a.now()}
}

// End tells that it is served. The name should be a route or a method and not hold what tells single requests apart: 1,024 different
// ones are kept, of 200 bytes each.
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

// Handler records the requests that a handler serves: the whole of ServeHTTP. It passes both arguments on as they are. A request is called
// by its method and the pattern of http.ServeMux where that is known (Go 1.23 and later), else the path without what tells single things
// apart.
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

// Call is Record of a function with an answer and an error.
func Call[T any](name string, call func() (T, error)) (T, error) {
	request := Begin()
	flags := uint32(flagPanics)
	defer func() { request.end(key{"", name}, flags) }()
	answer, err := call()
	flags = 0
	return answer, err
}
