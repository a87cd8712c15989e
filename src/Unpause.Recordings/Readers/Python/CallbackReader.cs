namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// Reads what programs write into their own logs from a callback of the collector (<see cref="CallbackLine"/>): a line for each
/// collection, at its end, or for each long one. Lines that name their process are separated by it. The recording has no length: when
/// the program began and ended to write such lines is not known.
/// </summary>
internal sealed class CallbackReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly Dictionary<int, LoggedTimes> _byId = [];
    private readonly List<LoggedTimes> _processes = [];
    private readonly SortedSet<string> _programs = new(StringComparer.Ordinal);
    private long _unnamed, _withoutGeneration, _withoutTime, _beyond;

    /// <summary>Whether a block has such a line.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        CallbackLine.HasMark(block) && LinesOfBlock.HasAny(block, line => CallbackLine.HasMark(line) && CallbackLine.TryRead(line, out _));

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _processes.Sum(process => process.Recording.MemoryBytes));
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext()) Take(lines.Line, lines.Number, context);
        _coverage.Lines = lines.Number;
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        AddNotes();
        return [.. _processes.Select(process => process.Build())];
    }

    private void Take(ReadOnlySpan<byte> text, long number, ReadContext context)
    {
        if (!CallbackLine.HasMark(text)) return;
        if (!CallbackLine.TryRead(text, out var line))
        {
            // "GC took" and "GC gen" are words of others, too.
            if (text.IndexOf("ms to complete. Collected "u8) >= 0 || text.IndexOf("ms collected="u8) >= 0
                || text.IndexOf("LONG GARBAGE COLLECTION"u8) >= 0 || text.IndexOf("collected {'generation': "u8) >= 0)
            {
                _coverage.NotUnderstood(number, text);
            }

            return;
        }

        _programs.Add(line.Program);
        if (line.Generation is null) _withoutGeneration++;
        if (line.ProcessId == 0) _unnamed++;
        var process = ProcessOf(line.ProcessId, context);
        var end = process.Find(text, number, line.Nanoseconds, context);
        if (end is null) _withoutTime++;
        process.AddPause(Begin(process.Recording, line), line.Nanoseconds, end, "collection");
    }

    private static Collection.Builder Begin(RecordingBuilder recording, CallbackLine line)
    {
        var index = recording.Collections.Count;
        var collection = recording.Begin(index);
        if (line.Generation is { } generation)
        {
            collection.Generation = AgentReader.GenerationNames[generation];
            collection.WholeHeap = generation == 2;
            if (line.Objects is { } objects) recording.Counters.Add(new Counter(index, DebugReader.CounterNames[generation], objects));
        }

        collection.FreedObjects = line.Freed;
        collection.UncollectableObjects = line.Uncollectable;
        return collection;
    }

    private LoggedTimes ProcessOf(int id, ReadContext context)
    {
        if (_byId.TryGetValue(id, out var process)) return process;
        if (_processes.Count >= Limits.Processes)
        {
            _beyond++;
            return _processes[^1];
        }

        process = new LoggedTimes(PythonDescriptor.Callback, Runtimes.CPython, context.Files, _coverage, id);
        _byId.Add(id, process);
        _processes.Add(process);
        return process;
    }

    private void AddNotes()
    {
        if (_programs.Count == 0) return;
        _coverage.Add($"Written by {string.Join(" and ", _programs)} at the end of each collection that it logs.");
        if (_programs.Contains(CallbackLine.LmCache) || _programs.Contains(CallbackLine.SgLang))
        {
            _coverage.Add(
                "LMCache and SGLang log only collections that take longer than a threshold: there were more, and the share of time is not "
                + "known.");
        }

        if (_programs.Contains(CallbackLine.Odoo))
        {
            _coverage.Add(
                "Odoo measures the CPU time of the collecting thread, so pauses may have been longer, and leaves out collections of gen0.");
        }

        if (_unnamed > 0)
        {
            _coverage.Add(Invariant(
                $"{_unnamed:N0} lines do not name their process: if several processes wrote into this log, they are counted as one."));
        }

        if (_withoutTime > 0)
        {
            _coverage.Add(Invariant(
                $"{_withoutTime:N0} lines have no time with a year: their pauses have a length, but no time."));
        }

        if (_withoutGeneration > 0)
            _coverage.Add(Invariant($"{_withoutGeneration:N0} lines do not name the generation: it is unknown."));
        if (_beyond > 0)
            _coverage.Add(Invariant($"{_beyond:N0} lines are of further processes: counted with the last one."), unreadable: true);
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
