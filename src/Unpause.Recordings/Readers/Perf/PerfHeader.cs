using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// The line that begins a sample in the text of <c>perf script</c>: <c>comm pid/tid [cpu] seconds: period event:</c>; fields can be
/// removed with <c>perf script -F</c>. One number alone is the thread's (tools/perf/builtin-script.c,
/// perf_sample__fprintf_start). A thread's name may have blanks and numbers, so the number is the first that all of the rest fits.
/// </summary>
/// <param name="ProcessId">The process's number; null where only the thread's is there.</param>
/// <param name="TimeNanoseconds">When the sample was taken; null where it is not recorded.</param>
/// <param name="Event">What was sampled, as perf calls it; empty where it is not recorded.</param>
/// <param name="Rest">What follows: the only frame of a sample without callers, or a trace point's values.</param>
internal readonly ref struct PerfHeader(
    ReadOnlySpan<byte> threadName, int? processId, int threadId, long? timeNanoseconds, ReadOnlySpan<byte> @event, ReadOnlySpan<byte> rest)
{
    private const int MostNameBytes = 64;

    public ReadOnlySpan<byte> ThreadName { get; } = threadName;

    public int? ProcessId { get; } = processId;

    public int ThreadId { get; } = threadId;

    public long? TimeNanoseconds { get; } = timeNanoseconds;

    public ReadOnlySpan<byte> Event { get; } = @event;

    public ReadOnlySpan<byte> Rest { get; } = rest;

    /// <summary>Whether a line is one.</summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out PerfHeader header)
    {
        header = default;
        // perf aligns names to the right: a short one has blanks before it.
        var start = line.IndexOfAnyExcept((byte)' ');
        if (start < 0 || line[start] is (byte)'\t' or (byte)'#') return false;
        for (var at = start; at - start < MostNameBytes;)
        {
            var blank = line[at..].IndexOf((byte)' ');
            if (blank < 0) return false;
            var end = at + blank;
            at = end + line[end..].IndexOfAnyExcept((byte)' ');
            if (at < end) return false;
            if (!char.IsAsciiDigit((char)line[at]) && line[at] != '-') continue;
            if (TryParseFrom(line[at..], line[start..end], out header)) return true;
        }

        return false;
    }

    private static bool TryParseFrom(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name, out PerfHeader header)
    {
        header = default;
        if (!TryTakeNumber(ref text, out var first)) return false;
        int? process = null;
        var thread = first;
        if (text is [(byte)'/', ..])
        {
            text = text[1..];
            process = first;
            if (!TryTakeNumber(ref text, out thread)) return false;
        }

        if (text is not [(byte)' ' or (byte)'\t', ..]) return false;
        text = text.TrimStart(" \t"u8);
        var sure = TryTakeProcessor(ref text);
        var time = TakeTime(ref text);
        sure |= time is not null;
        var @event = TakeEvent(ref text);
        sure |= !@event.IsEmpty;
        // Without an event nothing may follow but the frame of a sample without callers.
        if (!sure || (@event.IsEmpty && !text.IsEmpty && !PerfFrame.TryParse(text, out _))) return false;
        header = new PerfHeader(name, process, thread, time, @event, text);
        return true;
    }

    private static bool TryTakeNumber(scoped ref ReadOnlySpan<byte> text, out int value)
    {
        if (!Utf8Parser.TryParse(text, out value, out var length)) return false;
        text = text[length..];
        return true;
    }

    private static bool TryTakeProcessor(scoped ref ReadOnlySpan<byte> text)
    {
        if (text is not [(byte)'[', ..]) return false;
        var end = text.IndexOf((byte)']');
        if (end < 2 || text[1..end].IndexOfAnyExceptInRange((byte)'0', (byte)'9') >= 0) return false;
        text = text[(end + 1)..].TrimStart(" \t"u8);
        return true;
    }

    private static long? TakeTime(scoped ref ReadOnlySpan<byte> text)
    {
        var cursor = new Utf8Cursor(text);
        const int nanoseconds = 9;
        if (text.IndexOfAnyExceptInRange((byte)'0', (byte)'9') is var dot && (dot <= 0 || text[dot] != '.')) return null;
        if (!cursor.TryTakeFixed(nanoseconds, out var time) || !cursor.TryTake((byte)':')) return null;
        text = cursor.Rest.TrimStart(" \t"u8);
        return time;
    }

    /// <summary>Takes the period, and the event up to the colon that a blank or the line's end follows.</summary>
    private static ReadOnlySpan<byte> TakeEvent(scoped ref ReadOnlySpan<byte> text)
    {
        var rest = text;
        var digits = rest.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        if (digits > 0 && rest[digits] == ' ') rest = rest[digits..].TrimStart(" "u8);
        var end = rest.IndexOfAny(" \t"u8);
        var word = end < 0 ? rest : rest[..end];
        if (word is not [.., (byte)':'] || word.Length < 2) return [];
        text = end < 0 ? [] : rest[end..].Trim(" \t"u8);
        return word[..^1];
    }
}
