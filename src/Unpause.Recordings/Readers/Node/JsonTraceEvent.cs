using System.Text.Json;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// One event of a trace, as far as V8's collections need it. Format: Trace Event Format (Google, catapult project); times are microseconds
/// of a monotonic clock. Nothing is allocated for an event.
/// </summary>
internal ref struct JsonTraceEvent
{
    private const long Microsecond = 1000;

    /// <summary>What is measured in bytes or microseconds is smaller.</summary>
    private const double Largest = Limits.LongestNanoseconds;

    public long ProcessId, ThreadId;

    public TracePhase Phase;

    public long StartNanoseconds, DurationNanoseconds;

    public ReadOnlySpan<byte> Name;

    /// <summary>Of <c>args</c>: why V8 collects; null bytes where it is not given.</summary>
    public ReadOnlySpan<byte> Type;

    /// <summary>Of <c>args</c>: why V8 starts marking; null bytes where it is not given.</summary>
    public ReadOnlySpan<byte> Reason;

    /// <summary>Of <c>args</c>: a text with a name, a version or JSON in it, as it is written (escaped).</summary>
    public ReadOnlySpan<byte> Text;

    /// <summary>Of <c>args</c>: bytes in use before and after; null where not given.</summary>
    public long? UsedBefore, UsedAfter;

    /// <summary>Of <c>args</c> of a summary: work beside the program, in nanoseconds; null where not given.</summary>
    public long? Background;

    /// <summary>Reads an event; false when it is none, or no JSON.</summary>
    public static bool TryRead(ReadOnlySpan<byte> json, out JsonTraceEvent read)
    {
        read = default;
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = Limits.JsonDepth });
        try
        {
            if (!reader.Read()) return false;
            ReadOnlySpan<byte> key = default;
            var inArgs = false;
            while (reader.Read())
            {
                if (reader.TokenType == JsonTokenType.PropertyName)
                {
                    key = reader.ValueSpan;
                    if (reader.CurrentDepth == 1) inArgs = key.SequenceEqual("args"u8);
                }
                else if (reader.TokenType is JsonTokenType.Number or JsonTokenType.String)
                {
                    if (reader.CurrentDepth == 1) read.Take(key, in reader);
                    else if (inArgs && reader.CurrentDepth == 2) read.TakeArgument(key, in reader);
                }
            }

            return read.Phase != TracePhase.Other && !read.Name.IsEmpty;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    /// <summary>The end.</summary>
    public readonly long EndNanoseconds => StartNanoseconds + DurationNanoseconds;

    private void Take(ReadOnlySpan<byte> key, in Utf8JsonReader value)
    {
        if (key.SequenceEqual("name"u8)) Name = value.ValueSpan;
        else if (key.SequenceEqual("ph"u8)) Phase = PhaseOf(value.ValueSpan);
        else if (value.TokenType != JsonTokenType.Number) return;
        else if (key.SequenceEqual("pid"u8)) ProcessId = value.TryGetInt64(out var process) ? process : 0;
        else if (key.SequenceEqual("tid"u8)) ThreadId = value.TryGetInt64(out var thread) ? thread : 0;
        else if (key.SequenceEqual("ts"u8)) StartNanoseconds = Time(in value, Microsecond);
        else if (key.SequenceEqual("dur"u8)) DurationNanoseconds = Time(in value, Microsecond);
    }

    private void TakeArgument(ReadOnlySpan<byte> key, in Utf8JsonReader value)
    {
        const long Millisecond = 1_000_000;
        if (value.TokenType == JsonTokenType.String)
        {
            if (key.SequenceEqual("type"u8)) Type = value.ValueSpan;
            else if (key.SequenceEqual("reason"u8)) Reason = value.ValueSpan;
            else if (key.SequenceEqual("stats"u8) || key.SequenceEqual("value"u8) || key.SequenceEqual("name"u8)
                || key.SequenceEqual("node"u8)) Text = value.ValueSpan;
        }
        else if (key.SequenceEqual("usedHeapSizeBefore"u8)) UsedBefore = Size(in value);
        else if (key.SequenceEqual("usedHeapSizeAfter"u8)) UsedAfter = Size(in value);
        else if (key.SequenceEqual("background_duration"u8)) Background = Time(in value, Millisecond);
    }

    private static long? Size(in Utf8JsonReader value) =>
        value.TryGetInt64(out var size) && size is >= 0 and < Limits.HeapBytes ? size : null;

    private static long Time(in Utf8JsonReader value, long unit)
    {
        if (value.TryGetInt64(out var whole)) return whole is >= 0 && whole < Limits.LongestNanoseconds / unit ? whole * unit : 0;
        return value.TryGetDouble(out var real) && real >= 0 && real * unit < Largest ? (long)Math.Round(real * unit) : 0;
    }

    private static TracePhase PhaseOf(ReadOnlySpan<byte> text) => text.Length != 1 ? TracePhase.Other : text[0] switch
    {
        (byte)'B' => TracePhase.Begin,
        (byte)'E' => TracePhase.End,
        (byte)'X' => TracePhase.Complete,
        (byte)'I' or (byte)'i' => TracePhase.Instant,
        (byte)'M' => TracePhase.Metadata,
        (byte)'b' => TracePhase.AsyncBegin,
        _ => TracePhase.Other,
    };
}

/// <summary>What an event is (<c>ph</c>).</summary>
internal enum TracePhase
{
    Other,
    Begin,
    End,
    Complete,
    Instant,
    Metadata,
    AsyncBegin,
}
