package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

type node struct {
	left, right *node
	text        string
	pad         [4]uint64
}

func tree(depth int) *node {
	if depth == 0 {
		return &node{text: strings.Repeat("x", 8)}
	}
	return &node{left: tree(depth - 1), right: tree(depth - 1)}
}

var live *node
var sum int

func deep(n int, c chan int) int {
	var pad [64]byte
	if n == 0 {
		return <-c
	}
	pad[n%64] = byte(n)
	return deep(n-1, c) + int(pad[0])
}

func work(until time.Time) {
	for time.Now().Before(until) {
		for i := 0; i < 200; i++ {
			m := map[int]string{}
			for j := 0; j < 50; j++ {
				m[j] = fmt.Sprint("value ", j)
			}
			sum += len(m)
		}
		if t := tree(8); t != nil {
			runtime.SetFinalizer(t, func(n *node) { sum += len(n.text) })
			live.left.left = t
		}
	}
}

func main() {
	live = tree(17)
	c := make(chan int)
	for i := 0; i < 500; i++ {
		go deep(200, c)
	}
	until := time.Now().Add(3 * time.Second)
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() { work(until); done <- true }()
	}
	<-done
	<-done
	fmt.Fprintln(os.Stderr, runtime.Version(), sum > 0)
}
