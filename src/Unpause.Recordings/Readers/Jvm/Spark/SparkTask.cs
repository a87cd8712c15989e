using System.Text.Json;

namespace Unpause.Recordings.Readers.Jvm.Spark;

/// <summary>
/// The end of a task in Spark's event log, one JSON object a line: <c>{"Event":"SparkListenerTaskEnd",…,"Task Info":{"Launch
/// Time":1430917386505,"Executor ID":"driver","Finish Time":1430917386919,…},"Task Metrics":{"Executor Run Time":350,"JVM GC
/// Time":7,…}}</c>. Source: Apache Spark 1.0 to 4.0, JsonProtocol.scala. "JVM GC Time" is how much the sum of all collectors' times of
/// the executor's JVM grew while the task ran (Executor.scala, computeTotalGcTime).
/// </summary>
internal struct SparkTask
{
    private static ReadOnlySpan<byte> Start => "{\"Event\":\"SparkListenerTaskEnd\""u8;

    private static readonly JsonReaderOptions Options = new() { MaxDepth = Limits.JsonDepth };

    /// <summary>When it began, in milliseconds since 1970.</summary>
    public long LaunchedAt { get; private set; }

    /// <summary>When it ended, in milliseconds since 1970.</summary>
    public long FinishedAt { get; private set; }

    /// <summary>In milliseconds; null where the task has no metrics: it failed before.</summary>
    public long? GcMilliseconds { get; private set; }

    /// <summary>In milliseconds.</summary>
    public long RunMilliseconds { get; private set; }

    /// <summary>Where the executor's name is in the object, as written: escapes are left as they are.</summary>
    public Range Executor { get; private set; }

    /// <summary>Collections of the executor until then, as its JVM counts them; null where these metrics are switched off.</summary>
    public (long? Minor, long? MinorMilliseconds, long? Major, long? MajorMilliseconds) Collections { get; private set; }

    /// <summary>Where such an object begins in a line; -1 when there is none.</summary>
    public static int StartOf(ReadOnlySpan<byte> line) => line.IndexOf(Start);

    /// <summary>Reads a line from the object's beginning; false when it is broken or a value cannot be.</summary>
    public static bool TryRead(ReadOnlySpan<byte> json, out SparkTask task)
    {
        task = default;
        var reader = new Utf8JsonReader(json, isFinalBlock: true, new JsonReaderState(Options));
        try
        {
            if (!task.TakeObject(ref reader)) return false;
        }
        catch (JsonException)
        {
            return false;
        }

        return task.IsPossible();
    }

    private bool TakeObject(ref Utf8JsonReader reader)
    {
        var (isInfo, isMetrics, isExecutor) = (false, false, false);
        // Each turn consumes a token: the object's end, or the text's, ends it.
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.EndObject && reader.CurrentDepth == 0) return true;
            if (reader.TokenType != JsonTokenType.PropertyName) continue;
            if (reader.CurrentDepth == 1)
            {
                isInfo = reader.ValueTextEquals("Task Info"u8);
                isMetrics = reader.ValueTextEquals("Task Metrics"u8);
                isExecutor = reader.ValueTextEquals("Task Executor Metrics"u8);
            }
            else if (reader.CurrentDepth == 2 && !(isInfo ? TakeInfo(ref reader)
                : isMetrics ? TakeMetric(ref reader) : !isExecutor || TakeExecutorMetric(ref reader)))
            {
                return false;
            }
        }

        return false;
    }

    private bool TakeInfo(ref Utf8JsonReader reader)
    {
        if (reader.ValueTextEquals("Launch Time"u8)) return TryTake(ref reader, out var launched) && (LaunchedAt = launched) >= 0;
        if (reader.ValueTextEquals("Finish Time"u8)) return TryTake(ref reader, out var finished) && (FinishedAt = finished) >= 0;
        if (!reader.ValueTextEquals("Executor ID"u8)) return true;
        if (!reader.Read() || reader.TokenType != JsonTokenType.String) return false;
        var start = (int)reader.TokenStartIndex + 1;
        Executor = start..(start + reader.ValueSpan.Length);
        return true;
    }

    private bool TakeMetric(ref Utf8JsonReader reader)
    {
        if (reader.ValueTextEquals("Executor Run Time"u8)) return TryTake(ref reader, out var run) && (RunMilliseconds = run) >= 0;
        if (!reader.ValueTextEquals("JVM GC Time"u8)) return true;
        if (!TryTake(ref reader, out var gc)) return false;
        GcMilliseconds = gc;
        return true;
    }

    private bool TakeExecutorMetric(ref Utf8JsonReader reader)
    {
        var isMinor = reader.ValueTextEquals("MinorGCCount"u8);
        var isMinorTime = reader.ValueTextEquals("MinorGCTime"u8);
        var isMajor = reader.ValueTextEquals("MajorGCCount"u8);
        if (!isMinor && !isMinorTime && !isMajor && !reader.ValueTextEquals("MajorGCTime"u8)) return true;
        if (!TryTake(ref reader, out var value)) return false;
        Collections = isMinor ? Collections with { Minor = value }
            : isMinorTime ? Collections with { MinorMilliseconds = value }
            : isMajor ? Collections with { Major = value }
            : Collections with { MajorMilliseconds = value };
        return true;
    }

    private static bool TryTake(ref Utf8JsonReader reader, out long value)
    {
        value = 0;
        return reader.Read() && reader.TokenType == JsonTokenType.Number && reader.TryGetInt64(out value) && value >= 0;
    }

    /// <summary>Collections that a task waits for end with it, but their times are rounded, and the clocks are of two machines.</summary>
    private readonly bool IsPossible() =>
        FinishedAt >= LaunchedAt && LaunchedAt > 0 && FinishedAt < MostMilliseconds && Executor.End.Value > Executor.Start.Value
        && GcMilliseconds is null or <= Limits.LongestNanoseconds / 1_000_000 && RunMilliseconds < MostMilliseconds;

    /// <summary>The year 2200.</summary>
    private const long MostMilliseconds = 7_258_118_400_000;
}
