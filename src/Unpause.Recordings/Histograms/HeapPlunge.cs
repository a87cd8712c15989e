using Unpause.Recordings.Readers.Jvm;

namespace Unpause.Recordings.Histograms;

/// <summary>
/// What full collections free and what they leave, by class. A numerous class that plunges is what the application
/// churns; one that is numerous and stays, though each object should be short-lived, is retained by something.
/// </summary>
/// <param name="Rounds">Pairs of histograms.</param>
/// <param name="AllBytes">The heap before a collection, mean.</param>
/// <param name="LiveBytes">Bytes of retained objects, mean.</param>
/// <param name="Classes">The classes, the most numerous first.</param>
public sealed record HeapPlunge(int Rounds, long AllBytes, long LiveBytes, IReadOnlyList<ClassPlunge> Classes)
{
    /// <summary>Puts pairs of histograms together: of all objects, and right after it of the live ones.</summary>
    /// <param name="rounds">At least one pair.</param>
    public static HeapPlunge From(IReadOnlyList<(ClassHistogram All, ClassHistogram Live)> rounds)
    {
        var types = rounds.SelectMany(round => round.All.Classes.Concat(round.Live.Classes))
            .Select(row => row.Type)
            .Distinct(StringComparer.Ordinal);
        var classes = types.Select(type => new ClassPlunge(
            type,
            JvmTypeNames.IsLibrary(type),
            Mean(type, rounds.Select(round => round.All[type])),
            Mean(type, rounds.Select(round => round.Live[type]))));
        return new HeapPlunge(
            rounds.Count,
            (long)rounds.Average(round => (double)round.All.Bytes),
            (long)rounds.Average(round => (double)round.Live.Bytes),
            [.. classes.OrderByDescending(row => row.All.Instances).ThenBy(row => row.Type, StringComparer.Ordinal)]);
    }

    /// <summary>The application's own class with the most retained objects; null when there is none.</summary>
    public ClassPlunge? MostRetained => Own.OrderByDescending(row => row.Live.Instances)
        .ThenByDescending(row => row.Live.Bytes).Select(row => (ClassPlunge?)row).FirstOrDefault();

    /// <summary>The application's own class with the most freed objects; null when there is none.</summary>
    public ClassPlunge? MostFreed =>
        Own.OrderByDescending(row => row.Instances).ThenByDescending(row => row.Bytes).Select(row => (ClassPlunge?)row).FirstOrDefault();

    private IEnumerable<ClassPlunge> Own => Classes.Where(row => !row.Library);

    private static ClassCount Mean(string type, IEnumerable<ClassCount> counts)
    {
        var all = counts.ToList();
        return new ClassCount(
            type,
            (long)Math.Round(all.Average(count => (double)count.Instances)),
            (long)Math.Round(all.Average(count => (double)count.Bytes)));
    }
}

/// <summary>A class right before and right after a full collection.</summary>
/// <param name="Library">Whether it is the runtime's own.</param>
/// <param name="All">Objects, including unreachable ones, mean over the rounds.</param>
/// <param name="Live">Reachable objects, mean over the rounds.</param>
public readonly record struct ClassPlunge(string Type, bool Library, ClassCount All, ClassCount Live)
{
    /// <summary>Objects that the collection freed.</summary>
    public long Instances => Math.Max(0, All.Instances - Live.Instances);

    /// <summary>Bytes that the collection freed.</summary>
    internal long Bytes => Math.Max(0, All.Bytes - Live.Bytes);

    /// <summary>
    /// The share that is retained, 0 to 1: near 0 for short-lived objects, near 1 for long-lived ones. The application runs
    /// between the two counts, so live may exceed all.
    /// </summary>
    public double LiveShare => All.Instances == 0 ? 1 : Math.Min(1, (double)Live.Instances / All.Instances);
}
