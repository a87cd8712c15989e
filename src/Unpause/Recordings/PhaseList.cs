using System.Collections;
using System.Runtime.CompilerServices;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// The phases of a recording, kept in columns: about ten bytes each, because a collection has a dozen of them.
/// </summary>
public sealed class PhaseList : IReadOnlyList<Phase>
{
    private const uint Long = uint.MaxValue;
    private const int RecentKinds = 64;
    private const string Others = "other phases";

    private readonly ChunkedList<int> _collections = new();
    private readonly ChunkedList<ushort> _kinds = new();
    private readonly ChunkedList<uint> _durations = new();
    private readonly Dictionary<int, long> _long = [];
    private readonly ChunkedList<int> _withWorkers = new();
    private readonly ChunkedList<(long Min, long Max, long? Sum)> _workers = new();
    private readonly List<(string Name, bool Concurrent)> _kindNames = [(Others, false), (Others, true)];
    private readonly Dictionary<(string Name, bool Concurrent), ushort> _kindNumbers = [];

    private readonly (string? Name, ushort Kind)[] _recent = new (string?, ushort)[2 * RecentKinds];

    /// <inheritdoc/>
    public int Count => _collections.Count;

    /// <summary>Kinds of phases: different names, each concurrent or not.</summary>
    public int Kinds => _kindNames.Count;

    /// <inheritdoc/>
    public Phase this[int index]
    {
        get
        {
            var (name, concurrent) = _kindNames[_kinds[index]];
            var duration = _durations[index];
            return new Phase(_collections[index], name, duration == Long ? _long[index] : duration, WorkersOf(index), concurrent);
        }
    }

    /// <summary>Adds a phase at the end.</summary>
    public void Add(in Phase phase)
    {
        var index = Count;
        _collections.Add(phase.Collection);
        _kinds.Add(KindOf(phase.Name, phase.Concurrent));
        if (phase.DurationNanoseconds is < 0 or >= Long)
        {
            _durations.Add(Long);
            _long[index] = phase.DurationNanoseconds;
        }
        else
        {
            _durations.Add((uint)phase.DurationNanoseconds);
        }

        if (phase.Workers is not { } workers) return;
        _withWorkers.Add(index);
        _workers.Add((workers.MinNanoseconds, workers.MaxNanoseconds, workers.SumNanoseconds));
    }

    /// <summary>The name of a kind, and whether the application ran beside it.</summary>
    public (string Name, bool Concurrent) Kind(int kind) => _kindNames[kind];

    /// <summary>The kind and the length of a phase, in nanoseconds, without the rest.</summary>
    public (int Kind, long DurationNanoseconds) Length(int index)
    {
        var duration = _durations[index];
        return (_kinds[index], duration == Long ? _long[index] : duration);
    }

    /// <inheritdoc/>
    public IEnumerator<Phase> GetEnumerator()
    {
        for (var i = 0; i < Count; i++) yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private WorkerSpread? WorkersOf(int index)
    {
        var (low, high) = (0, _withWorkers.Count - 1);
        while (low <= high)
        {
            var middle = (low + high) >>> 1;
            if (_withWorkers[middle] == index) return new WorkerSpread(_workers[middle].Min, _workers[middle].Max, _workers[middle].Sum);
            if (_withWorkers[middle] < index) low = middle + 1;
            else high = middle - 1;
        }

        return null;
    }

    private ushort KindOf(string name, bool concurrent)
    {
        // Names are interned, so the same phase mostly comes as the same object.
        ref var recent = ref _recent[(RuntimeHelpers.GetHashCode(name) & (RecentKinds - 1)) + (concurrent ? RecentKinds : 0)];
        if (!ReferenceEquals(recent.Name, name)) recent = (name, Find(name, concurrent));
        return recent.Kind;
    }

    private ushort Find(string name, bool concurrent)
    {
        if (_kindNumbers.TryGetValue((name, concurrent), out var number)) return number;
        if (_kindNames.Count > ushort.MaxValue) return concurrent ? (ushort)1 : (ushort)0;
        number = (ushort)_kindNames.Count;
        _kindNames.Add((name, concurrent));
        _kindNumbers.Add((name, concurrent), number);
        return number;
    }
}
