using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>
/// Whether the two sides did the same work: by requests per second where they are known, else by allocation rate. The latter is only a
/// proxy, because the change itself may allocate less.
/// </summary>
internal sealed class LoadChange
{
    // Loads within this factor of each other count as the same.
    private const double SameLoad = 1.25;

    // A recording longer by this factor has seen more rare events.
    private const double SameLength = 1.25;

    // Runs of a program that does a fixed amount of work allocate the same, within this factor, however long they take.
    private const double SameWork = 1.1;

    private LoadChange()
    {
    }

    /// <summary>Load after divided by load before; null where it is about the same, or unknown.</summary>
    public double? Load { get; private init; }

    /// <summary>Whether the load is measured by requests.</summary>
    public bool IsByRequests { get; private init; }

    /// <summary>Length of the recordings after divided by those before; null where they are about the same.</summary>
    public double? Length { get; private init; }

    /// <summary>
    /// Whether all runs did the same amount of work, and one side took longer: they are judged by their run time and by the time in GC, not
    /// by its share of a run that got shorter.
    /// </summary>
    public bool IsFixedWork { get; private init; }

    /// <summary>Whether the number of processors is known and differs.</summary>
    public bool OtherProcessors { get; private init; }

    /// <summary>The conditions that differ, for people.</summary>
    public IReadOnlyList<RunConditionDocument> Conditions { get; private set; } = [];

    /// <summary>Compares the load of two sides.</summary>
    /// <param name="sides">The runs of both sides.</param>
    /// <param name="sameLoad">Whether the user passed <c>--same-load</c>.</param>
    public static LoadChange Compare(ComparedSides sides, bool sameLoad)
    {
        var requests = Ratio(sides, run => run.RequestRate);
        var load = requests ?? Ratio(sides, run => run.Process.Heap.AllocationRateBytesPerS);
        var length = Ratio(sides, run => run.Nanoseconds);
        var (before, after) = (Processors(sides.Before), Processors(sides.After));
        var fixedWork = requests is null && length is { } other && IsApart(other, SameWork) && (sameLoad || AllocatedTheSame(sides));
        var change = new LoadChange
        {
            IsFixedWork = fixedWork,
            Load = !sameLoad && !fixedWork && load is { } ratio && IsApart(ratio, SameLoad) ? ratio : null,
            IsByRequests = requests is not null,
            Length = !sameLoad && !fixedWork && length is { } longer && IsApart(longer, SameLength) ? longer : null,
            OtherProcessors = before is not null && after is not null && before != after,
        };
        change.Conditions = [.. Reported(change, sides)];
        return change;
    }

    /// <summary>Whether every run of both sides allocated about the same in total.</summary>
    private static bool AllocatedTheSame(ComparedSides sides)
    {
        var all = sides.Before.Concat(sides.After).Select(run => (double?)run.Process.Heap.AllocatedBytes).ToList();
        return all.TrueForAll(bytes => bytes > 0) && all.Max() <= all.Min() * SameWork;
    }

    private static IEnumerable<RunConditionDocument> Reported(LoadChange change, ComparedSides sides)
    {
        if (change.Load is not null)
        {
            Func<ComparedRun, double?> load = change.IsByRequests
                ? run => run.RequestRate : run => run.Process.Heap.AllocationRateBytesPerS;
            Func<double, string> write = change.IsByRequests
                ? value => $"{ComparedUnit.Count.Write(value)} requests/s" : value => $"{Quantities.Bytes(value)} allocated/s";
            yield return Row("load", write(Mean(sides.Before, load)!.Value), write(Mean(sides.After, load)!.Value));
        }

        if (change.Length is not null)
        {
            yield return Row("length", Quantities.Duration(Mean(sides.Before, run => run.Nanoseconds)!.Value),
                Quantities.Duration(Mean(sides.After, run => run.Nanoseconds)!.Value));
        }

        if (change.OtherProcessors)
        {
            yield return Row("processors", $"{Processors(sides.Before)}", $"{Processors(sides.After)}");
        }
    }

    private static RunConditionDocument Row(string name, string before, string after) =>
        new() { Kind = RunConditionDocument.Confounder, Name = name, Before = before, After = after };

    private static double? Ratio(ComparedSides sides, Func<ComparedRun, double?> of) =>
        Mean(sides.Before, of) is > 0 and var before && Mean(sides.After, of) is > 0 and var after ? after / before : null;

    /// <summary>The mean of the runs; null where one run lacks the value.</summary>
    public static double? Mean(IReadOnlyList<ComparedRun> runs, Func<ComparedRun, double?> of)
    {
        var values = runs.Select(of).ToList();
        return values.Contains(null) ? null : values.Average();
    }

    private static long? Processors(IReadOnlyList<ComparedRun> runs) =>
        runs.Select(run => run.Process.Source.Identity?.Processors).Distinct().ToList() is [var only] ? only : null;

    private static bool IsApart(double ratio, double factor) => ratio > factor || ratio < 1 / factor;
}
