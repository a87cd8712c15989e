using Unpause.Recordings.Cycles;
using Unpause.Recordings.Readers;

namespace Unpause.Recordings.PythonHeaps;

/// <summary>
/// Reads the file of a heap snapshot (agents/python/CYCLES.md): lines of fields separated by tabs. Lines that are not understood are
/// counted. A file without its last line is incomplete.
/// </summary>
public sealed class PythonHeapReader
{
    private readonly List<string> _types = [];
    private readonly List<GarbageObject> _objects = [];
    private readonly List<Reference> _references = [];
    private readonly GraphLines _graph;
    private long _reported;
    private readonly List<(char Kind, long Size, char Root, string Code, string Local, int[] Way)> _ways = [];

    private PythonHeapReader() => _graph = new GraphLines(_types, _objects, _references);

    /// <summary>Whether a file's first bytes are those of a heap snapshot.</summary>
    public static bool Recognises(ReadOnlySpan<byte> start) => start.StartsWith(FirstFields);

    private static ReadOnlySpan<byte> FirstFields => "unpause-heap\t1\t"u8;

    /// <summary>Reads a snapshot; null when its first line is of another format.</summary>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is compressed, and the compressed data are damaged.</exception>
    public static PythonHeap? Read(Stream stream)
    {
        var lines = new LineReader(stream);
        if (!lines.MoveNext() || Begin(lines.Line) is not { } heap) return null;
        var reader = new PythonHeapReader();
        while (lines.MoveNext())
        {
            if (!lines.Torn && !reader.Take(heap, lines.Line)) heap.LinesUnparsed++;
        }

        if (lines.Failure is { } failure) throw failure;
        reader.NotifyWays(heap);
        return heap;
    }

    private static PythonHeap? Begin(ReadOnlySpan<byte> line)
    {
        if (!Recognises(line)) return null;
        var fields = new TabbedLine(line[FirstFields.Length..]);
        return fields.TryIndex(int.MaxValue, out var process) && fields.TryNumber(out var started)
            ? new PythonHeap { ProcessId = process, Started = started }
            : null;
    }

    private bool Take(PythonHeap heap, ReadOnlySpan<byte> line)
    {
        if (line.Length < 2 || line[1] != '\t') return false;
        var fields = new TabbedLine(line[2..]);
        return line[0] switch
        {
            (byte)'h' => TakeCounts(heap, fields),
            (byte)'n' or (byte)'b' => TakeWay((char)line[0], fields),
            (byte)'x' => TakeTooMany(heap, fields),
            (byte)'y' => TakeEnd(heap, fields),
            _ => _graph.Take(line[0], fields),
        };
    }

    private bool TakeCounts(PythonHeap heap, TabbedLine fields)
    {
        if (heap.Types.Count == Limits.CycleTypes || !fields.TryIndex(_types.Count, out var type)
            || !fields.TryNumber(out var count) || !fields.TryNumber(out var bytes) || !fields.TryNumber(out _)
            || !fields.TryNumber(out var garbage) || !fields.TryNumber(out var garbageBytes)
            || !fields.TryNumber(out var parts) || !fields.TryNumber(out var partBytes)
            || garbage > count || garbageBytes > bytes || !HasRoom(count) || !HasRoom(bytes) || !HasRoom(parts) || !HasRoom(partBytes))
            return false;
        heap.Types.Add(new PythonType(
            _types[type], count - garbage, bytes - garbageBytes, garbage, garbageBytes, parts, partBytes));
        return true;
    }

    /// <summary>Whether the sum of all numbers stays within bounds, so that later additions do not overflow.</summary>
    private bool HasRoom(long number)
    {
        if (number > Limits.CycleBytes - _reported) return false;
        _reported += number;
        return true;
    }

    private bool TakeWay(char kind, TabbedLine fields)
    {
        if (_ways.Count == Limits.PythonHeapWays || !fields.TryNumber(out var size) || fields.Text() is not [var root]) return false;
        var code = _graph.Name(fields.Text());
        var local = _graph.Name(fields.Text());
        var way = new List<int>();
        var rest = fields.Text();
        foreach (var part in rest.Split((byte)' '))
        {
            if (way.Count == Limits.PythonHeapWaySteps || !new TabbedLine(rest[part]).TryIndex(_objects.Count, out var index))
                return false;
            way.Add(index);
        }

        if (way.Count == 0) return false;
        _ways.Add((kind, size, (char)root, code, local, [.. way]));
        return true;
    }

