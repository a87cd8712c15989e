namespace Unpause.Recorder.Rights;

/// <summary>A user id that owns nothing and belongs to nobody. Root switches to it to read other users' data.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe class LesserUser
{
    // No number in this range has a meaning (systemd, UIDS-GIDS.md), so only processes of unpause have it, and no other may inspect them.
    private const long First = 1_900_000_000, Count = 1 << 24;
    private const long Nobody = 65534;
    private const int SetGroupCapability = 6, SetUserCapability = 7;

    // capability.h has 41 in Linux 6.12; a set has space for 64.
    private const nuint MostCapabilities = 64;

    /// <summary>Whether unpause is root, may change its user, and the user namespace has another user.</summary>
    public static bool IsInReach => FileCalls.OwnUser() == 0 && HasEffective(SetGroupCapability) && HasEffective(SetUserCapability)
        && Choose() is not null;

    /// <summary>
    /// Switches to that user permanently, with all threads: no groups, no capabilities (capabilities(7), "Effect of user ID changes"), and
    /// memory that only root may inspect. No child process can regain a right (no_new_privs). False, with nothing changed except
    /// groups, if that user could not load the rest of this program.
    /// </summary>
    /// <param name="needed">Files that must stay readable.</param>
    /// <exception cref="IOException">The kernel refused, or the result is not as expected.</exception>
    public static bool Become(IEnumerable<string> needed)
    {
        if (Choose() is not { } user) return false;
        Require(RightsCalls.SetGroups(0, null), "setgroups");
        Require(RightsCalls.SetGroup(user, user, user), "setresgid");
        if (!MayRead(user, needed)) return false;
        ForbidNewPrivileges();
        Require(RightsCalls.SetUser(user, user, user), "setresuid");
        Require(RightsCalls.ControlProcess(RightsCalls.SetDumpable, 0, 0, 0, 0), "prctl");
        Require(RightsCalls.ControlProcess(RightsCalls.SetParentDeathSignal, LibC.SigKill, 0, 0, 0), "prctl");
        if (HasAny("CapPrm:") || HasAny("CapEff:") || HasAny("CapAmb:") || FileCalls.OwnUser() != user)
        {
            throw new IOException("root's rights could not be dropped");
        }

        return true;
    }

    /// <summary>
    /// For this thread and those that it starts. The others have no_new_privs since exec (<see cref="LesserChild"/>), so their bounding set
    /// has no effect.
    /// </summary>
    private static void ForbidNewPrivileges()
    {
        Require(RightsCalls.ControlProcess(RightsCalls.SetNoNewPrivileges, 1, 0, 0, 0), "prctl");
        // Fails for capabilities unknown to the kernel, without CAP_SETPCAP (some containers), and before Linux 4.3. Each is harmless now.
        for (nuint capability = 0; capability < MostCapabilities; capability++)
            RightsCalls.ControlProcess(RightsCalls.DropFromBoundingSet, capability, 0, 0, 0);
        RightsCalls.ControlProcess(RightsCalls.Ambient, RightsCalls.ClearAllAmbient, 0, 0, 0);
    }

    /// <summary>An id in this user namespace; null when there is only one.</summary>
    internal static uint? Choose(IEnumerable<string> map)
    {
        var wanted = First + KernelRandom.Below((int)Count);
        uint? found = null;
        foreach (var line in map)
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length != 3 || !long.TryParse(fields[0], NumberStyles.None, CultureInfo.InvariantCulture, out var inside)
                || !long.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out var length)) continue;
            if (wanted >= inside && wanted - inside < length) return (uint)wanted;
            if (Nobody >= inside && Nobody - inside < length) found = (uint)Nobody;
        }

        return found;
    }

    /// <summary>Whether a user is one that this chooses.</summary>
    public static bool IsLesser(uint user) => user is >= (uint)First and < (uint)(First + Count) or (uint)Nobody;

    /// <summary>A user; null when there is none but root.</summary>
    public static uint? Choose() => Choose(File.ReadLines("/proc/self/uid_map")) is { } user
        && Choose(File.ReadLines("/proc/self/gid_map")) is { } group ? Math.Min(user, group) : null;

    /// <summary>Checks with that user's rights on this thread only.</summary>
    private static bool MayRead(uint user, IEnumerable<string> files)
    {
        foreach (var file in files)
        {
            // As root first, so that no code of .NET is loaded for the first time while this thread has the other user's rights.
            if (!Opens(file)) return false;
            RightsCalls.SetFilesUser(user);
            var opens = Opens(file);
            RightsCalls.SetFilesUser(0);
            if (!opens) return false;
        }

        return true;
    }

    /// <summary>Whether a user may enter a folder; checked with that user's rights on this thread only.</summary>
    public static bool MayEnter(uint user, string folder)
    {
        var inside = Path.Combine(folder, ".");
        if (!Opens(inside, FileCalls.PathOnly)) return false;
        RightsCalls.SetFilesUser(user);
        var enters = Opens(inside, FileCalls.PathOnly);
        RightsCalls.SetFilesUser(0);
        return enters;
    }

    private static bool Opens(string file, int flags = 0)
    {
        var descriptor = LibC.Open(file, LibC.OCloseOnExec | flags);
        return descriptor >= 0 && LibC.Close(descriptor) == 0;
    }

    private static bool HasEffective(int capability) => ((OwnRights.Capabilities("CapEff:") ?? 0) >> capability & 1) != 0;

    private static bool HasAny(string set) => OwnRights.Capabilities(set) is not (null or 0);

    private static void Require(int result, string call)
    {
        if (result != 0) throw new IOException($"{call}: {System.Runtime.InteropServices.Marshal.GetLastPInvokeErrorMessage()}");
    }
}
