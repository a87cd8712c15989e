using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Recorder.Files;

namespace Unpause.Recorder.Processes;

/// <summary>Who we are for a process that has a user namespace of its own, as in a rootless container.</summary>
[SupportedOSPlatform("linux")]
internal static class UserNamespace
{
    /// <summary>Whether the process sees us as the user that it runs as itself, or as root. True where nothing can be told.</summary>
    public static bool KnowsUs(ProcessView process)
    {
        // Root speaks to it through a helper that is its own user.
        if (FileCalls.OwnUser() == 0 || ProcessView.Of(Environment.ProcessId) is not { } we || we.UserId == process.UserId) return true;
        return InsideId(process.Id, we.UserId) is not { } inside || inside == 0;
    }

    /// <summary>
    /// What an outer user's number is inside: a number that the namespace lacks is
    /// <see cref="uint.MaxValue"/>. Null when the map can't be read.
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

    /// <summary>Reads a map: lines of the first number inside, the first outside, and how many (user_namespaces(7)).</summary>
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
