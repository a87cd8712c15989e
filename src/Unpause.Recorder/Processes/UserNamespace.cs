namespace Unpause.Recorder.Processes;

/// <summary>How unpause's user appears to a process in its own user namespace, as in a rootless container.</summary>
[SupportedOSPlatform("linux")]
internal static class UserNamespace
{
    /// <summary>Whether the process sees unpause as its own user, or as root. True when unknown.</summary>
    public static bool KnowsUs(ProcessView process)
    {
        // Root connects to it through a helper with the process's user.
        if (FileCalls.OwnUser() == 0 || ProcessView.Find(Environment.ProcessId) is not { } we || we.UserId == process.UserId) return true;
        return InsideId(process.Id, we.UserId) is not { } inside || inside == 0;
    }

    /// <summary>
    /// An outer user's id inside the namespace: <see cref="uint.MaxValue"/> for an unmapped id. Null when the map can't be read.
    /// </summary>
    private static uint? InsideId(int process, uint outside)
    {
        try
        {
            return InsideId(File.ReadLines($"/proc/{process}/uid_map"), outside);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Applies a map: lines of the first id inside, the first id outside, and the count (user_namespaces(7)).</summary>
    internal static uint InsideId(IEnumerable<string> map, uint outside)
    {
        foreach (var line in map)
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length != 3
                || !uint.TryParse(fields[0], CultureInfo.InvariantCulture, out var inner)
                || !uint.TryParse(fields[1], CultureInfo.InvariantCulture, out var outer)
                || !uint.TryParse(fields[2], CultureInfo.InvariantCulture, out var count))
            {
                continue;
            }

            if (outside >= outer && outside - outer < count) return inner + (outside - outer);
        }

        return uint.MaxValue;
    }
}
