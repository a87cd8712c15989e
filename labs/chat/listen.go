package main

import (
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
)

// conn is the part of a connection that the server uses: implemented by net.Conn and by a connection of a table.
type conn interface {
	Read([]byte) (int, error)
	Write([]byte) (int, error)
	Close() error
}

// Descriptors that a process needs in addition to its connections.
const reserved = 200

// raise raises the limit of descriptors up to the wanted number, and returns the limit.
func raise(wanted int) int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 1024
	}
	if limit.Max < uint64(wanted) {
		higher := syscall.Rlimit{Cur: uint64(wanted), Max: uint64(wanted)}
		if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &higher) == nil {
			return wanted
		}
	}
	limit.Cur = limit.Max
	if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	}
	if limit.Cur > uint64(wanted) {
		return wanted
	}
	return int(limit.Cur)
}

// listen opens a port for package net and, if the limit of descriptors is too low, a port for each further table of
// descriptors. It returns the ports with their connections: PORT=CONNECTIONS, separated by commas.
func listen(connections int, greet func(conn)) (string, error) {
	each := raise(connections+reserved) - reserved
	if each < 1 {
		return "", fmt.Errorf("the limit of open files is too low: ulimit -n")
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go accept(listener, greet)
	here := least(connections, each)
	targets := []string{fmt.Sprintf("%d=%d", listener.Addr().(*net.TCPAddr).Port, here)}
	for rest := connections - here; rest > 0; rest -= least(rest, each) {
		port, err := newTable(greet)
		if err != nil {
			return "", err
		}
		targets = append(targets, fmt.Sprintf("%d=%d", port, least(rest, each)))
	}
	if len(targets) > 1 {
		fmt.Fprintf(os.Stderr, "chat: a process may open only %d files here and cannot raise this limit: "+
			"%d connections are in descriptor tables of single threads\n", each+reserved, connections-here)
	}
	return strings.Join(targets, ","), nil
}

func accept(listener net.Listener, greet func(conn)) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			fmt.Fprintln(os.Stderr, "chat:", err)
			return
		}
		greet(connection)
	}
}

func least(a, b int) int {
	if a < b {
		return a
	}
	return b
}
