using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Services;

/// <summary>
/// Landlock (landlock(7), linux/landlock.h; Linux 5.13 and later): this program, and each unpause that it starts, can read only the
/// folders of <c>--folder</c>, write no file and open no TCP connection. A path that is checked here and replaced by a link afterwards
/// leads nowhere.
/// </summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class Confinement
{
    // The same numbers on every architecture.
    private const nint CreateRuleset = 444, AddRule = 445, RestrictSelf = 446;
    private const nint AskVersion = 1, PathBeneath = 1;
    private const int NoNewPrivileges = 38, OpenPath = 0x200000, CloseOnExec = 0x80000;
    private const ulong RunFile = 1, WriteFile = 1 << 1, ReadFile = 1 << 2, ReadFolder = 1 << 3;

    // LANDLOCK_ACCESS_FS_*: the first 13 of Linux 5.13, then REFER (5.19), TRUNCATE (6.2), IOCTL_DEV (6.10).
    private const ulong AllOfFiles = (1 << 13) - 1, Refer = 1 << 13, Truncate = 1 << 14, DeviceControl = 1 << 15;
    private const int WithRefer = 2, WithTruncate = 3, WithNetwork = 4, WithDevices = 5, WithScopes = 6;

    // LANDLOCK_ACCESS_NET_*: bind and connect of TCP. LANDLOCK_SCOPE_*: abstract sockets, signals.
    private const ulong BindAndConnect = 3, SocketsAndSignals = 3;

    // What .NET and unpause read to start, and to know the processors, the memory limit and the time zone.
    private static readonly string[] OfTheSystem =
        ["/proc", "/sys", "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo", "/dev/urandom"];

    /// <summary>Restricts this thread. False where the kernel cannot, and in a build for development: it needs the files of .NET.</summary>
    public static bool TryApply(IReadOnlyList<string> folders, string program)
    {
        if (RuntimeFeature.IsDynamicCodeSupported || Environment.ProcessPath is not { } own) return false;
        var version = (int)Call(CreateRuleset, 0, 0, AskVersion, 0);
        if (version < 1) return false;
        var handled = new Handled
        {
            Files = AllOfFiles | (version >= WithRefer ? Refer : 0) | (version >= WithTruncate ? Truncate : 0)
                | (version >= WithDevices ? DeviceControl : 0),
            Network = BindAndConnect,
            Scopes = SocketsAndSignals,
        };
        var size = (version >= WithScopes ? 3 : version >= WithNetwork ? 2 : 1) * sizeof(ulong);
        var rules = (int)Call(CreateRuleset, (nint)(&handled), size, 0, 0);
        if (rules < 0) return false;
        try
        {
            foreach (var folder in folders) Allow(rules, folder, ReadFile | ReadFolder);
            foreach (var path in OfTheSystem) Allow(rules, path, ReadFile | (Directory.Exists(path) ? ReadFolder : 0));
            Allow(rules, "/dev/null", ReadFile | WriteFile);
            Allow(rules, program, ReadFile | RunFile);
            Allow(rules, own, ReadFile | RunFile);
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

    private static void Allow(int rules, string path, ulong rights)
    {
        var opened = Open(path, OpenPath | CloseOnExec);
        if (opened < 0) return;
        var rule = new Rule { Rights = rights, Folder = opened };
        _ = Call(AddRule, rules, PathBeneath, (nint)(&rule), 0);
        _ = Close(opened);
    }

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint Call(nint number, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

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
