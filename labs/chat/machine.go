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
	outFolder    = "/out"     // the files in it are sent to the host
	commandFile  = "/command" // arguments, then variables, each ended by NUL, separated by an empty one
	secondSerial = "/dev/ttyS1"
	longestLife  = 20 * time.Minute // a safety limit if the host process is gone
)

// machine is the init process of a virtual machine without any other software: it mounts the usual file systems, runs the
// command, sends the resulting files, and powers the machine off.
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

// restart ends the machine: QEMU runs with -no-reboot.
func restart() {
	syscall.Reboot(syscall.LINUX_REBOOT_CMD_RESTART)
}

func mountAll() error {
	for _, mount := range [][2]string{{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}} {
		os.MkdirAll(mount[1], 0o777)
		if err := syscall.Mount(mount[0], mount[1], mount[0], 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", mount[1], err)
		}
	}
	// The root is in memory already. Nothing is mounted over /tmp and /out, because unpause's own files may be below them.
	for _, folder := range []string{"/tmp", outFolder} {
		os.MkdirAll(folder, 0o777)
		if err := os.Chmod(folder, 0o777|os.ModeSticky); err != nil {
			return err
		}
	}
	// /dev/fd and /dev/stdout, as on any Linux.
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
	// Two separate streams: unpause removes the gc lines from the second one.
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

// send writes the folder as compressed tar to the second serial line, which is a file on the host.
func send() error {
	line, err := os.OpenFile(secondSerial, os.O_WRONLY|syscall.O_NOCTTY, 0)
	if err != nil {
		return err
	}
	defer line.Close()
	// Raw mode (cfmakeraw of termios(3); for output only OPOST matters).
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
