using Unpause.Analysis.Utilisation;

namespace Unpause.Reports.Budgets;

/// <summary>
/// The metrics <c>mmu(100ms)</c> …: the least share of the time that the application had in any window of a length
/// (<see cref="UtilisationSummary.Lengths"/>). Higher is better.
/// </summary>
internal static class WorstWindowMetrics
{
    /// <summary>What their names begin with.</summary>
    public const string Start = "mmu(";

    private const string End = ")";
    private const long Second = 1_000_000_000, Minute = 60 * Second;

    /// <summary>The lengths in nanoseconds.</summary>
    public static IReadOnlyList<long> Lengths => UtilisationSummary.Lengths;

    /// <summary>Whether a metric is one of these.</summary>
    public static bool Is(string name) => name.StartsWith(Start, StringComparison.Ordinal);

    /// <summary>The metric's name: <c>mmu(100ms)</c>, <c>mmu(2s)</c>, <c>mmu(1min)</c>.</summary>
    public static string NameOf(long length) => Start + (length switch
    {
        Minute => "1min",
        >= Second => string.Create(CultureInfo.InvariantCulture, $"{length / Second}s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{length / 1_000_000}ms"),
    }) + End;

    /// <summary>The metric that a user means with another form of the length, <c>mmu(0.1s)</c>; else the text itself.</summary>
    public static string Normalise(string name)
    {
        if (!Is(name) || !name.EndsWith(End, StringComparison.Ordinal)) return name;
        if (!Quantities.TryParseDuration(name[Start.Length..^End.Length].Trim(), out var length)) return name;
        return Lengths.Contains((long)length) ? NameOf((long)length) : name;
    }

    /// <summary>The worst window of a length, of stops alone; null where unknown, or the recording is shorter.</summary>
    public static LeastShareDocument? Find(ProcessDocument process, long length)
    {
        foreach (var window in process.Utilisation?.Windows ?? [])
        {
            if (window.WindowMs.Nanoseconds == length) return window.Stops;
        }

        return null;
    }
}
