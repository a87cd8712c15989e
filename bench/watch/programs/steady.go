// A collection about once a second.
package main

import "time"

var kept []byte

func main() {
	for {
		for i := 0; i < 50; i++ {
			kept = make([]byte, 100_000)
		}
		time.Sleep(time.Second)
	}
}
