namespace Unpause.Recordings;

/// <summary>Finds the pauses and phases of a collection; they are stored in order of time, not by collection.</summary>
internal sealed class PartsByCollection
{
    private readonly Recording _recording;
    private readonly int[] _pauseStarts;
    private readonly int[] _pauses;
    private readonly int[] _phaseStarts;
    private readonly int[] _phases;

    private PartsByCollection(Recording recording)
    {
        _recording = recording;
        (_pauseStarts, _pauses) = Group(recording.Pauses.Count, i => recording.Pauses[i].Collection, recording.Collections.Count);
        (_phaseStarts, _phases) = Group(recording.Phases.Count, i => recording.Phases[i].Collection, recording.Collections.Count);
    }

    /// <summary>Indexes a recording, in time and memory linear in its parts.</summary>
    public static PartsByCollection Of(Recording recording) => new(recording);

    /// <summary>The pauses of the collection at an index, in order of time.</summary>
    public IEnumerable<Pause> Pauses(int collection)
    {
        for (var i = _pauseStarts[collection]; i < _pauseStarts[collection + 1]; i++) yield return _recording.Pauses[_pauses[i]];
    }

    /// <summary>The phases of the collection at an index, in the order in which they were recorded.</summary>
    public IEnumerable<Phase> Phases(int collection)
    {
        for (var i = _phaseStarts[collection]; i < _phaseStarts[collection + 1]; i++) yield return _recording.Phases[_phases[i]];
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
