using System.Collections;
using System.Runtime.CompilerServices;
using Unpause.Collections;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings;

/// <summary>
/// The phases of a recording in about four bytes each, because there are a dozen for each pause.
/// </summary>
public sealed class PhaseList : IReadOnlyList<Phase>
{
    /// <summary>The longest duration kept, in nanoseconds (78 hours); longer ones only come from damaged files.</summary>
    public const long LongestNanoseconds = StoredPhase.LongestNanoseconds;

    /// <summary>The highest index of a name.</summary>
    internal const int NameMask = StoredPhase.NameMask;

    private readonly Column<StoredPhase> _phases;
    private readonly Column<(int Phase, WorkerSpread Workers)> _spreads;
    private readonly PackedNames _names;

    /// <summary>Takes over what a <see cref="PhaseListBuilder"/> collected.</summary>
    internal PhaseList(
        StoredPhaseList phases,
        ChunkedList<(int Phase, WorkerSpread Workers)> spreads,
        PackedNames names)
    {
        _phases = new Column<StoredPhase>(phases);
        _spreads = new Column<(int Phase, WorkerSpread Workers)>(spreads);
        _names = names;
    }

    public static PhaseList Empty { get; } = new PhaseListBuilder().Build();

    public int Count => _phases.Count;

    /// <summary>The different names of phases, each once.</summary>
    public IReadOnlyList<string> Names => _names.All;

    /// <summary>The phase at an index, in the order in which they were recorded.</summary>
    public Phase this[int index]
    {
        get
        {
            var phase = _phases[index];
            return new Phase(phase.Collection, _names.All[phase.NameIndex], phase.DurationNanoseconds, phase.HasSpread
                ? SpreadOf(index)
                : null, phase.IsConcurrent);
        }
    }

    /// <summary>Which of <see cref="Names"/> a name is; -1 when no phase has it.</summary>
    public int IndexOfName(string name) => _names.Find(name);

    /// <summary>The phases one after the other.</summary>
    public IEnumerator<Phase> GetEnumerator()
    {
        for (var i = 0; i < Count; i++) yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The stored form, for sums over all phases.</summary>
    public Column<StoredPhase> Stored => _phases;

    private WorkerSpread SpreadOf(int phase)
    {
        var low = 0;
        for (var high = _spreads.Count - 1; low < high;)
        {
            var middle = (low + high) / 2;
            if (_spreads[middle].Phase < phase) low = middle + 1;
            else high = middle;
        }

        return _spreads[low].Workers;
    }
}

/// <summary>How parallel work was spread over the collector's workers, in nanoseconds.</summary>
/// <param name="SumNanoseconds">All workers together; null when not printed.</param>
public sealed record WorkerSpread(long MinNanoseconds, long MaxNanoseconds, long? SumNanoseconds);

/// <summary>Collects the phases of a recording; ends in a <see cref="PhaseList"/>.</summary>
internal sealed class PhaseListBuilder
{
    private const string Others = "other phases";

    private readonly StoredPhaseList _phases = new();
    private readonly ChunkedList<(int Phase, WorkerSpread Workers)> _spreads = new();
    private readonly PackedNames _names = new(PhaseList.NameMask, Others);

    public int Count => _phases.Count;

    /// <summary>About how much memory they take by now.</summary>
    public long MemoryBytes => _phases.MemoryBytes
        + ((long)_spreads.Count * Unsafe.SizeOf<(int, WorkerSpread)>());

    public void Add(Phase phase)
    {
        if (phase.Workers is { } workers) _spreads.Add((Count, workers));
        Add(phase.Collection, AddName(phase.Name), phase.DurationNanoseconds, phase.Concurrent, phase.Workers is not null);
    }

    /// <summary>Adds a phase by the index of its name.</summary>
    public void Add(int collection, int name, long nanoseconds, bool concurrent) =>
        Add(collection, name, nanoseconds, concurrent, hasSpread: false);

    /// <summary>
    /// The index of a name, which becomes one of <see cref="PhaseList.Names"/>; after 16,383 different ones they share one.
    /// </summary>
    public int AddName(string name) => _names.Add(name);

    /// <summary>Hands the phases over: nothing is copied, and this must not be used any more.</summary>
    public PhaseList Build() => new(_phases, _spreads, _names);

    private void Add(int collection, int name, long nanoseconds, bool concurrent, bool hasSpread) =>
        _phases.Add(new StoredPhase(collection, nanoseconds, name, concurrent, hasSpread));
}
