using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Posix;

/// <summary>
/// Waits until one of many descriptors becomes readable (epoll(7), edge-triggered): a wait costs the same however many there are.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe partial class ReadyDescriptors
{
    private const int CloseOnExec = LibC.OCloseOnExec, AddOne = 1, RemoveOne = 2, MostAtOnce = 64;
    private const uint Readable = 1, OncePerEvent = 1u << 31;

    // struct epoll_event: the events and eight bytes of ours, without padding between on x86-64 only.
    private static readonly int EventBytes = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 12 : 16;
    private static readonly int NumberAt = EventBytes - sizeof(long);

    // Closed with the last reference: a thread may still wait.
    private readonly SafeFileHandle _events = new(Create(CloseOnExec), ownsHandle: true);

    /// <summary>Waits for nothing yet.</summary>
    /// <exception cref="IOException">Too many files are open.</exception>
    public ReadyDescriptors()
    {
        if (_events.IsInvalid) throw new IOException(Marshal.GetLastPInvokeErrorMessage());
    }

    /// <summary>Waits for a descriptor too, until <see cref="Remove"/>.</summary>
    /// <param name="number">What <see cref="Wait(List{long}, int)"/> gives for it.</param>
    /// <exception cref="IOException">The kernel waits for no more.</exception>
    public void Add(int descriptor, long number)
    {
        var one = stackalloc byte[EventBytes];
        *(uint*)one = Readable | OncePerEvent;
        *(long*)(one + NumberAt) = number;
        if (Control(_events, AddOne, descriptor, one) != 0) throw new IOException(Marshal.GetLastPInvokeErrorMessage());
    }

    /// <summary>Waits for it no longer; to be called before it is closed.</summary>
    public void Remove(int descriptor)
    {
        var ignored = stackalloc byte[EventBytes];
        Control(_events, RemoveOne, descriptor, ignored);
    }

    /// <summary>Waits, and adds the numbers of those that became readable since they were last given.</summary>
    public void Wait(List<long> numbers, int mostMilliseconds)
    {
        var found = stackalloc byte[EventBytes * MostAtOnce];
        var count = Wait(_events, found, MostAtOnce, mostMilliseconds);
        for (var i = 0; i < count; i++) numbers.Add(*(long*)(found + (i * EventBytes) + NumberAt));
    }

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static partial int Create(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int Control(SafeFileHandle events, int operation, int descriptor, byte* one);

    [LibraryImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static partial int Wait(SafeFileHandle events, byte* found, int most, int milliseconds);
}
