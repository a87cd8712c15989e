using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// CPython's automatic collections and those of them that freed almost nothing of the objects that had come since the
/// collector last looked at that generation.
/// </summary>
internal sealed class FutileWork
{
    /// <summary>How much longer young collections may take in all once they look at more at once.</summary>
    public static readonly Threshold ColdYoung = Threshold.Times(
        "most that young collections take once they are rarer, in all", 4,
        "what they look at has left the processor's caches by then: 0.9 to 3.4 times were measured from 700, 10, 10 to 10,000, 20, 10");

    private const int Generations = 3;
    private const int NotAutomatic = -1;

    /// <summary>How much a collection may free and still be futile.</summary>
    public static readonly Threshold MostFreed = Threshold.Percent(
        "most of the objects looked at anew that a futile collection frees", 2,
        "the rest reference counting has freed already, and the collection looked at it for nothing");

    /// <summary>From which share of the new objects on what collections free is worth a look.</summary>
    public static readonly Threshold MuchFreed = Threshold.Percent(
        "share of the new objects that collections free, from which on the cycles are to be broken", 20,
        "then the collector works for its living, and rarer collections would leave as much to free");

    /// <summary>What an object that the collector looks at takes at least.</summary>
    public static readonly Threshold LeastObject = Threshold.Bytes(
        "least memory of a container object", 48, "an instance without attributes in CPython 3.11 and later, with what stands before it");

    /// <summary>From which share of the collector's time on full collections are worth making rarer.</summary>
    public static readonly Threshold NotableFull = Threshold.Percent(
        "share of the collector's time from which on full collections matter", 5,
        "thresholds make full collections rarer and leave the young ones' time as it is");

    private readonly Total[] _freed = new Total[Generations];
    private readonly Total[] _unseen = new Total[Generations];
    private readonly CollectionGroup[] _byGeneration = new CollectionGroup[Generations];

    // Objects that came since a generation was last collected, where the recording doesn't count them.
    private readonly long _uncountedObjects;

    private FutileWork(Recording recording)
    {
        Full = FullCollectionLengths.Of(recording);
        _uncountedObjects = ThresholdAdvice.For(recording.Source).Now[0];
        var timed = CollectionGroup.OfPauses(recording, static (in Pause _, Collection _) => true);
        var generations = new int[recording.Collections.Count];
        var futile = new bool[generations.Length];
        for (var i = 0; i < generations.Length; i++) (generations[i], futile[i]) = Add(recording.Collections[i], timed.Has(i));
        Automatic = CollectionGroup.Of(recording, (index, _) => generations[index] != NotAutomatic);
        Futile = CollectionGroup.Of(recording, (index, _) => futile[index]);
        for (var i = 0; i < Generations; i++)
        {
            var generation = i;
            _byGeneration[i] = CollectionGroup.Of(recording, (index, _) => generations[index] == generation);
        }
    }

    /// <summary>The full ones, over the objects that came.</summary>
    public FullCollectionLengths Full { get; }

    /// <summary>Automatic collections with a known length.</summary>
    public CollectionGroup Automatic { get; }

    /// <summary>Of them, futile ones.</summary>
    public CollectionGroup Futile { get; }

    /// <summary>The objects that the automatic ones freed.</summary>
    public Total Freed { get; private set; }

    /// <summary>Objects that had come since the collection before each, added up; null where the recording doesn't count them.</summary>
    public Total? Allocated { get; private set; }

    /// <summary>The freed objects' share of those that came, in percent; null where nobody counts these.</summary>
    public double? FreedPercent => Allocated is { Value: > 0 } allocated ? Math.Min(100, 100.0 * Freed / allocated) : null;

    /// <summary>Whether what collections free is worth breaking cycles for.</summary>
    public bool FreesMuch => FreedPercent >= MuchFreed.Value;

    /// <summary>Whether full collections take most of the time, which rarer ones spare whatever they free.</summary>
    public bool IsMostlyFull => Of(2).PauseTotalNanoseconds * 2.0 >= Automatic.PauseTotalNanoseconds;

    /// <summary>A generation's automatic collections.</summary>
    public CollectionGroup Of(int generation) => _byGeneration[generation];

    /// <summary>What a generation's automatic collections freed.</summary>
    public Total FreedBy(int generation) => _freed[generation];

    /// <summary>Whether thresholds help: full collections take a notable part, or the collector has no such generations.</summary>
    public bool FullCollectionsMatter(ThresholdAdvice advice) =>
        advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded
        || Of(2).PauseTotalNanoseconds >= Automatic.PauseTotalNanoseconds * NotableFull.Share;

    /// <summary>What the advised thresholds spare; null where that can't be told.</summary>
    public ThresholdGain? GainOf(ThresholdAdvice advice)
    {
        if (advice.IsFollowed || advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded) return null;
        if (Full.Under(advice.Now, advice.Better, onlyGrowth: false) is not { } most) return null;
        if (Full.Under(advice.Now, advice.Better, onlyGrowth: true) is not { } least) return null;
        var full = (double)Of(2).PauseTotalNanoseconds;
        var young = Automatic.PauseTotalNanoseconds - full;
        return new ThresholdGain(
            Math.Max(0, full - most.Nanoseconds - (young * (ColdYoung.Value - 1))),
            Math.Max(0, full - Math.Min(least.Nanoseconds, most.Nanoseconds)),
            most.Count,
            most.Longest);
    }

    /// <summary>Adds up a recording.</summary>
    public static FutileWork Of(Recording recording) => new(recording);

    /// <summary>Takes a collection in turn; its generation if it is automatic and timed, and whether it is futile then.</summary>
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
