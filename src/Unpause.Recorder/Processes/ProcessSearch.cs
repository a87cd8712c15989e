namespace Unpause.Recorder.Processes;

/// <summary>Inspects all processes, each and all together for a limited time: any of them can block its reader.</summary>
[SupportedOSPlatform("linux")]
internal static class ProcessSearch
{
    private static readonly TimeSpan MostForOne = TimeSpan.FromSeconds(1), MostForAll = TimeSpan.FromSeconds(5);

    /// <summary>Inspects every process except this one.</summary>
    /// <param name="look">Inspects one by its id; null if there is no result. Called by several threads.</param>
    /// <returns>The results, and the ids of processes that could not be inspected in time.</returns>
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
