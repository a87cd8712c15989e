using Unpause.Recordings.Readers.Prefixes;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Reads what V8 prints of its collections (<see cref="TraceGcLine"/>, <see cref="NvpLine"/>, <see cref="HeapLine"/>) wherever it is in a
/// process's output. Each isolate is a recording of its own. What a process prints when its heap limit is reached, <c>Last few GCs</c>,
/// is read, too, unless the same lines were printed before.
/// </summary>
internal sealed class TraceGcReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly Dictionary<(int ProcessId, ulong Isolate), TraceGcIsolate> _open = [];
    private readonly List<TraceGcIsolate> _isolates = [];
    private readonly NameTable _reasons = new();
    private long _beyond;
    private bool _repeats;

    /// <summary>Whether a block has a line of a collection.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.IndexOf(" ms: "u8) >= 0 && LinesOfBlock.HasAny(block, IsCollection);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _isolates.Sum(isolate => isolate.MemoryBytes));
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext()) Take(lines, context);
        _coverage.Lines = lines.Number;
        AddNotes(lines);
        var main = new HashSet<int>();
        foreach (var isolate in _isolates) isolate.Name(main.Add(isolate.ProcessId), _isolates.Count > 1);
        return [.. _isolates.Select(isolate => isolate.Build())];
    }

    private static bool IsCollection(ReadOnlySpan<byte> line) =>
        line.IndexOf(" ms: "u8) >= 0 && IsolateStamp.TryFind(line, out var stamp, out var rest) && stamp.Milliseconds is not null
            && (TraceGcLine.TryRead(stamp, rest, out _) || NvpLine.Is(rest));

    private void Take(LineReader lines, ReadContext context)
    {
        var text = lines.Line;
        if (text.IndexOf("<--- "u8) is >= 0 and var mark) _repeats = text[mark..].StartsWith("<--- Last few GCs"u8);
        if (!IsolateStamp.TryFind(text, out var stamp, out var rest)) return;
        if (stamp.Milliseconds is null)
        {
            if (_open.TryGetValue((stamp.ProcessId, stamp.Isolate), out var known)) known.TakeHeap(rest);
        }
        else if (TraceGcLine.TryRead(stamp, rest, out var line))
        {
            Find(stamp, line.PauseNanoseconds, context, lines)?.Take(line, ReasonOf(line));
        }
        else if (NvpLine.Find(rest, out var pause, out var young))
        {
            Find(stamp, pause, context, lines)?.Take(stamp, rest, pause, young);
        }
        else if (rest.StartsWith("pause="u8) || V8Words.BeginsLine(rest))
        {
            _coverage.NotUnderstood(lines.Number, text);
        }
    }

    private string? ReasonOf(TraceGcLine line)
    {
        // That the limit is near is in what the collector adds.
        if (!line.CollectorReason.IsEmpty && _reasons.Get(line.CollectorReason) is NodeReasons.ScavengeMightFail)
            return NodeReasons.ScavengeMightFail;
        return line.Reason.IsEmpty ? null : _reasons.Get(line.Reason);
    }

    private TraceGcIsolate? Find(IsolateStamp stamp, long pause, ReadContext context, LineReader lines)
    {
        var key = (stamp.ProcessId, stamp.Isolate);
        var end = stamp.Milliseconds!.Value * 1_000_000;
        if (_open.TryGetValue(key, out var isolate))
        {
            if (_repeats && isolate.Has(end)) return null;
            if (isolate.MayContinue(end))
            {
                isolate.Arrived(context.Times?.Find(lines.Number), end);
                return isolate;
            }
        }

        if (_isolates.Count >= Limits.Processes)
        {
            _beyond++;
            return null;
        }

        isolate = new TraceGcIsolate(context.Files, _coverage, stamp, end - pause);
        isolate.Arrived(context.Times?.Find(lines.Number), end);
        _open[key] = isolate;
        _isolates.Add(isolate);
        return isolate;
    }

    private void AddNotes(LineReader lines)
    {
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        if (_isolates.Count > 1)
        {
            _coverage.Add(
                $"{_isolates.Count:N0} isolates share this output. Each has its own heap and its own thread: a process of Node.js has one, "
                + "and one more for each worker thread.");
        }

        if (_beyond > 0) _coverage.Add($"{_beyond:N0} lines are of further isolates: left out.", unreadable: true);
    }
}
