namespace Unpause.Readers.Go;

/// <summary>
/// Finds gctrace lines in text. The shapes: Go's src/runtime/mgc0.c (1.0 to 1.4) and src/runtime/mgc.go and
/// extern.go (1.5 and later). Other output may stand before a line, and text of another process behind it.
/// </summary>
internal static class GcLineParser
{
    private const int MillisecondDigits = 6;
    private const int MicrosecondDigits = 3;
    private const int SecondDigits = 9;
    private const long MaximumMegabytes = 1L << 42;

    /// <summary>Finds the first gctrace line in a line of text.</summary>
    /// <param name="text">The text; what was looked at is cut off its front.</param>
    /// <param name="line">The line, when found.</param>
    /// <param name="at">Where it begins in <paramref name="text"/> as given.</param>
    /// <param name="broken">Whether something begins as a line does and goes on otherwise.</param>
    public static bool TryFind(ref ReadOnlySpan<byte> text, out GcLine line, out int at, ref bool broken)
    {
        at = 0;
        while (true)
        {
            var found = text.IndexOf("gc"u8);
            if (found < 0) break;
            at += found;
            var cursor = new Utf8Cursor(text[found..]) { Position = 2 };
            line = default;
            var begun = cursor.TryTake((byte)' ') ? TryTakeHead(ref cursor, ref line) : TryTakeOldHead(ref cursor, ref line);
            var whole = begun && (line.Start is null ? TryTakeOld(ref cursor, ref line) : TryTakeNew(ref cursor, ref line));
            text = text[(found + (whole ? cursor.Position : 2))..];
            if (whole) return true;
            at += 2;
            broken |= begun;
        }

        line = default;
        return false;
    }

    /// <summary><c>12 @0.345s </c>: what makes a line one of gctrace.</summary>
    private static bool TryTakeHead(ref Utf8Cursor cursor, ref GcLine line)
    {
        if (!cursor.TryTakeInteger(out line.Number) || line.Number <= 0 || !cursor.TryTake(" @"u8)) return false;
        if (!cursor.TryTakeFixed(SecondDigits, out var start) || !cursor.TryTake("s "u8) || start > Limits.LongestNanoseconds) return false;
        line.Start = start;
        return true;
    }

    private static bool TryTakeNew(ref Utf8Cursor cursor, ref GcLine line) =>
        cursor.TryTakeInteger(out line.CpuPercent) && cursor.TryTake("%: "u8)
        && TryTakeClocks(ref cursor, MillisecondDigits, ref line, out var clocks) && clocks is 3 or 5 && cursor.TryTake(" ms clock, "u8)
        && TryTakeCpu(ref cursor, clocks == 5, ref line) && cursor.TryTake(" ms cpu, "u8)
        && TryTakeMegabytes(ref cursor, out line.Heap0) && cursor.TryTake("->"u8)
        && TryTakeMegabytes(ref cursor, out line.Heap1) && cursor.TryTake("->"u8)
        && TryTakeMegabytes(ref cursor, out line.Heap2) && cursor.TryTake(" MB, "u8)
        && TryTakeMegabytes(ref cursor, out line.Goal) && cursor.TryTake(" MB goal, "u8)
        && TryTakeTail(ref cursor, clocks, ref line);

    private static bool TryTakeTail(ref Utf8Cursor cursor, int clocks, ref GcLine line)
    {
        line.Shape = clocks == 5 ? GcLineShape.Go15 : GcLineShape.Go16To117;
        if (!cursor.TryTakeInteger(out var number) || number < 0) return false;
        if (cursor.TryTake(" MB stacks, "u8))
        {
            if (number > MaximumMegabytes || !TryTakeMegabytes(ref cursor, out var globals) || !cursor.TryTake(" MB globals, "u8)) return false;
            line.Stacks = number << 20;
            line.Globals = globals;
            line.Shape = GcLineShape.Go118AndLater;
            if (!cursor.TryTakeInteger(out number) || number < 0) return false;
        }

        line.Processors = number;
        if (!cursor.TryTake(" P"u8)) return false;
        line.Forced = cursor.TryTake(" (forced)"u8);
        return true;
    }

