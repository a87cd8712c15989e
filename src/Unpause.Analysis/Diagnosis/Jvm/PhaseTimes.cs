using Unpause.Collections;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>Total time of phases with given names in each collection.</summary>
internal sealed class PhaseTimes
{
    private const long NotRecorded = -1;

    private readonly ChunkedList<long> _byCollection = new();

    private PhaseTimes(int collections)
    {
        for (var i = 0; i < collections; i++) _byCollection.Add(NotRecorded);
    }

    /// <summary>Adds up the phases; null if the recording has none of the names.</summary>
    public static PhaseTimes? Compute(Recording recording, params ReadOnlySpan<string> names)
    {
        var phases = recording.Phases;
        var wanted = new bool[phases.Names.Count];
        var found = false;
        foreach (var name in names)
        {
            var index = phases.IndexOfName(name);
            if (index < 0) continue;
            found = wanted[index] = true;
        }

        if (!found) return null;
        var times = new PhaseTimes(recording.Collections.Count);
        foreach (var chunk in phases.Stored.ChunkSpans)
        {
            foreach (ref readonly var phase in chunk)
            {
                if (wanted[phase.NameIndex]) times.Add(phase.Collection, phase.DurationNanoseconds);
            }
        }

        return times;
    }

    /// <summary>Time of the phases in the collection at an index, in nanoseconds; null if it has none of them.</summary>
    public long? this[int collection] => _byCollection[collection] is var time and not NotRecorded ? time : null;

    private void Add(int collection, long nanoseconds)
    {
        ref var time = ref _byCollection.ItemRef(collection);
        time = Math.Max(time, 0) + nanoseconds;
    }
}
