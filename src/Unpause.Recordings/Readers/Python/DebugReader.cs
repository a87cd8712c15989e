namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// Reads what <c>gc.set_debug(gc.DEBUG_STATS)</c> prints, anywhere in a program's output: <c>gc: collecting
/// generation 2...</c>, <c>gc: objects in each generation: 8 701 5768</c>, <c>gc: done, 5 unreachable, 0
/// uncollectable, 0.0004s elapsed</c> (CPython Modules/gcmodule.c and Python/gc.c; 2.7 leaves the counts out when
/// they are zero, 3.14.0 and later may leave the elapsed time out). It has no clock and does not name its process.
/// </summary>
internal sealed class DebugReader : IRecordingReader
{
    internal static readonly string[] CounterNames = ["objects in gen0", "objects in gen1", "objects in gen2"];
    private readonly CoverageBuilder _coverage = new();
    private readonly List<Started> _running = [];
    private RecordingBuilder _recording = null!;
    private long _withoutTime;
    private long _unsure;
    private long _unstarted;

    /// <summary>Whether a collection begins in the block.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        for (var rest = block; ;)
        {
            var at = rest.IndexOf(StartMark);
            if (at < 0) return false;
            rest = rest[(at + StartMark.Length)..];
            if (rest.Length > 4 && rest[0] is >= (byte)'0' and <= (byte)'2' && rest[1..].StartsWith("..."u8)) return true;
        }
    }

    private static ReadOnlySpan<byte> StartMark => "gc: collecting generation "u8;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = PythonDescriptor.Debug, Runtime = Runtimes.CPython, Files = context.Files },
            Coverage = _coverage,
        };
        context.Memory.Watch(() => _recording.MemoryBytes);
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext()) Take(lines.Line, lines.Number);
        _coverage.Lines = lines.Number;
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        foreach (var started in _running)
        {
            var collection = _recording.Begin(_recording.Collections.Count);
            collection.Generation = AgentReader.GenerationNames[started.Generation];
        }

        AddNotes();
        return _recording.Collections.Count == 0 ? [] : [_recording.Build()];
    }

    private void Take(ReadOnlySpan<byte> line, long number)
    {
        var at = line.IndexOf("gc: "u8);
        while (at >= 0)
        {
            line = line[at..];
            if (TakeStatement(line)) return;
            var known = line.StartsWith("gc: coll"u8) || line.StartsWith("gc: done"u8) || line.StartsWith("gc: objects in each"u8);
            if (known && !line.StartsWith("gc: collectable "u8)) _coverage.NotUnderstood(number, line);
            if (known) return;
            at = line[4..].IndexOf("gc: "u8);
            if (at >= 0) at += 4;
        }
    }

    /// <summary>Takes one of the three statements; false when the text is none of them in full.</summary>
    private bool TakeStatement(ReadOnlySpan<byte> text)
    {
        var cursor = new Utf8Cursor(text);
        if (cursor.TryTake(StartMark)) return TakeStart(ref cursor);
        if (cursor.TryTake("gc: objects in each generation: "u8)) return TakeObjects(ref cursor);
        return cursor.TryTake("gc: done"u8) && TakeDone(ref cursor);
    }

    private bool TakeStart(ref Utf8Cursor cursor)
    {
        if (!cursor.TryTakeInteger(out var generation) || generation is < 0 or > 2 || !cursor.TryTake("..."u8)) return false;
        if (_running.Count >= Limits.Processes) _running.RemoveAt(0);
        _running.Add(new Started((int)generation));
        return true;
    }

    private bool TakeObjects(ref Utf8Cursor cursor)
    {
        Span<long> objects = stackalloc long[3];
        foreach (ref var count in objects)
        {
            if (!cursor.TryTakeInteger(out count) || count < 0) return false;
            cursor.SkipSpaces();
        }

        if (_running.Count > 0 && _running[^1].Objects is null)
        {
            _running[^1] = _running[^1] with { Objects = (objects[0], objects[1], objects[2]) };
        }

        return true;
    }

    private bool TakeDone(ref Utf8Cursor cursor)
    {
        long? elapsed = null;
        var counted = TryTakeCounts(ref cursor, out var unreachable, out var uncollectable);
        if (cursor.TryTake(", "u8))
        {
            if (!cursor.TryTakeFixed(9, out var nanoseconds) || !cursor.TryTake("s elapsed"u8) || nanoseconds > Limits.LongestNanoseconds)
            {
                return false;
            }

            elapsed = nanoseconds;
        }

        if ((!counted && elapsed is null) || uncollectable > unreachable) return false;
        Add(unreachable - uncollectable, uncollectable, elapsed);
        return true;
    }

    private static bool TryTakeCounts(ref Utf8Cursor cursor, out long unreachable, out long uncollectable)
    {
        var start = cursor.Position;
        uncollectable = 0;
        if (cursor.TryTake(", "u8)
            && cursor.TryTakeInteger(out unreachable) && unreachable >= 0 && cursor.TryTake(" unreachable, "u8)
            && cursor.TryTakeInteger(out uncollectable) && uncollectable >= 0 && cursor.TryTake(" uncollectable"u8)) return true;
        cursor.Position = start;
        unreachable = 0;
        uncollectable = 0;
        return false;
    }

    private void Add(long freed, long uncollectable, long? elapsed)
    {
        var index = _recording.Collections.Count;
        var generation = TakeGeneration(out var objects);
        var collection = _recording.Begin(index);
        collection.Generation = generation;
        collection.WholeHeap = generation == Generations.Gen2;
        collection.FreedObjects = freed;
        collection.UncollectableObjects = uncollectable;
        collection.AllocatedObjects = objects?.Gen0;
        if (elapsed is { } duration) _recording.Pauses.Add(new Pause(Pause.NoTime, duration, index, "collection"));
        else _withoutTime++;
        if (objects is not { } counts) return;
        _recording.Counters.Add(new Counter(index, CounterNames[0], counts.Gen0));
        _recording.Counters.Add(new Counter(index, CounterNames[1], counts.Gen1));
        _recording.Counters.Add(new Counter(index, CounterNames[2], counts.Gen2));
    }

    /// <summary>
    /// The generation of the collection that ended. When several run at once, in several processes with one output,
    /// it is known only if all are of the same generation.
    /// </summary>
    private string? TakeGeneration(out (long Gen0, long Gen1, long Gen2)? objects)
    {
        objects = null;
        if (_running.Count == 0)
        {
            _unstarted++;
            return null;
        }

        var first = _running[0];
        var sure = _running.TrueForAll(started => started.Generation == first.Generation);
        if (_running.Count == 1) objects = first.Objects;
        if (!sure) _unsure++;
        _running.RemoveAt(0);
        return sure ? AgentReader.GenerationNames[first.Generation] : null;
    }

    private void AddNotes()
    {
        _coverage.Add(
            "The output of gc.DEBUG_STATS has no timestamps: pauses have a length (to 0.1 ms), but no time. "
            + "Several processes in one output cannot be separated.");
        if (_withoutTime > 0)
        {
            _coverage.Add(
                Invariant($"{_withoutTime:N0} collections are printed without their duration (CPython 3.14 omits it): ")
                + "counted, without a pause.");
        }

        if (_running.Count > 0)
        {
            _coverage.Add(Invariant($"{_running.Count:N0} collections started but did not end: counted, without a pause."));
        }

        if (_unsure > 0) _coverage.Add(Invariant($"{_unsure:N0} collections overlap others in the output: their generation is unknown."));
        if (_unstarted > 0)
        {
            _coverage.Add(Invariant($"{_unstarted:N0} collections end without a start in the output: their generation is unknown."));
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private readonly record struct Started(int Generation, (long Gen0, long Gen1, long Gen2)? Objects = null);
}
