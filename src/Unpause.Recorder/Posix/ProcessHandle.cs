using System.Runtime.InteropServices;

namespace Unpause.Recorder.Posix;

/// <summary>A process that cannot be mistaken for a later one with the same number (a pidfd, Linux 5.3 and later).</summary>
internal sealed partial class ProcessHandle : IDisposable
{
    // The same numbers on every processor (linux/unistd.h, since 5.1).
    private const nint PidfdOpen = 434, PidfdSendSignal = 424;
    private readonly int _descriptor;

    private ProcessHandle(int descriptor) => _descriptor = descriptor;

    /// <summary>Opens a running process; null when there is none or the kernel is older.</summary>
    public static ProcessHandle? Open(int process)
    {
        var descriptor = (int)SystemCall(PidfdOpen, process, 0, 0, 0);
        return descriptor < 0 ? null : new ProcessHandle(descriptor);
    }

    /// <summary>Whether the process has ended, waiting for that at most so long.</summary>
    public unsafe bool HasEnded(int waitMilliseconds = 0)
    {
        var entry = new LibC.PollEntry { Descriptor = _descriptor, Events = LibC.PollIn };
        return LibC.Poll(&entry, 1, waitMilliseconds) > 0;
    }

    /// <summary>Sends a signal; false when the process has ended or we may not.</summary>
    public bool Send(int signal) => SystemCall(PidfdSendSignal, _descriptor, signal, 0, 0) == 0;

    public void Dispose() => LibC.Close(_descriptor);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth);
}
