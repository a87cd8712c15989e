using System.Collections;
using System.Runtime.CompilerServices;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// The phases of a recording in 12 bytes each and without references, because there are a dozen for each pause: the
/// collector that runs this program never looks into them.
/// </summary>
public sealed class PhaseList : IReadOnlyList<Phase>
{
    /// <summary>The longest duration kept, in nanoseconds (78 hours); longer ones only come from damaged files.</summary>
    public const long LongestNanoseconds = (1L << 48) - 1;

    private const ushort ConcurrentFlag = 1 << 15;
    private const ushort SpreadFlag = 1 << 14;
    private const ushort NameMask = SpreadFlag - 1;
    private const string Others = "other phases";
    private const int RecentNames = 64;

    private readonly ChunkedList<StoredPhase> _phases = new();
    private readonly ChunkedList<(int Phase, WorkerSpread Workers)> _spreads = new();
    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly List<string> _names = [];
    private readonly (string? Name, int Index)[] _recent = new (string?, int)[RecentNames];

    /// <summary>Number of phases.</summary>
    public int Count => _phases.Count;

    /// <summary>The different names of phases, each once; a phase's <see cref="NameIndexAt"/> is an index into it.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>The phase at an index, in the order in which they were told.</summary>
    public Phase this[int index]
    {
        get
        {
            var phase = _phases[index];
            return new Phase(phase.Collection, _names[phase.NameIndex], phase.DurationNanoseconds, phase.HasSpread ? SpreadOf(index) : null, phase.IsConcurrent);
        }
    }

    /// <summary>Index into <see cref="Names"/> of the name of the phase at an index.</summary>
    public int NameIndexAt(int index) => _phases[index].NameIndex;

    /// <summary>Which of <see cref="Names"/> a name is; -1 when no phase has it.</summary>
    public int IndexOfName(string name) => _indexes.GetValueOrDefault(name, -1);

    /// <summary>Adds a phase.</summary>
    public void Add(Phase phase)
    {
        if (phase.Workers is { } workers) _spreads.Add((Count, workers));
        Add(phase.Collection, AddName(phase.Name), phase.DurationNanoseconds, phase.Concurrent, phase.Workers is not null);
    }

    /// <summary>The phases one after the other.</summary>
    public IEnumerator<Phase> GetEnumerator()
    {
        for (var i = 0; i < Count; i++) yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The stored form, for sums over all phases.</summary>
    internal ChunkedList<StoredPhase> Stored => _phases;

    /// <summary>The index of a name, which becomes one of <see cref="Names"/>; after 16,383 different ones they share one.</summary>
    internal int AddName(string name)
    {
        // Readers intern names, so the same name mostly comes as the same object.
        ref var recent = ref _recent[RuntimeHelpers.GetHashCode(name) & (RecentNames - 1)];
        if (!ReferenceEquals(recent.Name, name)) recent = (name, FindOrAdd(name));
        return recent.Index;
    }

    private int FindOrAdd(string name)
    {
        if (_indexes.TryGetValue(name, out var known)) return known;
        if (_names.Count == NameMask) name = Others;
        if (_names.Count > NameMask) return NameMask;
        _names.Add(name);
        _indexes.Add(name, _names.Count - 1);
        return _names.Count - 1;
    }

    /// <summary>Adds a phase by the index of its name.</summary>
    internal void Add(int collection, int name, long nanoseconds, bool concurrent) => Add(collection, name, nanoseconds, concurrent, hasSpread: false);

    private void Add(int collection, int name, long nanoseconds, bool concurrent, bool hasSpread) =>
        _phases.Add(new StoredPhase(collection, Math.Clamp(nanoseconds, 0, LongestNanoseconds), name | (concurrent ? ConcurrentFlag : 0) | (hasSpread ? SpreadFlag : 0)));

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
    internal readonly struct StoredPhase(int collection, long nanoseconds, int nameAndFlags)
    {
        private readonly uint _low = (uint)nanoseconds;
        private readonly ushort _high = (ushort)(nanoseconds >> 32);
        private readonly ushort _nameAndFlags = (ushort)nameAndFlags;

        public int Collection { get; } = collection;

        public long DurationNanoseconds => ((long)_high << 32) | _low;

        public int NameIndex => _nameAndFlags & NameMask;

        public bool IsConcurrent => (_nameAndFlags & ConcurrentFlag) != 0;

        public bool HasSpread => (_nameAndFlags & SpreadFlag) != 0;
    }
}
