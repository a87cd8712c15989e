//go:build !linux

package unpause

import (
	"errors"
	"time"
)

func create(string, time.Time, int) (*file, error) {
	return nil, errors.New("unpause: only Linux is supported")
}
