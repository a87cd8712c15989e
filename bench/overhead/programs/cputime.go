// cputime FILE CMD… runs CMD and writes to FILE the CPU time of CMD and of all it waited for, and its own: two numbers,
// microseconds (wait4's rusage, so exit is in it). It is a Go program so that `unpause run` gives a Go CMD behind it what
// it gives a Go CMD itself.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

func microseconds(usage *syscall.Rusage) int64 {
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1000
}

func main() {
	command := exec.Command(os.Args[2], os.Args[3:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := command.Run(); command.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	var own syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	line := fmt.Sprintln(microseconds(command.ProcessState.SysUsage().(*syscall.Rusage)), microseconds(&own))
	if err := os.WriteFile(os.Args[1], []byte(line), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	os.Exit(command.ProcessState.ExitCode() & 0xff)
}
