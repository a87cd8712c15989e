using System.Runtime.Versioning;

namespace Unpause.Recorder.Processes;

/// <summary>Looks into all processes, each for a while and all together for a while: any of them can make whoever reads it wait.</summary>
[SupportedOSPlatform("linux")]
internal static class ProcessSearch
{
    private static readonly TimeSpan MostForOne = TimeSpan.FromSeconds(1), MostForAll = TimeSpan.FromSeconds(5);

    /// <summary>Looks into each but ourselves.</summary>
    /// <param name="look">Looks into one, by its number; null where there is nothing to see. Threads call it at the same time.</param>
    /// <returns>What was seen, and the numbers of those that could not be looked at in time.</returns>
    public static (List<TFound> Found, List<int> Late) Through<TFound>(Func<int, TFound?> look)
        where TFound : class
    {
        var numbers = new List<int>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), out var id) && id != Environment.ProcessId) numbers.Add(id);
        }

        return PatientWalk.Through(numbers, look, MostForOne, MostForAll);
    }
}
