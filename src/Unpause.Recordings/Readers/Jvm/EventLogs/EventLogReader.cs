namespace Unpause.Recordings.Readers.Jvm.EventLogs;

/// <summary>
/// Reads HotSpot's event logs (JDK 7-25), which are in crash files (<c>hs_err_pid*.log</c>) and in what <c>jcmd PID VM.info</c> and
/// <c>VM.events</c> print: the "GC Heap History" with the heap before and after the last collections, and the last "VM Operations".
/// Source: <c>events.hpp</c>, <c>GCHeapLog</c> of <c>collectedHeap.cpp</c>, <c>VMThread::inner_execute</c> (before 15: <c>loop</c>).
/// </summary>
/// <remarks>
/// An operation is logged before threads are stopped and after they run again: the time between is that of the whole stop. The heap is
/// printed within the stop, so the time between its prints is a lower bound. ZGC and Shenandoah print the heap at both ends of a cycle.
/// </remarks>
internal sealed class EventLogReader : IRecordingReader
{
    /// <summary>Whether a block has the head of such a text, or one of the sections that are read.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        block.IndexOf("# JRE version: "u8) >= 0 || block.IndexOf("GC Heap History ("u8) >= 0
        || block.IndexOf("GC Heap Usage History ("u8) >= 0 || HasEvent(block);

    /// <summary>Where an event begins in a line that has a prefix: one of any section.</summary>
    public static int StartOf(ReadOnlySpan<byte> line)
    {
        if (line.IndexOf("Event: "u8) is not (>= 0 and var at)) return -1;
        var cursor = new Utf8Cursor(line[(at + "Event: ".Length)..]);
        return cursor.TryTakeSeconds(out _) && cursor.TryTake((byte)' ') ? at : -1;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var done = new List<Recording>();
        var process = new EventLogProcess(context);
        var lines = new LineReader(stream, context.LinesBefore);
        var before = context.LinesBefore;
        while (lines.MoveNext())
        {
            if (process.IsOfAnother(lines.Line))
            {
                Finish(lines.Number - 1);
                process = new EventLogProcess(context);
            }

            // The last line of a file that is still being written is torn as a rule.
            if (!process.Take(lines.Line) && !lines.Torn) process.Coverage.NotUnderstood(lines.Number, lines.Line);
        }

        if (lines.Failure is { } failure)
        {
            process.Coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        }

        Finish(lines.Number);
        return done;

        void Finish(long number)
        {
            if (process.HasHistory && done.Count < Limits.Processes) done.Add(process.Finish(number - before));
            before = number;
        }
    }

    private static bool HasEvent(ReadOnlySpan<byte> block)
    {
        while (block.IndexOf("Event: "u8) is var at and >= 0)
        {
            block = block[at..];
            var end = block.IndexOf((byte)'\n');
            if (EventLine.TryRead(end < 0 ? block : block[..end], out _)) return true;
            if (end < 0) return false;
            block = block[(end + 1)..];
        }

        return false;
    }
}
