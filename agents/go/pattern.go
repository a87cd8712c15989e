//go:build go1.23

package unpause

import (
	"net/http"
	"strings"
)

// nameOf is called after the request was served: by then http.ServeMux has written its pattern into it.
func nameOf(r *http.Request) key {
	if r.Pattern == "" {
		return key{r.Method, route(r.URL.Path)}
	}
	if strings.Contains(r.Pattern, " ") {
		return key{"", r.Pattern}
	}
	return key{r.Method, r.Pattern}
}
