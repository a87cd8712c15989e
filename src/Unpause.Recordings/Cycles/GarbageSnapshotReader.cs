using System.Buffers.Text;
using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Cycles;

/// <summary>
/// Reads the file of one snapshot (agents/python/CYCLES.md, <c>.upcy</c>): lines of fields separated by tabs. Lines that are not understood
/// are counted. A file without its last line is incomplete and not used.
/// </summary>
internal sealed class GarbageSnapshotReader
{
    private readonly GraphLines _graph;

    private GarbageSnapshotReader(GarbageSnapshot snapshot) =>
        _graph = new GraphLines(snapshot.Types, snapshot.Objects, snapshot.References);

    /// <summary>Whether a file's first bytes are those of a snapshot.</summary>
    public static bool Recognises(ReadOnlySpan<byte> start) => start.StartsWith(FirstFields);

    private static ReadOnlySpan<byte> FirstFields => "unpause-cycles\t1\t"u8;

    /// <summary>Reads a snapshot; null when its first line is of another format.</summary>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is compressed, and the compressed data are damaged.</exception>
    public static GarbageSnapshot? Read(Stream stream)
    {
        var lines = new LineReader(stream);
        if (!lines.MoveNext() || Begin(lines.Line) is not { } snapshot) return null;
        var reader = new GarbageSnapshotReader(snapshot);
        while (lines.MoveNext())
        {
            if (!lines.Torn && !reader.Take(snapshot, lines.Line)) snapshot.LinesUnparsed++;
        }

        if (lines.Failure is { } failure) throw failure;
        return snapshot;
    }

    private static GarbageSnapshot? Begin(ReadOnlySpan<byte> line)
    {
        if (!Recognises(line)) return null;
        var fields = new TabbedLine(line[FirstFields.Length..]);
        if (!fields.TryIndex(int.MaxValue, out var process) || !fields.TryNumber(out var started)
            || !fields.TryIndex(int.MaxValue, out var number)
            || !fields.TryIndex(3, out var generation) || !fields.TryIndex(3, out var kind)) return null;
        return new GarbageSnapshot
        {
            ProcessId = process, Started = started, Number = number, Generation = generation, Kind = (SnapshotKind)kind,
        };
    }

    private bool Take(GarbageSnapshot snapshot, ReadOnlySpan<byte> line)
    {
        if (line.Length < 2 || line[1] != '\t') return false;
        var fields = new TabbedLine(line[2..]);
        return line[0] switch
        {
            (byte)'c' => TakeCensus(snapshot, fields),
            (byte)'x' => TakeTooMany(snapshot, fields),
            (byte)'z' => TakeEnd(snapshot, fields),
            _ => _graph.Take(line[0], fields),
        };
    }

    private static bool TakeCensus(GarbageSnapshot snapshot, TabbedLine fields)
    {
        if (snapshot.Census.Count == Limits.CycleTypes || !fields.TryIndex(snapshot.Types.Count, out var type)
            || !fields.TryNumber(out var count) || !fields.TryNumber(out var bytes)) return false;
        snapshot.Census.Add((type, count, bytes));
        return true;
    }

    private static bool TakeTooMany(GarbageSnapshot snapshot, TabbedLine fields)
    {
        if (!fields.TryNumber(out var count)) return false;
        snapshot.TooMany = count;
        return true;
    }

    private static bool TakeEnd(GarbageSnapshot snapshot, TabbedLine fields)
    {
        if (!fields.TryNumber(out var examined) || !fields.TryNumber(out var garbage) || !fields.TryNumber(out var bytes)
            || !fields.TryNumber(out _) || !fields.TryNumber(out var leafBytes) || !fields.TryNumber(out _)
            || !fields.TryNumber(out var nanoseconds) || garbage < snapshot.Objects.Count || garbage > examined
            || examined > Limits.CycleObjectsExamined) return false;
        (snapshot.Examined, snapshot.Garbage, snapshot.Bytes, snapshot.LeafBytes) = (examined, garbage, bytes, leafBytes);
        snapshot.Nanoseconds = Math.Min(nanoseconds, Limits.LongestNanoseconds);
        return true;
    }
}

/// <summary>Reads the fields of a line separated by tabs.</summary>
internal ref struct TabbedLine(ReadOnlySpan<byte> line)
{
    private ReadOnlySpan<byte> _rest = line;
    private bool _ended;

    /// <summary>The next field; empty when there is none.</summary>
    public ReadOnlySpan<byte> Text()
    {
        if (_ended) return [];
        var tab = _rest.IndexOf((byte)'\t');
        var field = tab < 0 ? _rest : _rest[..tab];
        _ended = tab < 0;
        _rest = tab < 0 ? [] : _rest[(tab + 1)..];
        return field;
    }

    /// <summary>The next field as a non-negative number; false for other text.</summary>
    public bool TryNumber(out long number)
    {
        var field = Text();
        return Utf8Parser.TryParse(field, out number, out var used) && used == field.Length && number >= 0;
    }

    /// <summary>The next field as a number below a limit.</summary>
    public bool TryIndex(int bound, out int index)
    {
        var found = TryNumber(out var number) && number < bound;
        index = found ? (int)number : 0;
        return found;
    }
}