    private void NotifyWays(PythonHeap heap)
    {
        var builder = new WayBuilder(_objects, _types);
        foreach (var reference in _references) builder.Add(reference);
        foreach (var (kind, size, root, code, local, way) in _ways)
        {
            var held = new RetentionPath(_types[_objects[way[^1]].Type], size, builder.Notify(root, code, local, way));
            (kind == 'n' ? heap.Newest : heap.LargestPlain).Add(held);
        }
    }

    private static bool TakeTooMany(PythonHeap heap, TabbedLine fields)
    {
        if (!fields.TryNumber(out var count)) return false;
        heap.TooMany = count;
        return true;
    }

    private static bool TakeEnd(PythonHeap heap, TabbedLine fields)
    {
        if (!fields.TryNumber(out var objects) || !fields.TryNumber(out _) || !fields.TryNumber(out _)
            || !fields.TryNumber(out var garbage) || !fields.TryNumber(out var garbageBytes)
            || !fields.TryNumber(out var followed) || !fields.TryNumber(out var plain) || !fields.TryNumber(out var containers)
            || !fields.TryNumber(out var at) || garbage > objects || plain > followed) return false;
        (heap.Objects, heap.Garbage, heap.GarbageBytes) = (objects, garbage, garbageBytes);
        (heap.Followed, heap.FollowedInPlain, heap.PlainContainers, heap.At) = (followed, plain, containers, at);
        return true;
    }
}

/// <summary>The objects of a type in a CPython heap.</summary>
/// <param name="Name">The type, with its module. Untrusted: escape before showing.</param>
/// <param name="Live">Live objects that the collector tracks.</param>
/// <param name="Garbage">Unreachable objects that only the collector can free.</param>
/// <param name="Parts">
/// Untracked objects (strings, numbers, tuples of them), estimated from references to them; live and unreachable ones are not
/// distinguished.
/// </param>
public readonly record struct PythonType(
    string Name, long Live, long LiveBytes, long Garbage, long GarbageBytes, long Parts, long PartBytes);

/// <summary>A snapshot of the whole heap of a CPython process (agents/python/CYCLES.md).</summary>
public sealed class PythonHeap
{
    /// <summary>Process id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>Start of watching on the process's own clock, which distinguishes processes with the same id.</summary>
    public required long Started { get; init; }

    public List<PythonType> Types { get; } = [];

    /// <summary>Paths to the newest objects of the most numerous types, without garbage.</summary>
    public List<RetentionPath> Newest { get; } = [];

    /// <summary>The largest containers with only untracked objects (strings and numbers), the largest first.</summary>
    public List<RetentionPath> LargestPlain { get; } = [];

    /// <summary>Objects that the collector tracks; null when they were too many to inspect.</summary>
    public long? Objects { get; set; }

    /// <summary>Number of objects when they were too many to inspect.</summary>
    public long? TooMany { get; set; }

    /// <summary>Objects that only the collector can free.</summary>
    public long Garbage { get; set; }

    /// <summary>Their own size, bytes.</summary>
    public long GarbageBytes { get; set; }

    /// <summary>References that a full collection follows.</summary>
    public long Followed { get; set; }

    /// <summary>Those of them from containers with only untracked objects.</summary>
    public long FollowedInPlain { get; set; }

    /// <summary>Number of such containers.</summary>
    public long PlainContainers { get; set; }

    /// <summary>Time of the snapshot, on the process's monotonic clock, nanoseconds.</summary>
    public long At { get; set; }

    /// <summary>Lines that were not understood.</summary>
    public long LinesUnparsed { get; set; }

    /// <summary>Time since an earlier snapshot of the same process, nanoseconds; null for another process, or a later snapshot.</summary>
    public long? Since(PythonHeap earlier) =>
        earlier.ProcessId == ProcessId && earlier.Started == Started && At > earlier.At ? At - earlier.At : null;
}
