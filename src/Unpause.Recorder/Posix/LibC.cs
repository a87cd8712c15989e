namespace Unpause.Recorder.Posix;

/// <summary>Functions of the C library and Linux constants for starting and observing a program.</summary>
[SupportedOSPlatform("linux")]
public static unsafe partial class LibC
{
    public const int Eintr = 4, Eio = 5, E2Big = 7, Enoexec = 8, Ebadf = 9, Eagain = 11, Eacces = 13, Eexist = 17, Epipe = 32;
    public const int Econnaborted = 103;
    public const int OWriteOnly = 1, OReadWrite = 2, ONoCtty = 0x100, ONonBlock = 0x800, OCloseOnExec = 0x80000;
    public const int GetDescriptorFlags = 1, SetPipeSize = 1031, CloseOnExecFlag = 1;
    public const short PollIn = 1, PollOut = 4;
    public const int WaitNoHang = 1, WaitUntraced = 2, WaitStopped = 2, WaitExited = 4, WaitNoWait = 0x01000000, IdTypePid = 1;
    public const int SigHup = 1, SigInt = 2, SigQuit = 3, SigKill = 9, SigUsr1 = 10, SigUsr2 = 12, SigPipe = 13, SigAlrm = 14;
    public const int SigTerm = 15, SigChld = 17, SigStop = 19, SigTstp = 20, SigTtin = 21, SigTtou = 22, LastSignal = 64;
    public const int LimitFileSize = 1, LimitOpenFiles = 7, ExecuteAccess = 1;

    /// <summary>O_DIRECT on a pipe: one read returns what one write wrote. Its value depends on the architecture.</summary>
    public static int OPacket { get; } =
        RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm ? 0x10000 : 0x4000;

    [StructLayout(LayoutKind.Sequential)]
    public struct PollEntry
    {
        public int Descriptor;
        public short Events;
        public short Returned;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ResourceLimit
    {
        public ulong Soft;
        public ulong Hard;
    }

    /// <summary>struct winsize of termios.h: rows, columns, two unused pixel counts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct WindowSize
    {
        public ulong All;
    }

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int descriptor, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    public static partial int Poll(PollEntry* entries, nuint count, int timeoutMilliseconds);

    /// <summary>execv: returns only when it fails.</summary>
    /// <param name="arguments">The program's name first, and null last.</param>
    [LibraryImport("libc", EntryPoint = "execv", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Execute(string path, string?[] arguments);

    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    public static partial int Pipe(int* descriptors, int flags);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    public static partial int Control(int descriptor, int command, nint argument);

    [LibraryImport("libc", EntryPoint = "isatty", SetLastError = true)]
    public static partial int IsTerminal(int descriptor);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Open(string path, int flags);

    /// <summary>Whether access(2) allows a mode; also false for writing on a read-only file system.</summary>
    public static bool MayAccess(string path, int mode)
    {
        fixed (byte* name = (byte[])[.. System.Text.Encoding.UTF8.GetBytes(path), 0]) return Access(name, mode) == 0;
    }

    [LibraryImport("libc", EntryPoint = "access", SetLastError = true)]
    public static partial int Access(byte* path, int mode);

    [LibraryImport("libc", EntryPoint = "posix_openpt", SetLastError = true)]
    public static partial int OpenPseudoTerminal(int flags);

    [LibraryImport("libc", EntryPoint = "grantpt", SetLastError = true)]
    public static partial int GrantPseudoTerminal(int master);

    [LibraryImport("libc", EntryPoint = "unlockpt", SetLastError = true)]
    public static partial int UnlockPseudoTerminal(int master);

    [LibraryImport("libc", EntryPoint = "ptsname_r", SetLastError = true)]
    public static partial int PseudoTerminalName(int master, byte* buffer, nuint size);

    [LibraryImport("libc", EntryPoint = "tcgetattr", SetLastError = true)]
    public static partial int GetTerminalAttributes(int descriptor, uint* termios);

    [LibraryImport("libc", EntryPoint = "tcsetattr", SetLastError = true)]
    public static partial int SetTerminalAttributes(int descriptor, int when, uint* termios);

    [LibraryImport("libc", EntryPoint = "tcgetpgrp", SetLastError = true)]
    public static partial int ForegroundGroup(int descriptor);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int WindowSizeControl(int descriptor, nuint request, WindowSize* size);

    /// <summary>clock_nanosleep(2) with seconds and nanoseconds; returns an errno.</summary>
    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    public static partial int SleepUntil(int clock, int flags, long* moment, long* left);

    [LibraryImport("libc", EntryPoint = "getpgid", SetLastError = true)]
    public static partial int ProcessGroup(int process);

    [LibraryImport("libc", EntryPoint = "getppid")]
    public static partial int ParentProcess();

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    public static partial int Kill(int process, int signal);

    [LibraryImport("libc", EntryPoint = "signal", SetLastError = true)]
    public static partial nint SetDisposition(int signal, nint handler);

    [LibraryImport("libc", EntryPoint = "waitid", SetLastError = true)]
    public static partial int WaitId(int idType, int id, byte* information, int options);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    public static partial int WaitPid(int process, int* status, int options);

    /// <summary>SIGRTMIN. The C library reserves the signals before it, and the .NET runtime this one.</summary>
    [LibraryImport("libc", EntryPoint = "__libc_current_sigrtmin")]
    public static partial int FirstRealTimeSignal();

    [LibraryImport("libc", EntryPoint = "getrlimit", SetLastError = true)]
    public static partial int GetLimit(int resource, ResourceLimit* limit);

    [LibraryImport("libc", EntryPoint = "setrlimit", SetLastError = true)]
    public static partial int SetLimit(int resource, ResourceLimit* limit);

    [LibraryImport("libc", EntryPoint = "posix_spawn")]
    public static partial int Spawn(int* process, byte* path, void* actions, void* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_init")]
    public static partial int InitializeAttributes(void* attributes);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_destroy")]
    public static partial int DestroyAttributes(void* attributes);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_setflags")]
    public static partial int SetSpawnFlags(void* attributes, short flags);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_setsigdefault")]
    public static partial int SetDefaultSignals(void* attributes, ulong* set);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_setsigmask")]
    public static partial int SetSignalMask(void* attributes, ulong* set);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_init")]
    public static partial int InitializeActions(void* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_destroy")]
    public static partial int DestroyActions(void* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_adddup2")]
    public static partial int AddDuplicate(void* actions, int source, int target);

    /// <summary>Whether <paramref name="descriptor"/> was open when this process was started.</summary>
    /// <remarks>
    /// A descriptor inherited through exec cannot have close-on-exec; one that the .NET runtime opened in its place has it.
    /// </remarks>
    public static bool WasInherited(int descriptor)
    {
        var flags = Control(descriptor, GetDescriptorFlags, 0);
        return flags >= 0 && (flags & CloseOnExecFlag) == 0;
    }
}
