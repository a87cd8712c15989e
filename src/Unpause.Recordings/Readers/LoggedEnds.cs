namespace Unpause.Recordings.Readers;

/// <summary>
/// Places pauses whose ends are the times of an application's log lines; the recording's zero is the start of the earliest. Lines may
/// be out of order, and their times without a zone.
/// </summary>
internal sealed class LoggedEnds(RecordingBuilder recording)
{
    private const string Basis = "times of the log's lines";

    private long? _zero;
    private long _earliest;
    private bool _hasZone = true;

    /// <summary>Adds the only pause of a collection.</summary>
    /// <param name="collection">The collection that was begun last; gets its start and end.</param>
    /// <param name="length">The pause's length in nanoseconds.</param>
    /// <param name="end">When the line was written, in nanoseconds since 1970; null when that is not known.</param>
    /// <param name="hasZone">Whether that time has a zone.</param>
    /// <param name="name">The pause's name.</param>
    public void Add(Collection.Builder collection, long length, long? end, bool hasZone, string name)
    {
        var start = Pause.NoTime;
        if (end is { } unix)
        {
            _hasZone &= hasZone;
            _zero ??= unix - length;
            start = unix - length - _zero.Value;
            _earliest = Math.Min(_earliest, start);
            collection.StartNanoseconds = start;
            collection.EndNanoseconds = start + length;
        }

        recording.Pauses.Add(new Pause(start, length, recording.Collections.Count - 1, name));
    }

    /// <summary>The recording, with its clock.</summary>
    public Recording Build()
    {
        if (_earliest < 0) recording.MoveTimes(-_earliest);
        if (_zero + _earliest is { } zero && Clock.Since1970(zero, 0, Basis) is { StartedAt: not null } clock)
        {
            recording.Clock = _hasZone ? clock : clock with
            {
                UncertaintyNanoseconds = null, Basis = $"{Basis}, whose zone is not known: taken as UTC",
            };
        }

        return recording.Build();
    }
}
