namespace Unpause.Recordings.Readers.Go;

/// <summary>Reads the stops of one Go process that our recorder watched from the kernel (<see cref="StopsFormat"/>).</summary>
internal sealed class StopsReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private StopsProcess? _process;

    /// <summary>Whether the block is the beginning of such a file.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        block.StartsWith(StopsFormat.Magic) || block.StartsWith(StopsFormat.FirstMagic);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var lines = new LineReader(stream, context.LinesBefore);
        var torn = false;
        while (lines.MoveNext())
        {
            if (lines.Torn) torn = true;
            else if (!Take(lines.Line, context)) _coverage.NotUnderstood(lines.Number, lines.Line);
        }

        _coverage.Lines = lines.Number;
        if (torn) _coverage.Add("The last line is incomplete because it was still being written: it is left out.");
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        return _process is null ? [] : [_process.Finish()];
    }

    private bool Take(ReadOnlySpan<byte> line, ReadContext context)
    {
        var cursor = new Utf8Cursor(line);
        if (_process is null) return cursor.TryTake(StopsFormat.Process) ? TakeProcess(ref cursor, context) : line is [(byte)'#', ..];
        if (cursor.TryTake(StopsFormat.Stop)) return TakeStop(ref cursor, _process);
        if (cursor.TryTake(StopsFormat.Assist)) return TakeAssist(ref cursor, _process);
        if (cursor.TryTake(StopsFormat.BriefAssists)) return TakeBriefAssists(ref cursor, _process);
        if (cursor.TryTake(StopsFormat.Wall)) return TakeWall(ref cursor, _process);
        if (cursor.TryTake(StopsFormat.Lost)) return TryTakeTime(ref cursor, out var lost) && _process.Lose(lost);
        if (cursor.TryTake(StopsFormat.Numa)) return TakeNuma(ref cursor, _process);
        if (cursor.Rest.SequenceEqual(StopsFormat.Running[..^1])) return _process.RanBefore = true;
        if (cursor.Rest.SequenceEqual(StopsFormat.Assists[..^1])) return _process.Assists.Begin();
        if (cursor.TryTake(StopsFormat.AssistsEnd)) return TakeAssistsEnd(ref cursor, _process);
        return cursor.TryTake(StopsFormat.End) && TryTakeTime(ref cursor, out var end) && _process.End(end);
    }

    private bool TakeProcess(ref Utf8Cursor cursor, ReadContext context)
    {
        if (!TryTakeTime(ref cursor, out var id) || id is 0 or > int.MaxValue) return false;
        if (!TryTakeTime(ref cursor, out var began) || !TryTakeTime(ref cursor, out var seen)) return false;
        var end = cursor.Rest.IndexOf((byte)' ');
        if (end <= 0 || end > Limits.NameBytes) return false;
        var version = cursor.Rest[..end];
        var program = cursor.Rest[(end + 1)..];
        var text = System.Text.Encoding.UTF8;
        var process = _process = new StopsProcess(context.Files, _coverage, (int)id, began, Math.Max(began, seen))
        {
            Version = version is [(byte)'-'] ? null : text.GetString(version.StartsWith("go"u8) ? version[2..] : version),
            Program = text.GetString(program[..Math.Min(program.Length, Limits.NameBytes)]),
        };
        context.Memory.Watch(() => process.MemoryBytes);
        context.Follow?.Invoke(process.Followed);
        return true;
    }

    private static bool TakeWall(ref Utf8Cursor cursor, StopsProcess process) =>
        TryTakeTime(ref cursor, out var unix) && TryTakeTime(ref cursor, out var at) && TryTakeTime(ref cursor, out var uncertainty)
        && process.SetWall(unix, at, uncertainty);

    private static bool TakeNuma(ref Utf8Cursor cursor, StopsProcess process) =>
        TryTakeTime(ref cursor, out var at) && TryTakeTime(ref cursor, out var faults) && TryTakeTime(ref cursor, out var migrated)
        && cursor.AtEnd && process.Numa.Add(at, faults, migrated);

    private static bool TakeAssist(ref Utf8Cursor cursor, StopsProcess process) =>
        TryTakeTime(ref cursor, out var start) && TryTakeTime(ref cursor, out var end) && cursor.AtEnd && process.AddAssist(start, end);

    private static bool TakeBriefAssists(ref Utf8Cursor cursor, StopsProcess process) =>
        TryTakeTime(ref cursor, out var count) && TryTakeTime(ref cursor, out var sum) && TryTakeTime(ref cursor, out var longest)
        && cursor.AtEnd && process.Assists.AddBrief(count, sum, longest);

    private static bool TakeAssistsEnd(ref Utf8Cursor cursor, StopsProcess process) =>
        TryTakeTime(ref cursor, out var at) && TryTakeTime(ref cursor, out var most) && cursor.AtEnd && process.EndAssists(at, most);

    private static bool TakeStop(ref Utf8Cursor cursor, StopsProcess process)
    {
        if (!TryTakeTime(ref cursor, out var start) || !TryTakeTime(ref cursor, out var end) || end < start) return false;
        if (!TryTakeReason(ref cursor, out var reason)) return false;
        if (cursor.AtEnd) return process.Add(start, end, end, reason);
        return TryTakeTime(ref cursor, out var called) && cursor.AtEnd && called >= start && called <= end
            && process.Add(start, called, end, reason);
    }

    /// <summary>Takes what a stop was for, and the blank behind it.</summary>
    private static bool TryTakeReason(ref Utf8Cursor cursor, out string reason)
    {
        reason = GoStops.Unnamed;
        if (cursor.TryTake(StopsFormat.Reason))
        {
            if (!TryTakeTime(ref cursor, out var number)) return false;
            reason = StopReasons.GetName(number);
            return true;
        }

        if (cursor.TryTake(StopsFormat.Sweep)) reason = StopReasons.Sweep;
        else if (cursor.TryTake(StopsFormat.Mark)) reason = StopReasons.Mark;
        else if (!cursor.TryTake(StopsFormat.Other)) return false;
        return cursor.AtEnd || cursor.TryTake((byte)' ');
    }

    /// <summary>Takes a number that can be one of nanoseconds, and the blank behind it.</summary>
    private static bool TryTakeTime(ref Utf8Cursor cursor, out long value)
    {
        if (!cursor.TryTakeFixed(0, out value) || value > 2 * Limits.LongestNanoseconds) return false;
        return cursor.AtEnd || cursor.TryTake((byte)' ');
    }
}
