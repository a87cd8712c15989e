namespace Unpause.Recorder.Rights;

/// <summary>Functions of the C library and Linux constants for users, groups, and sockets between processes of unpause.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class RightsCalls
{
    public const int PacketsCloseOnExec = 0x80005, CloseOnExecMessage = 0x40000000, ControlWasCut = 8, MessageWasCut = 0x20;
    public const int SetParentDeathSignal = 1, SetDumpable = 4, SetDescriptorFlags = 2;
    public const int DropFromBoundingSet = 24, SetNoNewPrivileges = 38, Ambient = 47, ClearAllAmbient = 4;

    /// <summary>setgroups(2), which the C library applies to all threads, like the two below.</summary>
    [LibraryImport("libc", EntryPoint = "setgroups", SetLastError = true)]
    public static partial int SetGroups(nuint count, uint* groups);

    [LibraryImport("libc", EntryPoint = "setresgid", SetLastError = true)]
    public static partial int SetGroup(uint real, uint effective, uint saved);

    [LibraryImport("libc", EntryPoint = "setresuid", SetLastError = true)]
    public static partial int SetUser(uint real, uint effective, uint saved);

    /// <summary>setfsuid(2): the user for file access of this thread only.</summary>
    [LibraryImport("libc", EntryPoint = "setfsuid")]
    public static partial int SetFilesUser(uint user);

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    public static partial int ControlProcess(int option, nuint argument, nuint third, nuint fourth, nuint fifth);

    [LibraryImport("libc", EntryPoint = "socketpair", SetLastError = true)]
    public static partial int SocketPair(int family, int type, int protocol, int* sockets);

    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    public static partial nint Receive(int socket, nint* message, int flags);
}
