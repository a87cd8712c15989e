namespace Unpause.Recordings.Readers.Jvm.Jstat;

/// <summary>
/// Collections of one kind, as jstat counts them. The JVM counts a collection when it begins and adds its time when it ends
/// (TraceCollectorStats, PerfTraceTimedEvent): of a long one, the count is in an earlier row than the time. Rows form a group until time
/// has been added: of a group with one collection, the time is that of its pause; of several, only their sum is known.
/// </summary>
internal sealed class CollectionCounter
{
    private CountAndTime _before;
    private long _count, _nanoseconds;

    /// <summary>The row in which the time of the group was last added, and when that was printed.</summary>
    private (long Row, long? At) _end;

    private bool _isOpen;

    /// <summary>What had been counted when the first row was printed.</summary>
    public CountAndTime First { get; private set; }

    /// <summary>All that was counted between the first row and the last.</summary>
    public Total Count { get; private set; }

    /// <summary>All the time between the first row and the last: exact to the printed digits.</summary>
    public Total Nanoseconds { get; private set; }

    /// <summary>Whether a row is of another process: what is counted never falls.</summary>
    public bool Falls(CountAndTime now) => now.Count < _before.Count || now.Nanoseconds < _before.Nanoseconds;

    /// <summary>Takes a row.</summary>
    /// <param name="end">Its number, and when it was printed in the recording's time; null without -t.</param>
    /// <param name="ended">The group that is known to be complete now.</param>
    /// <returns>The time added since the row before.</returns>
    public long Take(CountAndTime now, (long Row, long? At) end, out CountedGroup? ended)
    {
        ended = null;
        if (!now.IsKnown) return 0;
        if (!_before.IsKnown)
        {
            First = _before = now;
            return 0;
        }

        var (count, time) = (now.Count!.Value - _before.Count!.Value, now.Nanoseconds!.Value - _before.Nanoseconds!.Value);
        _before = now;
        if (count > 0 && _isOpen && _nanoseconds > 0) ended = End();
        if (count == 0 && time == 0) return 0;
        if (time > 0 || !_isOpen) _end = end;
        _isOpen = true;
        (_count, _nanoseconds) = (_count + count, _nanoseconds + time);
        (Count, Nanoseconds) = (Count + count, Nanoseconds + time);
        return time;
    }

    /// <summary>The last group; null when it has ended.</summary>
    public CountedGroup? End()
    {
        if (!_isOpen) return null;
        // Time without a count: of a collection that ran when the first row was printed.
        var group = new CountedGroup(Math.Max(_count, 1), _nanoseconds, _end.Row, _end.At);
        (_count, _nanoseconds, _isOpen) = (0, 0, false);
        return group;
    }
}

/// <summary>Collections whose time is known together.</summary>
/// <param name="Nanoseconds">Of all of them; 0 is less than jstat prints, or a collection that had not ended.</param>
/// <param name="Row">The number of the row that has the time.</param>
/// <param name="End">When that row was printed; null without -t.</param>
internal readonly record struct CountedGroup(long Count, long Nanoseconds, long Row, long? End);
