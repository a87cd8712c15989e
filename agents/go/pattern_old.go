//go:build !go1.23

package unpause

import "net/http"

func nameOf(r *http.Request) key { return key{r.Method, route(r.URL.Path)} }
