namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// CPython's automatic collections, and those of them that freed almost none of the objects allocated since the last collection of that
/// generation.
/// </summary>
internal sealed class FutileWork
{
    /// <summary>Factor by which the total time of young collections may grow when each scans more objects.</summary>
    public static readonly Threshold ColdYoung = Threshold.Times(
        "maximum growth of the total time of young collections when they become rarer", 4,
        "the objects are no longer in the CPU caches: factors of 0.9 to 3.4 were measured from 700, 10, 10 to 10,000, 20, 10");

    private const int Generations = 3;
    private const int NotAutomatic = -1;

    /// <summary>Share that a collection may free and still count as futile.</summary>
    public static readonly Threshold MostFreed = Threshold.Percent(
        "maximum share of the scanned new objects that a futile collection frees", 2,
        "reference counting had freed the rest, and the collection scanned live objects for nothing");

    /// <summary>Share of the new objects above which freeing them is worth attention.</summary>
    public static readonly Threshold MuchFreed = Threshold.Percent(
        "share of the new objects freed by collections above which the cycles should be broken", 20,
        "then GC is useful, and rarer collections would leave as much to free");

    /// <summary>Minimum memory of an object tracked by GC.</summary>
    public static readonly Threshold LeastObject = Threshold.Bytes(
        "minimum memory of a container object", 48, "an instance without attributes in CPython 3.11 and later, with its GC header");

    /// <summary>Share of GC time above which full collections are worth making rarer.</summary>
    public static readonly Threshold NotableFull = Threshold.Percent(
        "share of GC time above which full collections matter", 5,
        "thresholds make full collections rarer, and do not change the time of young ones");

    private readonly Total[] _freed = new Total[Generations];
    private readonly Total[] _unseen = new Total[Generations];
    private readonly CollectionGroup[] _byGeneration = new CollectionGroup[Generations];

    // Objects allocated since the last collection of a generation, where the recording does not count them.
    private readonly long _uncountedObjects;

    private FutileWork(Recording recording)
    {
        Full = FullCollectionLengths.From(recording);
        _uncountedObjects = ThresholdAdvice.For(recording.Source).Now[0];
        var timed = CollectionGroup.OfPauses(recording, static (in Pause _, Collection _) => true);
        var generations = new int[recording.Collections.Count];
        var futile = new bool[generations.Length];
        for (var i = 0; i < generations.Length; i++) (generations[i], futile[i]) = Add(recording.Collections[i], timed.Has(i));
        Automatic = CollectionGroup.Select(recording, (index, _) => generations[index] != NotAutomatic);
        Futile = CollectionGroup.Select(recording, (index, _) => futile[index]);
        for (var i = 0; i < Generations; i++)
        {
            var generation = i;
            _byGeneration[i] = CollectionGroup.Select(recording, (index, _) => generations[index] == generation);
        }
    }

    /// <summary>The full collections, over the number of objects allocated.</summary>
    public FullCollectionLengths Full { get; }

    /// <summary>Automatic collections with a known length.</summary>
    public CollectionGroup Automatic { get; }

    /// <summary>The futile ones among them.</summary>
    public CollectionGroup Futile { get; }

    /// <summary>Objects freed by automatic collections.</summary>
    public Total Freed { get; private set; }

    /// <summary>Objects allocated between collections, in total; null where the recording does not count them.</summary>
    public Total? Allocated { get; private set; }

    /// <summary>Share of the new objects that was freed, in percent; null where they are not counted.</summary>
    public double? FreedPercent => Allocated is { Value: > 0 } allocated ? Math.Min(100, 100.0 * Freed / allocated) : null;

    /// <summary>Whether collections free enough that breaking the cycles is worthwhile.</summary>
    public bool FreesMuch => FreedPercent >= MuchFreed.Value;

    /// <summary>Whether full collections take most of the time: rarer ones save it, whatever they free.</summary>
    public bool IsMostlyFull => GetGeneration(2).PauseTotalNanoseconds * 2.0 >= Automatic.PauseTotalNanoseconds;

