using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Services.Watch;

/// <summary>
/// Drops root's rights for good: other users' recordings are read, and HTTP is served, by a user that owns nothing. The recorder started
/// this program with no_new_privs.
/// </summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class Rights
{
    private const int NoNewPrivileges = 38, SetDumpable = 4;

    /// <summary>Becomes a user, whose group has the same number; again where it is that user already.</summary>
    /// <exception cref="IOException">The kernel refused.</exception>
    public static void Become(uint user)
    {
        if (GetUser() == 0) Require(SetGroups(0, 0), "setgroups");
        Require(SetGroup(user, user, user), "setresgid");
        Require(Control(NoNewPrivileges, 1, 0, 0, 0), "prctl");
        Require(SetUser(user, user, user), "setresuid");
        Require(Control(SetDumpable, 0, 0, 0, 0), "prctl");
        if (GetUser() != user || GetEffectiveUser() != user) throw new IOException("root's rights could not be dropped");
    }

    private static void Require(int result, string call)
    {
        if (result != 0) throw new IOException($"{call}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    [LibraryImport("libc", EntryPoint = "setgroups", SetLastError = true)]
    private static partial int SetGroups(nuint count, nint groups);

    [LibraryImport("libc", EntryPoint = "setresgid", SetLastError = true)]
    private static partial int SetGroup(uint real, uint effective, uint saved);

    [LibraryImport("libc", EntryPoint = "setresuid", SetLastError = true)]
    private static partial int SetUser(uint real, uint effective, uint saved);

    [LibraryImport("libc", EntryPoint = "getuid")]
    private static partial uint GetUser();

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint GetEffectiveUser();

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);
}
