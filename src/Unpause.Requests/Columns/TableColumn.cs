using System.Text;

namespace Unpause.Requests.Columns;

/// <summary>
/// What a column contains, from its name: the word, and the unit behind it (<c>start_ms</c>, <c>durationUs</c>, <c>latency (s)</c>).
/// </summary>
/// <param name="Unit">The unit of its numbers; null when its name does not have it.</param>
/// <param name="Ambiguous">A timestamp whose word does not show of which moment (<c>time</c>, <c>timestamp</c>).</param>
/// <param name="WrittenAtEnd">A duration whose word is of a server that logs at a request's end (nginx's <c>request_time</c>).</param>
internal readonly record struct TableColumn(ColumnRole Role, TimeUnit? Unit, bool Ambiguous = false, bool WrittenAtEnd = false)
{
    /// <summary>Whether only decimals are in <see cref="Unit"/>: other versions write whole numbers in another unit.</summary>
    public bool WholeUnknown { get; init; }

    /// <summary>Whether a start is counted from the load test's own.</summary>
    public bool SinceBegan { get; init; }

    private static readonly (string Word, ColumnRole Role, TimeUnit? Unit)[] Words =
    [
        ("start", ColumnRole.Start, null), ("starttime", ColumnRole.Start, null), ("starttimestamp", ColumnRole.Start, null),
        ("started", ColumnRole.Start, null),
        ("startedat", ColumnRole.Start, null),
        ("begin", ColumnRole.Start, null),
        ("begintime", ColumnRole.Start, null),
        ("starttimeunix", ColumnRole.Start, null),
        ("timestamp", ColumnRole.Start, null),
        ("time", ColumnRole.Start, null),
        ("ts", ColumnRole.Start, null),
        ("datetime", ColumnRole.Start, null), ("requesttimestamp", ColumnRole.Start, null),
        ("end", ColumnRole.End, null),
        ("endtime", ColumnRole.End, null),
        ("finish", ColumnRole.End, null),
        ("finished", ColumnRole.End, null),
        ("finishedat", ColumnRole.End, null), ("stop", ColumnRole.End, null), ("completedat", ColumnRole.End, null),
        // nginx writes its lines when a request ends.
        ("msec", ColumnRole.End, TimeUnit.Seconds), ("timelocal", ColumnRole.End, null), ("timeiso8601", ColumnRole.End, null),
        ("requesttime", ColumnRole.Duration, TimeUnit.Seconds),
        ("duration", ColumnRole.Duration, null), ("latency", ColumnRole.Duration, null), ("elapsed", ColumnRole.Duration, null),
        ("elapsedtime", ColumnRole.Duration, null),
        ("responsetime", ColumnRole.Duration, null),
        ("timetaken", ColumnRole.Duration, TimeUnit.Milliseconds),
        ("took", ColumnRole.Duration, null),
        ("dur", ColumnRole.Duration, null),
        ("rt", ColumnRole.Duration, null),
        ("totaltime", ColumnRole.Duration, null),
        ("name", ColumnRole.Name, null),
        ("label", ColumnRole.Name, null),
        ("operation", ColumnRole.Name, null),
        ("endpoint", ColumnRole.Name, null),
        ("path", ColumnRole.Name, null), ("uri", ColumnRole.Name, null), ("url", ColumnRole.Name, null), ("route", ColumnRole.Name, null),
        ("requesturi", ColumnRole.Name, null), ("documenturi", ColumnRole.Name, null), ("request", ColumnRole.Request, null),
        ("method", ColumnRole.Method, null),
        ("requestmethod", ColumnRole.Method, null),
        ("requesttype", ColumnRole.Method, null),
        ("verb", ColumnRole.Method, null),
        ("service", ColumnRole.Service, null), ("servicename", ColumnRole.Service, null),
        ("pid", ColumnRole.ProcessId, null), ("processid", ColumnRole.ProcessId, null),
        ("level", ColumnRole.LogEntry, null), ("severity", ColumnRole.LogEntry, null), ("msg", ColumnRole.LogEntry, null),
        ("message", ColumnRole.LogEntry, null), ("logger", ColumnRole.LogEntry, null),
    ];

    private static readonly (string Suffix, TimeUnit Unit)[] Units =
    [
        ("nanoseconds", TimeUnit.Nanoseconds), ("nanos", TimeUnit.Nanoseconds), ("nano", TimeUnit.Nanoseconds),
        ("ns", TimeUnit.Nanoseconds),
        ("microseconds", TimeUnit.Microseconds), ("micros", TimeUnit.Microseconds), ("usec", TimeUnit.Microseconds),
        ("us", TimeUnit.Microseconds), ("µs", TimeUnit.Microseconds),
        ("milliseconds", TimeUnit.Milliseconds), ("millis", TimeUnit.Milliseconds), ("msec", TimeUnit.Milliseconds),
        ("ms", TimeUnit.Milliseconds),
        ("seconds", TimeUnit.Seconds), ("secs", TimeUnit.Seconds), ("sec", TimeUnit.Seconds), ("s", TimeUnit.Seconds),
    ];

    /// <summary>Finds out what a column contains from its name.</summary>
    public static TableColumn Parse(ReadOnlySpan<byte> name)
    {
        if (name.Length > 64) return default;
        var word = Normalise(Encoding.UTF8.GetString(name));
        if (Find(word) is { } exact) return exact;
        foreach (var (suffix, unit) in Units)
        {
            if (word.EndsWith(suffix, StringComparison.Ordinal)
                && Find(word[..^suffix.Length]) is { Role: ColumnRole.Start or ColumnRole.End or ColumnRole.Duration } found)
            {
                return found with { Unit = unit };
            }
        }

        return default;
    }

    private static TableColumn? Find(string word)
    {
        foreach (var row in Words)
        {
            if (row.Word == word)
            {
                return new TableColumn(row.Role, row.Unit, word is "time" or "timestamp" or "ts" or "datetime", word == "requesttime");
            }
        }

        return null;
    }

    private static string Normalise(string name)
    {
        var word = new StringBuilder(name.Length);
        foreach (var c in name)
        {
            if (char.IsLetterOrDigit(c)) word.Append(char.ToLowerInvariant(c));
        }

        return word.ToString();
    }
}