    /// <summary><c>8.0+1.0+0+274/222/0+24</c> in 1.5, later <c>0.18+0.05/2.2/4.5+0.11</c>.</summary>
    private static bool TryTakeCpu(ref Utf8Cursor cursor, bool go15, ref GcLine line)
    {
        if (!TryTakeTime(ref cursor, out line.SweepTerminationCpu) || !cursor.TryTake((byte)'+')) return false;
        for (var extra = go15 ? 2 : 0; extra > 0; extra--)
        {
            if (!TryTakeTime(ref cursor, out var other) || !cursor.TryTake((byte)'+')) return false;
            line.OtherCpu += other;
        }

        return TryTakeTime(ref cursor, out line.AssistCpu) && cursor.TryTake((byte)'/')
            && TryTakeTime(ref cursor, out line.DedicatedCpu) && cursor.TryTake((byte)'/')
            && TryTakeTime(ref cursor, out line.IdleCpu) && cursor.TryTake((byte)'+')
            && TryTakeTime(ref cursor, out line.MarkTerminationCpu);
    }

    /// <summary><c>13(2): </c>.</summary>
    private static bool TryTakeOldHead(ref Utf8Cursor cursor, ref GcLine line) =>
        cursor.TryTakeInteger(out line.Number) && line.Number > 0 && cursor.TryTake((byte)'(')
        && cursor.TryTakeInteger(out line.Processors) && line.Processors > 0 && cursor.TryTake("): "u8);

    private static bool TryTakeOld(ref Utf8Cursor cursor, ref GcLine line)
    {
        var start = cursor.Position;
        if (!TryTakeClocks(ref cursor, MillisecondDigits, ref line, out var clocks) || clocks is not (3 or 4)) return false;
        if (clocks == 4)
        {
            line.Clock = default;
            cursor.Position = start;
            line.Shape = GcLineShape.Go13To14;
            return TryTakeClocks(ref cursor, MicrosecondDigits, ref line, out _) && cursor.TryTake(" us, "u8) && TryTakeOldHeap(ref cursor, ref line);
        }

        line.Shape = GcLineShape.Go10To12;
        if (!cursor.TryTake(" ms"u8)) return false;
        cursor.TryTake((byte)',');
        return cursor.TryTake((byte)' ') && TryTakeOldHeap(ref cursor, ref line) && TryTakeOldObjects(ref cursor, ref line);
    }

    private static bool TryTakeOldHeap(ref Utf8Cursor cursor, ref GcLine line) =>
        TryTakeMegabytes(ref cursor, out line.Heap0) && cursor.TryTake(" -> "u8)
        && TryTakeMegabytes(ref cursor, out line.Heap1) && cursor.TryTake(" MB"u8);

    private static bool TryTakeOldObjects(ref Utf8Cursor cursor, ref GcLine line)
    {
        if (!cursor.TryTake((byte)' ') || !cursor.TryTakeInteger(out var before) || !cursor.TryTake(" -> "u8)) return false;
        if (!cursor.TryTakeInteger(out var after) || !cursor.TryTake(" ("u8)) return false;
        if (before >= after && after >= 0) line.FreedObjects = before - after;
        return true;
    }

    private static bool TryTakeClocks(ref Utf8Cursor cursor, int digits, ref GcLine line, out int count)
    {
        count = 0;
        do
        {
            if (count == 5 || !cursor.TryTakeFixed(digits, out var time) || time > Limits.LongestNanoseconds / 8) return false;
            line.Clock[count++] = time;
        }
        while (cursor.TryTake((byte)'+'));
        return true;
    }

    private static bool TryTakeTime(ref Utf8Cursor cursor, out long nanoseconds) =>
        cursor.TryTakeFixed(MillisecondDigits, out nanoseconds) && nanoseconds <= Limits.LongestNanoseconds / 8;

    private static bool TryTakeMegabytes(ref Utf8Cursor cursor, out long bytes)
    {
        if (!cursor.TryTakeInteger(out bytes) || bytes is < 0 or > MaximumMegabytes) return false;
        bytes <<= 20;
        return true;
    }
}
