namespace Unpause.Recorder.Processes;

/// <summary>What the kernel allows to unpause and its child processes.</summary>
[SupportedOSPlatform("linux")]
internal static class OwnRights
{
    private const int SetUserCapability = 7, TraceCapability = 19;

    /// <summary>Whether unpause may inspect other users' processes: CAP_SYS_PTRACE, or the kernel does not report capabilities.</summary>
    public static bool MayTrace => Capabilities("CapEff:") is not { } set || (set >> TraceCapability & 1) != 0;

    /// <summary>
    /// Whether a child process can change its user: unpause is root, CAP_SETUID is available, and the user namespace has more than one
    /// user. (sudo uses the rights of its own file instead.)
    /// </summary>
    public static bool ProgramsMayChangeUser { get; } = FileCalls.OwnUser() == 0 && HasInReach(SetUserCapability) && HasMoreUsers();

    /// <summary>
    /// One of this process's capability sets, by its name in proc(5), such as <c>CapEff:</c>; null when the kernel does not report it.
    /// </summary>
    public static ulong? Capabilities(string name)
    {
        var line = Lines("/proc/thread-self/status").FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal));
        return line is not null && ulong.TryParse(line.AsSpan(name.Length).Trim(), NumberStyles.HexNumber, null, out var set) ? set : null;
    }

    private static bool HasInReach(int capability) => Capabilities("CapBnd:") is not { } set || (set >> capability & 1) != 0;

    private static bool HasMoreUsers()
    {
        var maps = Lines("/proc/self/uid_map");
        return maps.Length != 1 || !maps[0].EndsWith(" 1", StringComparison.Ordinal);
    }

    /// <summary>None where /proc is hidden.</summary>
    private static string[] Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
