using Unpause.Recordings;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// CPython's automatic collections and those of them that freed almost nothing: at most 2 % of the objects that had
/// come since the collector last looked at that generation. Times in nanoseconds.
/// </summary>
internal sealed class FutileWork
{
    private const double FutileShare = 0.02;

    /// <summary>Objects that came since a generation was last collected, where the recording doesn't count them: CPython's default threshold.</summary>
    private const long UncountedObjects = 700;

    private readonly long[] _count = new long[3];
    private readonly Total[] _total = new Total[3];
    private readonly Total[] _freed = new Total[3];
    private readonly Total[] _unseen = new Total[3];

    private FutileWork()
    {
    }

    /// <summary>Automatic collections with a known length.</summary>
    public long Collections { get; private set; }

    /// <summary>Their time.</summary>
    public Total TotalNanoseconds { get; private set; }

    /// <summary>The objects they freed.</summary>
    public Total Freed { get; private set; }

    /// <summary>Objects that had come since the collection before each, added up; null where the recording doesn't count them.</summary>
    public Total? Allocated { get; private set; }

    /// <summary>Of the collections, futile ones.</summary>
    public long Futile { get; private set; }

    /// <summary>Time of the futile ones.</summary>
    public Total FutileNanoseconds { get; private set; }

    /// <summary>The longest futile one.</summary>
    public long LongestNanoseconds { get; private set; }

    /// <summary>The longest futile one's number.</summary>
    public long LongestNumber { get; private set; }

    /// <summary>Automatic collections of a generation.</summary>
    public long CountOf(int generation) => _count[generation];

    /// <summary>Time of a generation's automatic collections.</summary>
    public Total TimeOf(int generation) => _total[generation];

    /// <summary>What a generation's automatic collections freed.</summary>
    public Total FreedBy(int generation) => _freed[generation];

    /// <summary>Adds up a recording.</summary>
    public static FutileWork Of(Recording recording)
    {
        var work = new FutileWork();
        var lengths = new Total?[recording.Collections.Count];
        foreach (var pause in recording.Pauses) lengths[pause.Collection] = (lengths[pause.Collection] ?? default) + pause.DurationNanoseconds;
        for (var i = 0; i < lengths.Length; i++) work.Add(recording.Collections[i], lengths[i]);
        return work;
    }

    private void Add(Collection collection, Total? length)
    {
        var generation = collection.Generation switch { Generations.Gen0 => 0, Generations.Gen1 => 1, Generations.Gen2 => 2, _ => -1 };
        foreach (ref var unseen in _unseen.AsSpan()) unseen += collection.AllocatedObjects ?? UncountedObjects;
        if (generation < 0) return;
        var looked = _unseen[generation];
        _unseen.AsSpan(0, generation + 1).Clear();
        if (collection.Induced || collection.Cause == Causes.Other || length is not { } nanoseconds || collection.FreedObjects is not { } freed) return;
        Collections++;
        TotalNanoseconds += nanoseconds;
        Freed += freed;
        if (collection.AllocatedObjects is { } allocated) Allocated = (Allocated ?? default) + allocated;
        _count[generation]++;
        _total[generation] += nanoseconds;
        _freed[generation] += freed;
        if (freed > looked * FutileShare) return;
        Futile++;
        FutileNanoseconds += nanoseconds;
        if (nanoseconds > LongestNanoseconds) (LongestNanoseconds, LongestNumber) = (nanoseconds, collection.Number);
    }
}
