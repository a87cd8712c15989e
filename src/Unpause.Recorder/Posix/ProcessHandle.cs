namespace Unpause.Recorder.Posix;

/// <summary>A process that can't be confused with a later one of the same id (a pidfd, Linux 5.3 and later).</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class ProcessHandle : IDisposable
{
    // The same numbers on every architecture (linux/unistd.h, since 5.1).
    private const nint PidfdOpen = 434, PidfdSendSignal = 424;
    private readonly int _descriptor;

    private ProcessHandle(int descriptor) => _descriptor = descriptor;

    /// <summary>Readable once the process has ended.</summary>
    public int Descriptor => _descriptor;

    /// <summary>Opens a running process; null when there is none or the kernel is older.</summary>
    public static ProcessHandle? Open(int process)
    {
        var descriptor = (int)SystemCall(PidfdOpen, process, 0, 0, 0);
        return descriptor < 0 ? null : new ProcessHandle(descriptor);
    }

    /// <summary>Whether the process has ended, waiting at most for the given time.</summary>
    public unsafe bool HasEnded(int waitMilliseconds = 0)
    {
        var entry = new LibC.PollEntry { Descriptor = _descriptor, Events = LibC.PollIn };
        return LibC.Poll(&entry, 1, waitMilliseconds) > 0;
    }

    /// <summary>Sends a signal; false when the process has ended or access is denied.</summary>
    public bool Send(int signal) => SystemCall(PidfdSendSignal, _descriptor, signal, 0, 0) == 0;

    public void Dispose() => LibC.Close(_descriptor);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth);
}
