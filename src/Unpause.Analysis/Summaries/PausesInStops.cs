namespace Unpause.Analysis.Summaries;

/// <summary>
/// Which stop each pause lies in. A stop contains the pause that it was made for, so the two are never added; a pause that
/// no recorded stop contains (its line is torn, or stops were recorded for part of the time) counts as a stop of its own length.
/// </summary>
public sealed class PausesInStops
{
    /// <summary>Both lines' stamps may be cut to a millisecond, so a pause may seem to begin or end this much outside.</summary>
    private const long ToleranceNanoseconds = 2_000_000;

    private readonly Column<Stop> _stops;
    private readonly RuntimeTraits _traits;
    private readonly int[]? _order;
    private readonly int[] _longest;
    private readonly List<int> _alone = [];
    private readonly bool _mayBeEmpty;
    private int _first;

    private PausesInStops(Recording recording, Column<Stop> stops)
    {
        (_stops, _traits) = (stops, recording.Source.Traits);
        _mayBeEmpty = _traits.StopReasons.Any(reason => reason.WithoutCollection);
        _longest = new int[stops.Count];
        Array.Fill(_longest, -1);
        var (timed, forCollections) = (stops.Count > 0, false);
        var (sorted, last) = (true, long.MinValue);
        foreach (var stop in stops)
        {
            timed &= stop.StartNanoseconds != Pause.NoTime;
            forCollections |= stop.ForCollection;
            sorted &= stop.StartNanoseconds >= last;
            last = stop.StartNanoseconds;
        }

        if (!sorted) _order = StopOrder.Compute(stops);

        for (var i = 0; i < recording.Pauses.Count; i++)
        {
            // Without times the log's stops are taken for all there were, as soon as some of them were made for collections.
            var pause = recording.Pauses[i];
            if (!timed || !pause.HasTime)
            {
                if (!forCollections) _alone.Add(i);
            }
            else if (StopOf(pause) is not { } stop)
            {
                _alone.Add(i);
            }
            else if (_longest[stop] < 0 || recording.Pauses[_longest[stop]].DurationNanoseconds < pause.DurationNanoseconds)
            {
                _longest[stop] = i;
            }
        }

        if (!timed && forCollections) PairInOrder(recording.Pauses);
    }

    /// <summary>
    /// Stops without times (JDK 5 to 8 print them without a stamp, after the pause that they contain): the next stop of a collection that
    /// is as long as the pause. A pause whose stop is missing gets none.
    /// </summary>
    private void PairInOrder(Column<Pause> pauses)
    {
        var pause = 0;
        for (var stop = 0; stop < _stops.Count && pause < pauses.Count; stop++)
        {
            if (!_stops[stop].ForCollection) continue;
            var most = _stops[stop].DurationNanoseconds + ToleranceNanoseconds;
            while (pause < pauses.Count && pauses[pause].DurationNanoseconds > most) pause++;
            if (pause < pauses.Count) _longest[stop] = pause++;
        }
    }

    /// <summary>Pauses, by index, that no recorded stop contains.</summary>
    public IReadOnlyList<int> WithoutStop => _alone;

    /// <summary>Places the pauses; null when the recording has no stops.</summary>
    public static PausesInStops? Place(Recording recording) => recording.Stops is { } stops ? new PausesInStops(recording, stops) : null;

    /// <summary>The stop that represents a pause without a recorded one.</summary>
    public static Stop Alone(in Pause pause) =>
        new(pause.StartNanoseconds, pause.DurationNanoseconds, null, StopReason.Collection, ForCollection: true);

    /// <summary>
    /// When a stop began. One without a time ends with its pause: logs that print no time for a stop print that of the pause in it.
    /// </summary>
    /// <param name="stop">The stop.</param>
    /// <param name="index">Its index.</param>
    /// <returns>Nanoseconds since the recording's zero; <see cref="Pause.NoTime"/> where neither has a time.</returns>
    public long StartOf(Recording recording, in Stop stop, int index) =>
        stop.StartNanoseconds == Pause.NoTime && LongestIn(index) is { } pause && recording.Pauses[pause] is { HasTime: true } timed
            ? timed.EndNanoseconds - stop.DurationNanoseconds
            : stop.StartNanoseconds;

