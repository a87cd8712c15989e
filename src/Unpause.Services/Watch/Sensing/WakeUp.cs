using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Services.Watch.Sensing;

/// <summary>
/// Wakes one waiting thread (eventfd(2)). Events of .NET share a lock, and wait with two locks more: with a hundred threads they took more
/// CPU time than the reading. A semaphore of .NET spins before it waits, which took three quarters of it.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe partial class WakeUp : IDisposable
{
    private const int CloseOnExec = 0x80000;

    private readonly SafeFileHandle _event;

    /// <summary>Makes one; nobody waits yet.</summary>
    /// <exception cref="IOException">Too many files are open.</exception>
    public WakeUp()
    {
        _event = new SafeFileHandle(Create(0, CloseOnExec), ownsHandle: true);
        if (_event.IsInvalid) throw new IOException(Marshal.GetLastPInvokeErrorMessage());
    }

    /// <summary>Wakes the thread that waits, or the next that does.</summary>
    /// <exception cref="ObjectDisposedException">It was disposed of.</exception>
    public void Set()
    {
        var one = 1L;
        _ = Write(_event, &one, sizeof(long));
    }

    /// <summary>Waits until it was set since the last wait.</summary>
    public void Wait()
    {
        long count;
        _ = Read(_event, &count, sizeof(long));
    }

    /// <inheritdoc/>
    public void Dispose() => _event.Dispose();

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    private static partial int Create(uint count, int flags);

    [LibraryImport("libc", EntryPoint = "read")]
    private static partial nint Read(SafeFileHandle file, long* count, nint bytes);

    [LibraryImport("libc", EntryPoint = "write")]
    private static partial nint Write(SafeFileHandle file, long* count, nint bytes);
}
