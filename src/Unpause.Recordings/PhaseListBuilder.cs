using System.Runtime.CompilerServices;
using Unpause.Collections;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings;

/// <summary>Collects the phases of a recording; ends in a <see cref="PhaseList"/>.</summary>
internal sealed class PhaseListBuilder
{
    private const string Others = "other phases";

    private readonly StoredPhaseList _phases = new();
    private readonly ChunkedList<(int Phase, WorkerSpread Workers)> _spreads = new();
    private readonly PackedNames _names = new(PhaseList.NameMask, Others);

    public int Count => _phases.Count;

    /// <summary>About how much memory they take by now.</summary>
    public long HeldBytes => _phases.HeldBytes
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
