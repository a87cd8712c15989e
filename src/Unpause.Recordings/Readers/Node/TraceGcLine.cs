namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// A line of V8's <c>--trace-gc</c>, of Node.js 4 to 26:
/// <c>[8074:0x34bdac40] 153 ms: Mark-Compact 44.4 (73.6) -> 29.0 (63.4) MB, 7.07 / 0.00 ms (+ 13.2 ms in 33 steps since start of marking,
/// biggest step 12.0 ms, walltime since start of marking 30 ms) (average mu = 1.000, current mu = 1.000) task; GC in old space
/// requested</c>.
/// The isolate's address is missing up to Node.js 6; later ones add <c>pooled: 0.0 MB</c>, and <c>:0</c> behind the address. Source: V8,
/// src/heap/gc-tracer.cc (Print, Output); the time is that of printing, at the collection's end.
/// </summary>
internal ref struct TraceGcLine
{
    /// <summary>V8 prints bytes divided by 2²⁰ as MB, in tenths.</summary>
    private const long Mebibyte = 1L << 20;

    private const int SizeDigits = 1, TimeDigits = 6;

    public IsolateStamp Stamp;

    public bool IsYoung;

    public long BeforeBytes, AfterBytes, CapacityBytes;

    public long PauseNanoseconds;

    /// <summary>Work of marking on the program's thread in steps before the pause, and the longest of them; null without marking.</summary>
    public long? StepsNanoseconds, LongestStepNanoseconds;

    /// <summary>From the start of marking to the collection's end; null without marking, or where it is not printed.</summary>
    public long? MarkingNanoseconds;

    /// <summary>Why V8 collected, in its words; empty where not printed.</summary>
    public ReadOnlySpan<byte> Reason;

    /// <summary>What the collector adds to the reason; empty where not printed.</summary>
    public ReadOnlySpan<byte> CollectorReason;

    /// <summary>Reads what follows a stamp; false for other lines.</summary>
    public static bool TryRead(IsolateStamp stamp, ReadOnlySpan<byte> text, out TraceGcLine line)
    {
        line = default;
        line.Stamp = stamp;
        var digit = text.IndexOfAnyInRange((byte)'0', (byte)'9');
        if (digit <= 0 || V8Words.IsYoung(text[..digit]) is not { } young) return false;
        line.IsYoung = young;
        var cursor = new Utf8Cursor(text[digit..]);
        if (!TryTakeSizes(ref cursor, out line.BeforeBytes, out _) || !cursor.TryTake(" -> "u8)
            || !TryTakeSizes(ref cursor, out line.AfterBytes, out line.CapacityBytes) || !cursor.TryTake(" MB, "u8))
        {
            return false;
        }

        if (cursor.TryTake("pooled:"u8) && !cursor.TrySkipPast("MB, "u8)) return false;
        if (!cursor.TryTakeFixed(TimeDigits, out line.PauseNanoseconds) || line.PauseNanoseconds > Limits.PauseNanoseconds) return false;
        if (cursor.TryTake(" / "u8) && !cursor.TryTakeFixed(TimeDigits, out _)) return false;
        if (!cursor.TryTake(" ms"u8)) return false;
        line.TakeReasons(line.TakeSteps(cursor.Rest.TrimStart((byte)' ')));
        return true;
    }

    private static bool TryTakeSizes(ref Utf8Cursor cursor, out long used, out long total)
    {
        total = 0;
        return TryTakeSize(ref cursor, out used) && cursor.TryTake(" ("u8) && TryTakeSize(ref cursor, out total) && cursor.TryTake(")"u8);
    }

    private static bool TryTakeSize(ref Utf8Cursor cursor, out long bytes)
    {
        if (!cursor.TryTakeFixed(SizeDigits, out bytes) || bytes > Limits.HeapBytes / Mebibyte * 10) return false;
        bytes = bytes * Mebibyte / 10;
        return true;
    }

    /// <summary>Takes the steps of marking, where they are printed, and gives what follows them.</summary>
    private ReadOnlySpan<byte> TakeSteps(ReadOnlySpan<byte> rest)
    {
        var end = rest.IndexOf((byte)')');
        if (!rest.StartsWith("(+ "u8) || end < 0) return rest;
        var steps = rest[..end];
        StepsNanoseconds = TimeBehind(steps, "(+ "u8);
        LongestStepNanoseconds = TimeBehind(steps, "biggest step "u8);
        MarkingNanoseconds = TimeBehind(steps, "walltime since start of marking "u8);
        return rest[(end + 1)..];
    }

    private static long? TimeBehind(ReadOnlySpan<byte> text, ReadOnlySpan<byte> words)
    {
        var cursor = new Utf8Cursor(text);
        return cursor.TrySkipPast(words) && cursor.TryTakeFixed(TimeDigits, out var value)
            && value <= Limits.PauseNanoseconds ? value : null;
    }

    /// <summary>
    /// <c>(average mu = …) task; GC in old space requested</c>; without the semicolon up to Node.js 16, in brackets up to 6.
    /// </summary>
    private void TakeReasons(ReadOnlySpan<byte> rest)
    {
        var mutator = rest.IndexOf("(average mu"u8);
        if (mutator >= 0) rest = rest[mutator..] is var from && from.IndexOf((byte)')') is >= 0 and var end ? from[(end + 1)..] : default;
        rest = rest.Trim(" .[]"u8);
        var between = rest.IndexOf((byte)';');
        if (between < 0) between = rest.IndexOf("] ["u8);
        if (between < 0) between = V8Words.EndOfReason(rest);
        if (between < 0)
        {
            Reason = rest;
            return;
        }

        Reason = rest[..between];
        CollectorReason = rest[(between + 1)..].Trim(" []"u8);
    }
}

