namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>
/// The times of one JVM's log: local, without a zone, in milliseconds. What changes the clock (summer time, a correction) shows at the
/// pauses, which also have the time since the one before by another clock.
/// </summary>
internal sealed class VerboseTimes(RecordingBuilder recording)
{
    /// <summary>Ids of tags between two that are read are fewer, also where a few lines are left out.</summary>
    private const long MostIdsBetween = 100;

    /// <summary>By less, the two clocks may differ.</summary>
    private const long SetNanoseconds = 2_000_000_000;

    private long? _zero;
    private long _shift;
    private long _lastId = -1;
    private long? _lastPause;

    /// <summary>The first moment in local nanoseconds since 1970; null before one.</summary>
    public long? Zero => _zero;

    /// <summary>The latest moment, in nanoseconds since the first.</summary>
    public long Last { get; private set; }

    /// <summary>When a tag was written, in nanoseconds since the first moment; null when it has no time.</summary>
    public long? Find(in VerboseTag tag)
    {
        if (tag.LocalTime() is not { } unix) return null;
        _zero ??= unix;
        var at = unix - _zero.Value + _shift;
        if (tag.Element == VerboseElement.ExclusiveStart) at = AtPause(tag, at);
        if (tag.Number("id"u8) is { } id) _lastId = id;
        Last = Math.Max(Last, at);
        return at;
    }

    /// <summary>Takes note that something lasted until a moment.</summary>
    public void Lasted(long end) => Last = Math.Max(Last, end);

    private long AtPause(in VerboseTag tag, long at)
    {
        if (tag.Number("id"u8) is { } id && _lastPause is { } last)
        {
            // Ids are given without holes, so that nothing is missing between these two; and no time is before the one before it.
            var follows = id == _lastId + 1 || (id > _lastId && at < last);
            if (follows && tag.Nanoseconds("intervalms"u8) is { } interval && Math.Abs(last + interval - at) > SetNanoseconds)
            {
                var by = last + interval - at;
                (_shift, at) = (_shift + by, at + by);
                recording.Coverage.Add("the machine's clock was changed while the log was written: times count on without the change");
            }
            else if (id - _lastId > MostIdsBetween && at > Last)
            {
                recording.Coverage.Add(string.Create(CultureInfo.InvariantCulture,
                    $"ids {_lastId + 1:N0} to {id - 1:N0} are missing from the log: ") + Quantities.Duration(at - Last)
                    + " are left out of shares and rates");
                recording.Lose(Last, at - Last);
            }
        }

        _lastPause = at;
        return at;
    }
}
