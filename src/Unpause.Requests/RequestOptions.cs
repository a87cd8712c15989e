using Unpause.Requests.Logs;

namespace Unpause.Requests;

/// <summary>The user's information about request files that the files lack.</summary>
public sealed record RequestOptions
{
    public static RequestOptions Default { get; } = new();

    /// <summary>How each line of an access log is laid out; null to find out. JSON and protobuf inputs are detected all the same.</summary>
    public LogFormat? LogFormat { get; init; }

    /// <summary>
    /// What the timestamps are of, <see cref="TimestampMeaning.Start"/> or <see cref="TimestampMeaning.End"/>, whatever the files say;
    /// null to go by them.
    /// </summary>
    public TimestampMeaning? Stamps { get; init; }

    /// <summary>Unit of durations where neither the format nor a header has it; null for the format's default.</summary>
    public TimeUnit? DurationUnit { get; init; }

    /// <summary>
    /// When the load test began whose requests count from its own start (hey's, oha's), nanoseconds since 1970; null when unknown,
    /// so that such a file can't be read.
    /// </summary>
    public long? BeganUnixNanoseconds { get; init; }

    /// <summary>Unit of numeric starts in CSV; null to derive it from their magnitude.</summary>
    internal TimeUnit? StartUnit { get; init; }
}
