using System.Buffers.Text;
using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Cycles;

/// <summary>
/// Reads the file of one snapshot (agents/python/CYCLES.md, <c>.upcy</c>): lines of fields separated by tabs. Lines that are not understood
/// are counted. A file without its last line is incomplete and not used.
/// </summary>
internal sealed class GarbageLookReader
{
    private readonly GraphLines _graph;

    private GarbageLookReader(GarbageLook look) => _graph = new GraphLines(look.Types, look.Objects, look.References);

    /// <summary>Whether a file's first bytes are those of a snapshot.</summary>
    public static bool Recognises(ReadOnlySpan<byte> start) => start.StartsWith(FirstFields);

    private static ReadOnlySpan<byte> FirstFields => "unpause-cycles\t1\t"u8;

    /// <summary>Reads a snapshot; null when its first line is of another format.</summary>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is compressed, and the compressed data are damaged.</exception>
    public static GarbageLook? Read(Stream stream)
    {
        var lines = new LineReader(stream);
        if (!lines.MoveNext() || Begin(lines.Line) is not { } look) return null;
        var reader = new GarbageLookReader(look);
        while (lines.MoveNext())
        {
            if (!lines.Torn && !reader.Take(look, lines.Line)) look.LinesUnparsed++;
        }

        if (lines.Failure is { } failure) throw failure;
        return look;
    }

    private static GarbageLook? Begin(ReadOnlySpan<byte> line)
    {
        if (!Recognises(line)) return null;
        var fields = new TabbedLine(line[FirstFields.Length..]);
        if (!fields.TryIndex(int.MaxValue, out var process) || !fields.TryNumber(out var started)
            || !fields.TryIndex(int.MaxValue, out var number)
            || !fields.TryIndex(3, out var generation) || !fields.TryIndex(3, out var kind)) return null;
        return new GarbageLook
        {
            ProcessId = process, Started = started, Number = number, Generation = generation, Kind = (LookKind)kind,
        };
    }

    private bool Take(GarbageLook look, ReadOnlySpan<byte> line)
    {
        if (line.Length < 2 || line[1] != '\t') return false;
        var fields = new TabbedLine(line[2..]);
        return line[0] switch
        {
            (byte)'c' => TakeCensus(look, fields),
            (byte)'x' => TakeTooMany(look, fields),
            (byte)'z' => TakeEnd(look, fields),
            _ => _graph.Take(line[0], fields),
        };
    }

    private static bool TakeCensus(GarbageLook look, TabbedLine fields)
    {
        if (look.Census.Count == Limits.CycleTypes || !fields.TryIndex(look.Types.Count, out var type)
            || !fields.TryNumber(out var count) || !fields.TryNumber(out var bytes)) return false;
        look.Census.Add((type, count, bytes));
        return true;
    }

    private static bool TakeTooMany(GarbageLook look, TabbedLine fields)
    {
        if (!fields.TryNumber(out var count)) return false;
        look.TooMany = count;
        return true;
    }

    private static bool TakeEnd(GarbageLook look, TabbedLine fields)
    {
        if (!fields.TryNumber(out var examined) || !fields.TryNumber(out var garbage) || !fields.TryNumber(out var bytes)
            || !fields.TryNumber(out _) || !fields.TryNumber(out var leafBytes) || !fields.TryNumber(out _)
            || !fields.TryNumber(out var nanoseconds) || garbage < look.Objects.Count || garbage > examined
            || examined > Limits.CycleObjectsExamined) return false;
        (look.Examined, look.Garbage, look.Bytes, look.LeafBytes) = (examined, garbage, bytes, leafBytes);
        look.Nanoseconds = Math.Min(nanoseconds, Limits.LongestNanoseconds);
        return true;
    }
}

/// <summary>Reads the fields of a line separated by tabs.</summary>
/// <param name="line">The line.</param>
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
