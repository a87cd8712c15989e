using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Files;

/// <summary>System calls with this process's own rights.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class OwnFolderCalls : IFolderCalls
{
    private const int CurrentFolder = -100, WriteAccess = 2, Einval = 22;

    private OwnFolderCalls()
    {
    }

    public static OwnFolderCalls Instance { get; } = new();

    /// <inheritdoc/>
    public uint User => FileCalls.OwnUser();

    /// <inheritdoc/>
    public int Open(int folder, string path, int flags, uint mode, ulong resolve)
    {
        var opened = FileCalls.Open(folder, path, flags | FileCalls.CloseOnExec, mode, resolve);
        if (opened >= 0) return opened;
        var error = Marshal.GetLastPInvokeError();
        // Before Linux 5.6, or with a seccomp filter: then the path must be a single entry, and no link is followed.
        if (error is not (FileCalls.Enosys or FileCalls.Eperm) || path.Contains('/', StringComparison.Ordinal) || path == "..")
            return -error;
        opened = FileCalls.OpenAt(folder, path, flags | FileCalls.CloseOnExec | FileCalls.NoFollow, mode);
        return opened >= 0 ? opened : -Marshal.GetLastPInvokeError();
    }

    /// <inheritdoc/>
    public int Reopen(int place, int flags)
    {
        if (FileCalls.Look(place, "") is not { IsRegular: true }) return -Einval;
        var opened = FileCalls.OpenAt(CurrentFolder, $"/proc/self/fd/{place}", flags | FileCalls.CloseOnExec, 0);
        return opened >= 0 ? opened : -Marshal.GetLastPInvokeError();
    }

    /// <inheritdoc/>
    public int MakeFolder(int folder, string name) => Result(FileCalls.MakeFolderAt(folder, name, FileCalls.PrivateFolder));

    /// <inheritdoc/>
    public int Remove(int folder, string name, int flags) => Result(FileCalls.RemoveAt(folder, name, flags));

    /// <inheritdoc/>
    public FileFacts? Look(int folder, string name) => FileCalls.Look(folder, name);

    /// <inheritdoc/>
    public IEnumerable<string> Names(int folder) =>
        Directory.EnumerateFileSystemEntries($"/proc/self/fd/{folder}/").Select(entry => Path.GetFileName(entry));

    /// <inheritdoc/>
    public long FreeBytes(int folder)
    {
        try
        {
            return new DriveInfo($"/proc/self/fd/{folder}").AvailableFreeSpace;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return 0;
        }
    }

    /// <inheritdoc/>
    public bool MayWrite(int folder) => LibC.MayAccess($"/proc/self/fd/{folder}", WriteAccess);

    /// <inheritdoc/>
    public int Connect(int socket, int place)
    {
        var address = stackalloc byte[PeerCalls.AddressBytes];
        new Span<byte>(address, PeerCalls.AddressBytes).Clear();
        *(ushort*)address = PeerCalls.UnixFamily;
        var at = PeerCalls.AddressNameAt;
        Encoding.ASCII.GetBytes($"/proc/self/fd/{place}", new Span<byte>(address + at, PeerCalls.AddressBytes - at - 1));
        return Result(PeerCalls.Connect(socket, address, PeerCalls.AddressBytes));
    }

    private static int Result(int result) => result == 0 ? 0 : -Marshal.GetLastPInvokeError();
}
