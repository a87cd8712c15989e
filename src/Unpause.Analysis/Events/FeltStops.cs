using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Events;

/// <summary>
/// Everything that stopped the application, one by one: the recorded stops and the pauses outside of them; where the runtime records no
/// stops, the pauses. The same set that <see cref="Summary.Felt"/> adds up.
/// </summary>
public sealed class FeltStops
{
    private readonly Recording _recording;
    private readonly PausesInStops? _places;

    /// <summary>Of an analysed recording.</summary>
    public FeltStops(AnalysedProcess process) => (_recording, _places) = (process.Recording, process.Summary.Stops?.Places);

    /// <summary>The number of stops.</summary>
    public int Count => _places is { } places ? _recording.Stops!.Count + places.WithoutStop.Count : _recording.Pauses.Count;

    /// <summary>The stop at an index from 0; the order is the recording's, pauses outside of stops last.</summary>
    public FeltStop this[int index]
    {
        get
        {
            if (_places is null) return FromPause(index);
            var stops = _recording.Stops!;
            if (index >= stops.Count) return FromPause(_places.WithoutStop[index - stops.Count]);
            var stop = stops[index];
            var pause = _places.LongestIn(index) ?? -1;
            var start = _places.StartOf(_recording, stop, index);
            return new FeltStop(start, stop.DurationNanoseconds, index, pause, _places.IsByCollection(index));
        }
    }

    /// <summary>The index of the longest; null without any.</summary>
    public int? Longest => FindLongest(1) is [var longest] ? longest : null;

    /// <summary>The indexes of the longest, the longest first, the earlier of equals first.</summary>
    /// <param name="most">How many at most.</param>
    public IReadOnlyList<int> FindLongest(int most)
    {
        var longest = new PriorityQueue<int, (long, long)>();
        for (var index = 0; index < Count; index++)
        {
            var stop = this[index];
            if (longest.Count == most && longest.TryPeek(out _, out var least) && least.Item1 > stop.DurationNanoseconds) continue;
            longest.Enqueue(index, (stop.DurationNanoseconds, -Math.Max(stop.StartNanoseconds, -long.MaxValue)));
            if (longest.Count > most) longest.Dequeue();
        }

        var indexes = new List<int>(longest.Count);
        while (longest.TryDequeue(out var index, out _)) indexes.Add(index);
        indexes.Reverse();
        return indexes;
    }

    /// <summary>The index of the stop that contains a moment, else the one nearest to it; null where no stop has a time.</summary>
    /// <param name="nanoseconds">Since the recording's zero.</param>
    public int? FindAt(long nanoseconds)
    {
        int? nearest = null;
        var distance = long.MaxValue;
        for (var index = 0; index < Count; index++)
        {
            var stop = this[index];
            if (!stop.HasTime) continue;
            var away = Math.Max(0, Math.Max(stop.StartNanoseconds - nanoseconds, nanoseconds - stop.EndNanoseconds));
            if (away >= distance) continue;
            (nearest, distance) = (index, away);
        }

        return nearest;
    }

    /// <summary>The index of the longest stop of the collection with the runtime's number; null where it has none.</summary>
    public int? FindCollection(long number)
    {
        int? found = null;
        long longest = -1;
        for (var index = 0; index < Count; index++)
        {
            var stop = this[index];
            if (stop.Pause < 0 || stop.DurationNanoseconds <= longest) continue;
            if (_recording.Collections[_recording.Pauses[stop.Pause].Collection].Number != number) continue;
            (found, longest) = (index, stop.DurationNanoseconds);
        }

        return found;
    }

    private FeltStop FromPause(int index)
    {
        var pause = _recording.Pauses[index];
        return new FeltStop(pause.StartNanoseconds, pause.DurationNanoseconds, -1, index, ForCollection: true);
    }
}

/// <summary>An interval in which the application was stopped.</summary>
/// <param name="StartNanoseconds">Since the recording's zero; <see cref="Recordings.Pause.NoTime"/> when unknown.</param>
/// <param name="DurationNanoseconds">Its length.</param>
/// <param name="Stop">Index into <see cref="Recording.Stops"/>; -1 for a pause outside of recorded stops.</param>
/// <param name="Pause">Index into <see cref="Recording.Pauses"/> of the longest GC pause in it; -1 without one.</param>
/// <param name="ForCollection">Whether a collection made it.</param>
public readonly record struct FeltStop(long StartNanoseconds, long DurationNanoseconds, int Stop, int Pause, bool ForCollection) : ITimed
{
    /// <summary>Whether it has a place in time.</summary>
    public bool HasTime => StartNanoseconds != Recordings.Pause.NoTime;

    /// <summary>End in nanoseconds since the recording's zero.</summary>
    public long EndNanoseconds => StartNanoseconds + DurationNanoseconds;
}
