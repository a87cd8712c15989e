using Unpause.Recordings.Packed;

namespace Unpause.Recordings;

/// <summary>
/// One collection (a GC cycle). Null means that the value is not recorded; it is never 0 for unknown. It is a position in the
/// recording's columns, read on access. While the recording is built, a <see cref="Builder"/> changes it in place, because a reader
/// learns of a collection line by line; afterwards it is immutable.
/// </summary>
public readonly partial record struct Collection
{
    private readonly CollectionTable _table;
    private readonly int _index;

    /// <summary>A place in the columns.</summary>
    internal Collection(CollectionTable table, int index) => (_table, _index) = (table, index);

    /// <summary>A recording's collections with other times.</summary>
    /// <param name="collections">All of them, as they were built.</param>
    /// <param name="by">Nanoseconds that they come later.</param>
    internal static Column<Collection> Moved(Column<Collection> collections, long by) =>
        collections.Count == 0 ? collections : new(collections[0]._table.Moved(by));

    /// <summary>Some of a recording's collections with other times.</summary>
    /// <param name="collections">All of them, as they were built.</param>
    /// <param name="indexes">Which ones, rising.</param>
    /// <param name="by">Nanoseconds that they come later.</param>
    internal static Column<Collection> Chosen(Column<Collection> collections, List<int> indexes, long by) =>
        indexes.Count == 0 ? Column<Collection>.Empty : new(collections[0]._table.Chosen(indexes, by));

    /// <summary>Collections that end a recording, with other times.</summary>
    internal static IReadOnlyList<Collection> Moved(IReadOnlyList<Collection> collections, long by)
    {
        var moved = new List<Collection>();
        foreach (var one in collections) moved.AddRange(one._table.Chosen([one._index], by));
        return moved;
    }

    /// <summary>The runtime's own number of this collection; where it has none, counted from 0.</summary>
    public long Number => _table.NumberOf(_index);

    /// <summary>One of <see cref="Generations"/>, or null.</summary>
    public string? Generation => _table.NameOf(_index, CollectionColumn.Generation);

    /// <summary>Blocking or background.</summary>
    public CollectionKind Kind => (CollectionKind)(_table.Get(_index, CollectionColumn.Kind) ?? 0);

    /// <summary>One of <see cref="Causes"/>; null when the recording doesn't say.</summary>
    public string? Cause => _table.NameOf(_index, CollectionColumn.Cause);

    /// <summary>The runtime's own word for the cause.</summary>
    public string? RuntimeCause => _table.NameOf(_index, CollectionColumn.RuntimeCause);

    /// <summary>Induced by the application's code.</summary>
    public bool Induced => _table.Is(_index, CollectionColumn.Induced);

    /// <summary>Start in nanoseconds since the recording's zero; null where the format has no timestamps.</summary>
    public long? StartNanoseconds => _table.Get(_index, CollectionColumn.Start);

    /// <summary>End in nanoseconds since the recording's zero, of a concurrent cycle its last work.</summary>
    public long? EndNanoseconds => _table.Get(_index, CollectionColumn.End);

    /// <summary>Bytes in use when it started.</summary>
    public long? HeapBeforeBytes => _table.Get(_index, CollectionColumn.HeapBefore);

    /// <summary>Bytes in use when it ended.</summary>
    public long? HeapAfterBytes => _table.Get(_index, CollectionColumn.HeapAfter);

    /// <summary>The heap's capacity at its end.</summary>
    public long? HeapCapacityBytes => _table.Get(_index, CollectionColumn.HeapCapacity);

    /// <summary>Bytes moved to an older generation.</summary>
    public long? PromotedBytes => _table.Get(_index, CollectionColumn.Promoted);

    /// <summary>Bytes that the collection copied or kept in the generations it collected.</summary>
    public long? SurvivorBytes => _table.Get(_index, CollectionColumn.Survivor);

    /// <summary>
    /// Bytes in the young generations when it started; with <see cref="SurvivorBytes"/> the survival rate.
    /// Null where there are none or they are not recorded.
    /// </summary>
    public long? YoungBeforeBytes => _table.Get(_index, CollectionColumn.YoungBefore);

    /// <summary>
    /// What the collector lets the young generation grow to until the next collection, in bytes; with survivor spaces where they count.
    /// </summary>
    public long? YoungTargetBytes => _table.Get(_index, CollectionColumn.YoungTarget);

    /// <summary>Bytes that marking found live, where the collector prints them (ZGC).</summary>
    public long? LiveBytes => _table.Get(_index, CollectionColumn.Live);

    /// <summary>The live set after a collection of the whole heap: what it found live, else what is in use after it.</summary>
    public long? LiveSetBytes => WholeHeap ? LiveBytes ?? HeapAfterBytes : null;

    /// <summary>Bytes allocated since the collection before it.</summary>
    public long? AllocatedBytes => _table.Get(_index, CollectionColumn.Allocated);

    /// <summary>True when it examined the whole heap, so that its bytes after are the live set.</summary>
    public bool WholeHeap => _table.Is(_index, CollectionColumn.WholeHeap);

    /// <summary>Objects that it freed (CPython: collected), where the runtime counts objects.</summary>
    public long? FreedObjects => _table.Get(_index, CollectionColumn.FreedObjects);

    /// <summary>
    /// Objects allocated and not yet freed since the collection before it, where the runtime
    /// counts objects (CPython: those with references).
    /// </summary>
    public long? AllocatedObjects => _table.Get(_index, CollectionColumn.AllocatedObjects);

    /// <summary>Objects that it found unreachable but could not free (CPython: uncollectable).</summary>
    internal long? UncollectableObjects => _table.Get(_index, CollectionColumn.UncollectableObjects);

    /// <summary>
    /// CPU time of the GC threads for it, in nanoseconds, where the runtime reports it (JVM user+sys, Go's cpu fields).
    /// </summary>
    public long? CpuNanoseconds => _table.Get(_index, CollectionColumn.Cpu);

    /// <summary>The part of <see cref="CpuNanoseconds"/> that the kernel spent (JVM sys).</summary>
    public long? SystemCpuNanoseconds => _table.Get(_index, CollectionColumn.SystemCpu);

    /// <summary>
    /// Facts specific to one runtime that rules need (<c>concurrent-mode-failure</c>, condemned reasons
    /// …): small, interned strings; null when none.
    /// </summary>
    public IReadOnlyList<string>? Marks => _table.MarksOf(_index);
}

