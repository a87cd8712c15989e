using System.Collections;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// The phases of a recording in 12 bytes each and without references, because there are a dozen for each pause: the
/// collector that runs this program never looks into them.
/// </summary>
internal sealed class PhaseList : IReadOnlyList<Phase>
{
    /// <summary>The longest duration kept, in nanoseconds (78 hours); longer ones only come from damaged files.</summary>
    public const long LongestNanoseconds = (1L << 48) - 1;

    private const ushort ConcurrentFlag = 1 << 15;
    private const ushort SpreadFlag = 1 << 14;

    /// <summary>The highest index of a name.</summary>
    internal const ushort NameMask = SpreadFlag - 1;

    private readonly Column<StoredPhase> _phases;
    private readonly Column<(int Phase, WorkerSpread Workers)> _spreads;
    private readonly IReadOnlyList<string> _names;
    private readonly IReadOnlyDictionary<string, int> _indexes;

    /// <summary>Takes over what a <see cref="PhaseListBuilder"/> collected.</summary>
    internal PhaseList(
        ChunkedList<StoredPhase> phases,
        ChunkedList<(int Phase, WorkerSpread Workers)> spreads,
        IReadOnlyList<string> names,
        IReadOnlyDictionary<string, int> indexes)
    {
        _phases = new Column<StoredPhase>(phases);
        _spreads = new Column<(int Phase, WorkerSpread Workers)>(spreads);
        _names = names;
        _indexes = indexes;
    }

    /// <summary>No phases.</summary>
    public static PhaseList Empty { get; } = new PhaseListBuilder().Build();

    /// <summary>Number of phases.</summary>
    public int Count => _phases.Count;

    /// <summary>The different names of phases, each once.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>The phase at an index, in the order in which they were told.</summary>
    public Phase this[int index]
    {
        get
        {
            var phase = _phases[index];
            return new Phase(phase.Collection, _names[phase.NameIndex], phase.DurationNanoseconds, phase.HasSpread
                ? SpreadOf(index)
                : null, phase.IsConcurrent);
        }
    }

    /// <summary>Which of <see cref="Names"/> a name is; -1 when no phase has it.</summary>
    public int IndexOfName(string name) => _indexes.GetValueOrDefault(name, -1);

    /// <summary>The phases one after the other.</summary>
    public IEnumerator<Phase> GetEnumerator()
    {
        for (var i = 0; i < Count; i++) yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The stored form, for sums over all phases.</summary>
    internal Column<StoredPhase> Stored => _phases;

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

    /// <summary>One phase: 48 bits of duration; its name is an index, its flags are the upper bits.</summary>
    internal readonly struct StoredPhase
    {
        private readonly uint _low;
        private readonly ushort _high;
        private readonly ushort _nameAndFlags;

        public StoredPhase(int collection, long nanoseconds, int name, bool concurrent, bool hasSpread)
        {
            var kept = Math.Clamp(nanoseconds, 0, LongestNanoseconds);
            Collection = collection;
            _low = (uint)kept;
            _high = (ushort)(kept >> 32);
            _nameAndFlags = (ushort)(name | (concurrent ? ConcurrentFlag : 0) | (hasSpread ? SpreadFlag : 0));
        }

        public int Collection { get; }

        public long DurationNanoseconds => ((long)_high << 32) | _low;

        public int NameIndex => _nameAndFlags & NameMask;

        public bool IsConcurrent => (_nameAndFlags & ConcurrentFlag) != 0;

        public bool HasSpread => (_nameAndFlags & SpreadFlag) != 0;
    }
}
