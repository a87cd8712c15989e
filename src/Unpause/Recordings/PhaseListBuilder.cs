using System.Runtime.CompilerServices;
using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>Collects the phases of a recording; ends in a <see cref="PhaseList"/>.</summary>
internal sealed class PhaseListBuilder
{
    private const string Others = "other phases";
    private const int RecentNames = 64;

    private readonly ChunkedList<PhaseList.StoredPhase> _phases = new();
    private readonly ChunkedList<(int Phase, WorkerSpread Workers)> _spreads = new();
    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly List<string> _names = [];
    private readonly (string? Name, int Index)[] _recent = new (string?, int)[RecentNames];

    /// <summary>Number of phases.</summary>
    public int Count => _phases.Count;

    /// <summary>About how much memory they take by now.</summary>
    public long HeldBytes => ((long)_phases.Count * Unsafe.SizeOf<PhaseList.StoredPhase>())
        + ((long)_spreads.Count * Unsafe.SizeOf<(int, WorkerSpread)>());

    /// <summary>Adds a phase.</summary>
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
    public int AddName(string name)
    {
        // Readers intern names, so the same name mostly comes as the same object.
        ref var recent = ref _recent[RuntimeHelpers.GetHashCode(name) & (RecentNames - 1)];
        if (!ReferenceEquals(recent.Name, name)) recent = (name, FindOrAdd(name));
        return recent.Index;
    }

    /// <summary>Hands the phases over: nothing is copied, and this must not be used any more.</summary>
    public PhaseList Build() => new(_phases, _spreads, _names, _indexes);

    private int FindOrAdd(string name)
    {
        if (_indexes.TryGetValue(name, out var known)) return known;
        if (_names.Count == PhaseList.NameMask) name = Others;
        if (_names.Count > PhaseList.NameMask) return PhaseList.NameMask;
        _names.Add(name);
        _indexes.Add(name, _names.Count - 1);
        return _names.Count - 1;
    }

    private void Add(int collection, int name, long nanoseconds, bool concurrent, bool hasSpread) =>
        _phases.Add(new PhaseList.StoredPhase(collection, nanoseconds, name, concurrent, hasSpread));
}
