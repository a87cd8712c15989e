package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const (
	outFolder    = "/out"     // what the guest leaves is sent from here
	commandFile  = "/command" // arguments, then variables, each ended by a NUL; an empty one between
	secondSerial = "/dev/ttyS1"
	longestLife  = 20 * time.Minute // whoever started the machine is gone then
)

// machine is the first process of a virtual machine that has nothing else: it makes what a Linux has, runs the command,
// sends what that left, and ends the machine.
func machine() {
	time.AfterFunc(longestLife, restart)
	code := 1
	if err := mountAll(); err != nil {
		fmt.Println("chat: the virtual machine:", err)
	} else if code, err = runCommand(); err != nil {
		fmt.Println("chat: the virtual machine:", err)
	}
	os.WriteFile(filepath.Join(outFolder, "code"), []byte(fmt.Sprint(code)), 0o644)
	if err := send(); err != nil {
		fmt.Println("chat: the virtual machine:", err)
	}
	restart()
}

// restart ends the machine: QEMU is told not to start it again.
func restart() {
	syscall.Reboot(syscall.LINUX_REBOOT_CMD_RESTART)
}

func mountAll() error {
	for _, mount := range [][2]string{{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"}, {"tmpfs", outFolder}} {
		os.MkdirAll(mount[1], 0o777)
		if err := syscall.Mount(mount[0], mount[1], mount[0], 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", mount[1], err)
		}
	}
	// What /dev/fd and /dev/stdout are on any Linux.
	return os.Symlink("/proc/self/fd", "/dev/fd")
}

func runCommand() (int, error) {
	text, err := os.ReadFile(commandFile)
	if err != nil {
		return 0, err
	}
	arguments, variables, _ := strings.Cut(strings.TrimRight(string(text), "\x00"), "\x00\x00")
	words := strings.Split(arguments, "\x00")
	command := exec.Command(words[0], words[1:]...)
	command.Env = strings.Split(variables, "\x00")
	// As two streams: the collector's lines are taken out of the second one.
	command.Stdout, command.Stderr = os.Stdout, struct{ io.Writer }{os.Stderr}
	before, _ := os.ReadFile("/proc/vmstat")
	err = command.Run()
	after, _ := os.ReadFile("/proc/vmstat")
	os.WriteFile(filepath.Join(outFolder, "vmstat-before"), before, 0o644)
	os.WriteFile(filepath.Join(outFolder, "vmstat-after"), after, 0o644)
	if command.ProcessState == nil {
		return 0, err
	}
	return command.ProcessState.ExitCode(), nil
}

// send writes the folder into the second serial line, which the host has as a file: tar, compressed.
func send() error {
	line, err := os.OpenFile(secondSerial, os.O_WRONLY|syscall.O_NOCTTY, 0)
	if err != nil {
		return err
	}
	defer line.Close()
	// Bytes pass as they are (cfmakeraw of termios(3): of the output only OPOST matters).
	var mode syscall.Termios
	if err := terminal(line, syscall.TCGETS, &mode); err != nil {
		return err
	}
	mode.Oflag &^= syscall.OPOST
	if err := terminal(line, syscall.TCSETS, &mode); err != nil {
		return err
	}
	packed := gzip.NewWriter(line)
	archive := tar.NewWriter(packed)
	err = filepath.WalkDir(outFolder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		return add(archive, path, entry)
	})
	if err != nil {
		return err
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return packed.Close()
}

func add(archive *tar.Writer, path string, entry fs.DirEntry) error {
	information, err := entry.Info()
	if err != nil {
		return err
	}
	header := &tar.Header{Name: strings.TrimPrefix(path, outFolder+"/"), Mode: 0o644, Size: information.Size(), ModTime: information.ModTime()}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(archive, file)
	return err
}

func terminal(file *os.File, request uintptr, mode *syscall.Termios) error {
	if _, _, number := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(unsafe.Pointer(mode))); number != 0 {
		return number
	}
	return nil
}
