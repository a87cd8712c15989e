namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Reads the collections of V8 from trace events as JSON: files of <c>node --trace-event-categories v8</c> (Node.js 10 to 26), and
/// recordings of browsers. Each isolate is a recording of its own. A process that is killed leaves a document without its end. Format:
/// Trace Event Format (Google, catapult project).
/// </summary>
internal sealed class TraceEventReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly Dictionary<long, TraceProcess> _processes = [];
    private readonly NameTable _names = new();
    private long _broken, _beyond;

    /// <summary>Whether a block begins a trace, with events of V8, or of a browser or Node.js that has V8.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        var text = JsonElements.WithoutBlanks(block);
        if (text.IsEmpty || text[0] is not ((byte)'{' or (byte)'[')) return false;
        if (text[0] == '{' ? text.IndexOf(OtherFiles.TraceEvents) < 0 : !text[1..].TrimStart(" \t\r\n"u8).StartsWith("{"u8)) return false;
        return text.IndexOf("\"ph\":"u8) >= 0 && text.IndexOf("\"tid\":"u8) >= 0 && text.IndexOf("\"ts\":"u8) >= 0
            && (text.IndexOf("\"__metadata\""u8) >= 0 || text.IndexOf("\"MinorGC\""u8) >= 0 || text.IndexOf("\"v8"u8) >= 0
                || text.IndexOf("disabled-by-default-v8"u8) >= 0);
    }

    /// <summary>The time of the first event of a part: Node.js begins a new file after 2¹⁹ events.</summary>
    public static PartStamp? FirstStamp(ReadOnlySpan<byte> block)
    {
        var cursor = new Utf8Cursor(block);
        while (cursor.TrySkipPast("\"ts\":"u8))
        {
            if (cursor.TryTakeInteger(out var time) && time > 0)
                return new PartStamp(null, Math.Min(time, Limits.LongestNanoseconds / 1000) * 1000);
        }

        return null;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _processes.Values.Sum(process => process.MemoryBytes));
        var elements = new JsonElements(stream, OtherFiles.TraceEvents[1..^1].ToArray());
        while (elements.MoveNext()) Take(elements.Element, context);
        AddNotes(elements);
        var recordings = _processes.Values.OrderBy(process => process.Id).SelectMany(process => process.Build()).ToList();
        return recordings.Count > 0 ? recordings : [Empty(context)];
    }

    private void Take(ReadOnlySpan<byte> json, ReadContext context)
    {
        // Most events of a browser are of others.
        if (json.IndexOf("GC"u8) < 0 && json.IndexOf("\"M\""u8) < 0 && json.IndexOf("time::unpause"u8) < 0) return;
        if (!JsonTraceEvent.TryRead(json, out var read))
        {
            if (json.IndexOf("\"MinorGC\""u8) >= 0 || json.IndexOf("\"MajorGC\""u8) >= 0) _broken++;
            return;
        }

        if (!_processes.TryGetValue(read.ProcessId, out var process))
        {
            if (_processes.Count >= Limits.Processes)
            {
                _beyond++;
                return;
            }

            process = new TraceProcess(read.ProcessId, context.Files, _coverage, _names);
            _processes.Add(read.ProcessId, process);
        }

        process.Take(read);
    }

    private void AddNotes(JsonElements elements)
    {
        if (elements.Failure is { } failure) _coverage.Add($"Reading stopped: {failure.Message}", unreadable: true);
        if (elements.IsCut)
        {
            _coverage.Add(
                "The trace has no end: its process was killed, or is still running. What it had not yet written is missing.");
        }

        if (elements.TooLong > 0)
            _coverage.Add($"{elements.TooLong:N0} events are longer than {Limits.TraceEventBytes:N0} bytes: left out.");
        if (_broken > 0) _coverage.Add($"{_broken:N0} events of collections are damaged: left out.", unreadable: true);
        if (_beyond > 0) _coverage.Add($"{_beyond:N0} events are of further processes: left out.", unreadable: true);
        if (_processes.Count > 0 && _processes.Values.All(process => process.Version is null))
        {
            _coverage.Add(
                "No process of the trace names its version of Node.js: V8's collections of a browser, or of a trace without its end.");
        }
    }

    private Recording Empty(ReadContext context)
    {
        _coverage.Add("The trace has no collections of V8: record its categories v8 and disabled-by-default-v8.gc.");
        return new RecordingBuilder
        {
            Source = new SourceBuilder { Format = NodeFormats.TraceEvents, Runtime = Runtimes.Node, Files = context.Files },
            Coverage = _coverage,
        }.Build();
    }
}
