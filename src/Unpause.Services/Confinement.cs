using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Services;

/// <summary>
/// Landlock (landlock(7), linux/landlock.h; Linux 5.13 and later): this program, and each program that it starts, can use only the files
/// and TCP ports of a <see cref="Reach"/>. A path that is checked before and replaced by a link afterwards leads nowhere.
/// </summary>
/// <remarks>
/// Landlock restricts one thread and what it starts, and .NET has more threads. So the first thread restricts itself, and becomes the
/// same program anew.
/// </remarks>
[SupportedOSPlatform("linux")]
internal static unsafe partial class Confinement
{
    // The same numbers on every architecture.
    private const nint CreateRuleset = 444, AddRule = 445, RestrictSelf = 446;
    private const nint AskVersion = 1, PathBeneath = 1, Port = 2;
    private const int NoNewPrivileges = 38, OpenPath = 0x200000, CloseOnExec = 0x80000;
    private const ulong RunFile = 1, WriteFile = 1 << 1, ReadFile = 1 << 2, ReadFolder = 1 << 3;

    // Files and folders are made and removed, but no links, devices, pipes or sockets.
    private const ulong ChangeFolder = (1 << 4) + (1 << 5) + (1 << 7) + (1 << 8);

    // LANDLOCK_ACCESS_FS_*: the first 13 of Linux 5.13, then REFER (5.19), TRUNCATE (6.2), IOCTL_DEV (6.10).
    private const ulong AllOfFiles = (1 << 13) - 1, Refer = 1 << 13, Truncate = 1 << 14, DeviceControl = 1 << 15;
    private const int WithRefer = 2, WithTruncate = 3, WithNetwork = 4, WithDevices = 5, WithScopes = 6;

    // LANDLOCK_ACCESS_NET_*: bind and connect of TCP. LANDLOCK_SCOPE_*: abstract sockets, signals.
    private const ulong Bind = 1, Connect = 2, SocketsAndSignals = 3;

    // What .NET and unpause read to start, and to know the processors, the memory limit and the time zone.
    private static readonly string[] OfTheSystem =
        ["/proc", "/sys", "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo", "/dev/urandom"];

    /// <summary>Restricts this thread. False where the kernel cannot, and in a build for development: it needs the files of .NET.</summary>
    public static bool TryApply(Reach reach)
    {
        if (RuntimeFeature.IsDynamicCodeSupported || Environment.ProcessPath is not { } own) return false;
        var version = (int)Call(CreateRuleset, 0, 0, AskVersion, 0);
        if (version < 1) return false;
        var hasTruncate = version >= WithTruncate;
        var handled = new Handled
        {
            Files = AllOfFiles | (version >= WithRefer ? Refer : 0) | (hasTruncate ? Truncate : 0)
                | (version >= WithDevices ? DeviceControl : 0),
            Network = Bind | (reach.Connected is null ? 0 : Connect),
            Scopes = SocketsAndSignals,
        };
        var size = (version >= WithScopes ? 3 : version >= WithNetwork ? 2 : 1) * sizeof(ulong);
        var rules = (int)Call(CreateRuleset, (nint)(&handled), size, 0, 0);
        if (rules < 0) return false;
        try
        {
            foreach (var path in reach.Readable.Concat(OfTheSystem)) Allow(rules, path, ReadFile | ReadFolder);
            foreach (var path in reach.Runnable.Append(own)) Allow(rules, path, ReadFile | ReadFolder | RunFile);
            foreach (var folder in reach.Writable)
                Allow(rules, folder, ReadFile | ReadFolder | WriteFile | ChangeFolder | (hasTruncate ? Truncate : 0));
            Allow(rules, "/dev/null", ReadFile | WriteFile);
            if (version >= WithNetwork)
            {
                foreach (var port in reach.Served) Allow(rules, port, Bind);
                foreach (var port in reach.Connected ?? []) Allow(rules, port, Connect);
            }

            return Control(NoNewPrivileges, 1, 0, 0, 0) == 0 && Call(RestrictSelf, rules, 0, 0, 0) == 0;
        }
        finally
        {
            _ = Close(rules);
        }
    }

    /// <summary>Starts this program anew in this process, with these arguments. Returns only when that fails.</summary>
    public static void Become(IReadOnlyList<string> arguments)
    {
        var program = Environment.ProcessPath!;
        _ = Execute(program, [program, .. arguments, null]);
        throw new IOException($"{program} cannot be started again");
    }

    /// <summary>Keeps a text in memory for the program that this becomes.</summary>
    /// <returns>The descriptor, for <see cref="Take"/>.</returns>
    public static int Hand(string text)
    {
        var descriptor = CreateMemory("handed", 0);
        if (descriptor < 0) throw new IOException($"memfd_create: {Marshal.GetLastPInvokeErrorMessage()}");
        // Not closed: the program that this becomes reads it.
        RandomAccess.Write(new SafeFileHandle(descriptor, ownsHandle: false), Encoding.UTF8.GetBytes(text), 0);
        return descriptor;
    }

    /// <summary>Takes a text of <see cref="Hand"/>, and closes the descriptor.</summary>
    public static string Take(int descriptor)
    {
        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        var bytes = new byte[RandomAccess.GetLength(handle)];
        return Encoding.UTF8.GetString(bytes.AsSpan(0, RandomAccess.Read(handle, bytes, 0)));
    }

    /// <summary>What is not there is left out: nothing can be opened below it then.</summary>
    private static void Allow(int rules, string path, ulong rights)
    {
        var opened = Open(path, OpenPath | CloseOnExec);
        if (opened < 0) return;
        // A rule for a file must not have rights of folders.
        var rule = new Rule { Rights = Directory.Exists(path) ? rights : rights & ~(ReadFolder | ChangeFolder), Folder = opened };
        _ = Call(AddRule, rules, PathBeneath, (nint)(&rule), 0);
        _ = Close(opened);
    }

    private static void Allow(int rules, int port, ulong rights)
    {
        // struct landlock_net_port_attr.
        var rule = stackalloc ulong[] { rights, (ulong)port };
        _ = Call(AddRule, rules, Port, (nint)rule, 0);
    }

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint Call(nint number, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "memfd_create", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int CreateMemory(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "execv", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Execute(string path, string?[] arguments);

    /// <summary>struct landlock_ruleset_attr: what is forbidden unless a rule allows it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Handled
    {
        public ulong Files;
        public ulong Network;
        public ulong Scopes;
    }

    /// <summary>struct landlock_path_beneath_attr, which is packed.</summary>
    [StructLayout(LayoutKind.Sequential, Pack = 1)]
    private struct Rule
    {
        public ulong Rights;
        public int Folder;
    }
}

/// <summary>What stays in reach of a restricted program and of those that it starts.</summary>
internal sealed record Reach
{
    /// <summary>Files, and folders with all below them, that are read.</summary>
    public required IReadOnlyList<string> Readable { get; init; }

    /// <summary>Programs, and folders of programs, that are started.</summary>
    public required IReadOnlyList<string> Runnable { get; init; }

    /// <summary>Folders in which files are written, made and removed.</summary>
    public IReadOnlyList<string> Writable { get; init; } = [];

    /// <summary>TCP ports that are listened at; 0 is any free one.</summary>
    public IReadOnlyList<int> Served { get; init; } = [];

    /// <summary>TCP ports that connections go to; null: all.</summary>
    public IReadOnlyList<int>? Connected { get; init; } = [];
}