/// <summary>
/// How a line of V8 begins: <c>[8074:0x34bdac40]      153 ms: </c>. Source: V8, src/execution/isolate.cc (PrintWithTimestamp,
/// Isolate::PrintWithTimestamp), src/heap/gc-tracer.cc.
/// </summary>
/// <param name="ProcessId">The process's number, of its own PID namespace.</param>
/// <param name="Isolate">Its address; 0 where it is not printed.</param>
/// <param name="Milliseconds">Since the isolate began; null on lines without.</param>
internal readonly record struct IsolateStamp(int ProcessId, ulong Isolate, long? Milliseconds)
{
    /// <summary>Stamps that one line is searched for.</summary>
    private const int MostTries = 16;

    /// <summary>Finds a stamp anywhere in a line: the first with a time, else the first without.</summary>
    /// <param name="rest">What follows it.</param>
    public static bool TryFind(ReadOnlySpan<byte> line, out IsolateStamp stamp, out ReadOnlySpan<byte> rest)
    {
        stamp = default;
        rest = default;
        var found = false;
        for (var tries = 0; tries < MostTries && line.IndexOf((byte)'[') is >= 0 and var at; tries++)
        {
            line = line[(at + 1)..];
            if (!TryRead(line, out var next, out var behind) || (found && next.Milliseconds is null)) continue;
            stamp = next;
            rest = behind;
            if (next.Milliseconds is not null) return true;
            found = true;
        }

        return found;
    }

    private static bool TryRead(ReadOnlySpan<byte> text, out IsolateStamp stamp, out ReadOnlySpan<byte> rest)
    {
        stamp = default;
        rest = default;
        var cursor = new Utf8Cursor(text);
        if (!TryTakeWhole(ref cursor, int.MaxValue, out var process)) return false;
        ulong isolate = 0;
        if (cursor.TryTake((byte)':'))
        {
            // Windows prints no 0x.
            _ = cursor.TryTake("0x"u8);
            if (!System.Buffers.Text.Utf8Parser.TryParse(cursor.Rest, out isolate, out var consumed, 'x')) return false;
            cursor.Position += consumed;
            // From Node.js 24 on the number of the isolate's group.
            if (cursor.TryTake((byte)':') && !TryTakeWhole(ref cursor, int.MaxValue, out _)) return false;
        }

        if (!cursor.TryTake((byte)']')) return false;
        cursor.SkipSpaces();
        var begun = cursor.Position;
        if (TryTakeWhole(ref cursor, Limits.LongestNanoseconds / 1_000_000, out var time) && cursor.TryTake(" ms: "u8))
        {
            stamp = new IsolateStamp((int)process, isolate, time);
        }
        else
        {
            cursor.Position = begun;
            stamp = new IsolateStamp((int)process, isolate, null);
        }

        rest = cursor.Rest;
        return true;
    }

    private static bool TryTakeWhole(ref Utf8Cursor cursor, long most, out long value)
    {
        value = 0;
        return !cursor.AtEnd && char.IsAsciiDigit((char)cursor.Rest[0]) && cursor.TryTakeInteger(out value) && value >= 0 && value <= most;
    }
}