    /// <summary>The automatic collections of a generation.</summary>
    public CollectionGroup GetGeneration(int generation) => _byGeneration[generation];

    /// <summary>Objects freed by the automatic collections of a generation.</summary>
    public Total FreedBy(int generation) => _freed[generation];

    /// <summary>Whether thresholds help: full collections take a notable part, or the collector has no such generations.</summary>
    public bool FullCollectionsMatter(ThresholdAdvice advice) =>
        advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded
        || GetGeneration(2).PauseTotalNanoseconds >= Automatic.PauseTotalNanoseconds * NotableFull.Share;

    /// <summary>The time that the advised thresholds save; null where it cannot be estimated.</summary>
    public ThresholdGain? GainOf(ThresholdAdvice advice)
    {
        if (advice.IsFollowed || advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded) return null;
        if (Full.Under(advice.Now, advice.Better, onlyGrowth: false) is not { } most) return null;
        if (Full.Under(advice.Now, advice.Better, onlyGrowth: true) is not { } least) return null;
        var full = (double)GetGeneration(2).PauseTotalNanoseconds;
        var young = Automatic.PauseTotalNanoseconds - full;
        return new ThresholdGain(
            Math.Max(0, full - most.Nanoseconds - (young * (ColdYoung.Value - 1))),
            Math.Max(0, full - Math.Min(least.Nanoseconds, most.Nanoseconds)),
            most.Count,
            most.Longest);
    }

    /// <summary>Sums up a recording.</summary>
    public static FutileWork Compute(Recording recording) => new(recording);

    /// <summary>Processes the next collection. Returns its generation if it is automatic and timed, and whether it is futile.</summary>
    private (int Generation, bool Futile) Add(Collection collection, bool timed)
    {
        var generation = collection.Generation switch
        {
            Unpause.Recordings.Words.Generations.Gen0 =>
                0, Unpause.Recordings.Words.Generations.Gen1 => 1, Unpause.Recordings.Words.Generations.Gen2 => 2, _ => NotAutomatic,
        };
        foreach (ref var unseen in _unseen.AsSpan()) unseen += collection.AllocatedObjects ?? _uncountedObjects;
        if (generation < 0) return (NotAutomatic, false);
        var looked = _unseen[generation];
        _unseen.AsSpan(0, generation + 1).Clear();
        if (collection.Induced || !timed) return (NotAutomatic, false);
        if (collection.FreedObjects is not { } freed) return (NotAutomatic, false);
        Freed += freed;
        if (collection.AllocatedObjects is { } allocated) Allocated = (Allocated ?? default(Total)) + allocated;
        _freed[generation] += freed;
        return (generation, freed <= looked * MostFreed.Share);
    }
}

/// <summary>The expected improvement of higher thresholds for a recorded process.</summary>
/// <param name="Least">The lower bound, nanoseconds.</param>
/// <param name="Count">How many full collections would remain.</param>
/// <param name="Longest">How long the longest of them would take, nanoseconds; 0 where there would be none.</param>
internal sealed record ThresholdGain(double Least, double Most, int Count, double Longest)
{
    /// <summary>How much, in words: <c>between 1 and 2 s</c>.</summary>
    public string Spared => Least > 0
        ? $"between {Quantities.Duration(Least)} and {Quantities.Duration(Most)}"
        : $"up to {Quantities.Duration(Most)}";

    /// <summary>What remains, a clause without a full stop.</summary>
    public string Rest(FutileWork work)
    {
        var full = work.GetGeneration(2);
        var left = Count == 0
            ? "none remains"
            : $"at most {Count} remain{(Count == 1 ? "s" : "")}, the longest of about {Quantities.Duration(Longest)}";
        return $"of {Quantities.Count(full.Count)} full collections ({Quantities.Duration(full.PauseTotalNanoseconds)}) {left}. Young ones "
            + $"scan each new object once with any threshold, and may take up to {FutileWork.ColdYoung.Value:0.#} times as long in total";
    }
}