/// <summary>Whether a collection works while the application is stopped, or mostly beside it.</summary>
public enum CollectionKind
{
    /// <summary>The whole collection is one pause.</summary>
    Blocking,

    /// <summary>Concurrent with the application, with zero or more short pauses.</summary>
    Background,
}

/// <summary>Finds the pauses and phases of a collection; they are stored in order of time, not by collection.</summary>
public sealed class PartsByCollection
{
    private readonly Column<Pause> _allPauses;
    private readonly PhaseList _allPhases;
    private readonly int[] _pauseStarts;
    private readonly int[] _pauses;
    private readonly int[] _phaseStarts;
    private readonly int[] _phases;

    /// <summary>Indexes the parts of a number of collections, in time and memory linear in the parts.</summary>
    public PartsByCollection(Column<Pause> pauses, PhaseList phases, int collections)
    {
        (_allPauses, _allPhases) = (pauses, phases);
        (_pauseStarts, _pauses) = Group(pauses.Count, i => pauses[i].Collection, collections);
        (_phaseStarts, _phases) = Group(phases.Count, i => phases[i].Collection, collections);
    }

    /// <summary>The pauses of the collection at an index, in order of time.</summary>
    public IEnumerable<Pause> Pauses(int collection)
    {
        for (var i = _pauseStarts[collection]; i < _pauseStarts[collection + 1]; i++) yield return _allPauses[_pauses[i]];
    }

    /// <summary>The phases of the collection at an index, in the order in which they were recorded.</summary>
    public IEnumerable<Phase> Phases(int collection)
    {
        for (var i = _phaseStarts[collection]; i < _phaseStarts[collection + 1]; i++) yield return _allPhases[_phases[i]];
    }

    /// <summary>A counting sort: where each collection's parts begin, and their indexes.</summary>
    private static (int[] Starts, int[] Items) Group(int count, Func<int, int> collectionOf, int collections)
    {
        var starts = new int[collections + 1];
        for (var i = 0; i < count; i++) starts[collectionOf(i) + 1]++;
        for (var c = 0; c < collections; c++) starts[c + 1] += starts[c];
        var next = starts.AsSpan(0, collections).ToArray();
        var items = new int[count];
        for (var i = 0; i < count; i++) items[next[collectionOf(i)]++] = i;
        return (starts, items);
    }
}
