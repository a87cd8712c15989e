using Unpause.Recordings.Readers.Prefixes;

namespace Unpause.Recordings.Readers;

/// <summary>
/// The clock of a recording whose pauses end when an application's log line was written; its zero is the start of the earliest. Lines may
/// be out of order, those of several nodes too, and their times without a zone.
/// </summary>
internal sealed class LoggedTimes
{
    private const string Basis = "times of the log's lines";

    private long? _zero;
    private long _earliest;
    private bool _hasZone = true;

    /// <summary>Begins the recording of a process.</summary>
    /// <param name="processId">0 where the log does not name it.</param>
    public LoggedTimes(string format, string runtime, IReadOnlyList<string> files, CoverageBuilder coverage, int processId = 0) =>
        Recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = format, Runtime = runtime, Files = files, ProcessId = processId == 0 ? null : processId },
            Coverage = coverage,
        };

    /// <summary>What the lines report.</summary>
    public RecordingBuilder Recording { get; }

    /// <summary>When a line was written, in nanoseconds from the recording's zero; null without a time in it or its prefix.</summary>
    /// <param name="line">The line.</param>
    /// <param name="number">1-based number in the input.</param>
    /// <param name="length">Of what the line reports, in nanoseconds.</param>
    public long? Find(ReadOnlySpan<byte> line, long number, long length, ReadContext context)
    {
        if (PrefixTime.TryFindLocal(line, out var unix, out var hasZone)) _hasZone &= hasZone;
        else if (context.Times?.Find(number) is { } arrived) unix = arrived.UnixNanoseconds;
        else return null;
        _zero ??= unix - length;
        var end = unix - _zero.Value;
        _earliest = Math.Min(_earliest, end - length);
        return end;
    }

    /// <summary>Takes in what began before its line says, so that nothing is before the recording's zero.</summary>
    /// <param name="start">In nanoseconds from the recording's zero, as of <see cref="Find"/>.</param>
    public void Include(long start) => _earliest = Math.Min(_earliest, start);

    /// <summary>Adds the only pause of a collection.</summary>
    /// <param name="collection">The collection that was begun last; gets its start and end.</param>
    /// <param name="length">The pause's length in nanoseconds.</param>
    /// <param name="end">What <see cref="Find"/> gave.</param>
    /// <param name="name">The pause's name.</param>
    public void AddPause(Collection.Builder collection, long length, long? end, string name)
    {
        if (end is { } ended) (collection.StartNanoseconds, collection.EndNanoseconds) = (ended - length, ended);
        Recording.Pauses.Add(new Pause(end is { } at ? at - length : Pause.NoTime, length, Recording.Collections.Count - 1, name));
    }

    /// <summary>The recording, with its clock.</summary>
    public Recording Build()
    {
        if (_earliest < 0) Recording.MoveTimes(-_earliest);
        if (_zero + _earliest is { } zero && Clock.Since1970(zero, 0, Basis) is { StartedAt: not null } clock)
        {
            Recording.Clock = _hasZone ? clock : clock with
            {
                UncertaintyNanoseconds = null, Basis = $"{Basis}, whose zone is not known: taken as UTC",
            };
        }

        return Recording.Build();
    }
}