    /// <summary>The longest pause in a stop, as an index; null when none is recorded in it.</summary>
    public int? LongestIn(int stop) => _longest[stop] is var pause and >= 0 ? pause : null;

    /// <summary>Whether a collection made a stop: its operation says so, or it contains one of the collection's pauses.</summary>
    public bool IsByCollection(int stop) =>
        _longest[stop] >= 0
        || (_stops[stop].ForCollection && !(_mayBeEmpty && _traits.ReasonOf(_stops[stop].Operation)?.WithoutCollection == true));

    /// <summary>What a stop was made for, in plain words.</summary>
    /// <param name="operation">The same in the runtime's words.</param>
    /// <param name="byCollection">Whether a collection made it.</param>
    public string ReasonOf(string operation, bool byCollection)
    {
        var known = _traits.ReasonOf(operation)?.Name;
        if (byCollection) return known is null or StopReason.NotRecorded ? StopReason.Collection : known;
        return known ?? operation;
    }

    /// <summary>The stop that contains a pause, those of the collector before others; null when none does.</summary>
    private int? StopOf(in Pause pause)
    {
        while (_first > 0 && End(_first - 1) + ToleranceNanoseconds >= pause.StartNanoseconds) _first--;
        while (_first < _stops.Count && End(_first) + ToleranceNanoseconds < pause.StartNanoseconds) _first++;
        var middle = pause.StartNanoseconds + (pause.DurationNanoseconds / 2);
        int? best = null;
        var distance = long.MaxValue;
        for (var at = _first; at < _stops.Count; at++)
        {
            var stop = _stops[Index(at)];
            if (stop.StartNanoseconds - ToleranceNanoseconds > middle) break;
            if (middle > End(at) + ToleranceNanoseconds) continue;
            var room = stop.DurationNanoseconds + (stop.ForCollection ? ToleranceNanoseconds : 0);
            if (pause.DurationNanoseconds > room) continue;
            var away = Math.Abs(End(at) - pause.EndNanoseconds) + (stop.ForCollection ? 0 : Limits.PauseNanoseconds);
            if (away >= distance) continue;
            (best, distance) = (Index(at), away);
        }

        return best;
    }

    private int Index(int place) => _order is null ? place : _order[place];

    private long End(int place)
    {
        var stop = _stops[Index(place)];
        return stop.StartNanoseconds + stop.DurationNanoseconds;
    }
}

/// <summary>
/// Stops in the order of their starts. Logs are written nearly in that order, so that only the stops that come after a later one are
/// sorted, and then merged with the others: no second copy of all starts is kept in memory.
/// </summary>
internal static class StopOrder
{
    /// <summary>Indices of the stops by start.</summary>
    public static int[] Compute(Column<Stop> stops)
    {
        var (late, starts) = Late(stops);
        var order = new int[stops.Count];
        var (at, taken, index, greatest) = (0, 0, 0, long.MinValue);
        foreach (var stop in stops)
        {
            if (stop.StartNanoseconds >= greatest)
            {
                greatest = stop.StartNanoseconds;
                while (taken < late.Length && starts[taken] < greatest) order[at++] = late[taken++];
                order[at++] = index;
            }

            index++;
        }

        while (taken < late.Length) order[at++] = late[taken++];
        return order;
    }

    /// <summary>The stops that begin before an earlier one in the list, by index and by start, sorted.</summary>
    private static (int[] Late, long[] Starts) Late(Column<Stop> stops)
    {
        var (late, starts) = (new List<int>(), new List<long>());
        var (index, greatest) = (0, long.MinValue);
        foreach (var stop in stops)
        {
            if (stop.StartNanoseconds < greatest)
            {
                late.Add(index);
                starts.Add(stop.StartNanoseconds);
            }

            greatest = Math.Max(greatest, stop.StartNanoseconds);
            index++;
        }

        var (indices, keys) = (late.ToArray(), starts.ToArray());
        Array.Sort(keys, indices);
        return (indices, keys);
    }
}
