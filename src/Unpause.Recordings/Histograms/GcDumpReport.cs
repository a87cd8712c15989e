using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Histograms;

/// <summary>
/// What <c>dotnet-gcdump report</c> prints (5.0 and later, report type heapstat): the heap's size, and a table of the live objects by type.
/// Source: <c>PrintReportHelper.cs</c> of dotnet/diagnostics.
/// </summary>
/// <remarks>
/// "Object Bytes" is the size of one object of a type (<c>MemoryGraph</c>). Arrays and strings of a type are in classes by size, of which
/// one member's size is printed: a type's bytes are that size times the count, so approximate for arrays and strings.
/// </remarks>
public sealed class GcDumpReport
{
    private const string SizeClass = " (Bytes > ";

    // By name: the module is printed behind the type, and the platform's modules hold types that others name alike.
    private readonly HashSet<string> _ofPlatform = new(StringComparer.Ordinal);

    private GcDumpReport(Func<string, bool> isLibrary) =>
        Histogram = new ClassHistogram(type => _ofPlatform.Contains(type) || isLibrary(type));

    /// <summary>The objects by type, those of all size classes together.</summary>
    public ClassHistogram Histogram { get; }

    /// <summary>Bytes of all objects, by the dump's own sum; null when not printed.</summary>
    public long? HeapBytes { get; private set; }

    /// <summary>All objects, by the dump's own count; null when not printed.</summary>
    public long? HeapObjects { get; private set; }

    /// <summary>Whether a block has the head of such a table.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        block.IndexOf(OtherFiles.GcDumpTable) is >= 0 and var at && IsHeader(LineOf(block[at..]));

    /// <summary>Reads an unpacked stream; null when it has no such table. Of several the last.</summary>
    /// <param name="isLibrary">Whether a type is the platform's, by its name.</param>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    public static GcDumpReport? Read(Stream stream, Func<string, bool> isLibrary)
    {
        var lines = new LineReader(stream);
        GcDumpReport? report = null;
        long? bytes = null, objects = null;
        while (lines.MoveNext())
        {
            var line = lines.Line.Trim((byte)' ');
            if (IsHeader(line))
            {
                report = new GcDumpReport(isLibrary) { HeapBytes = bytes, HeapObjects = objects };
                (bytes, objects) = (null, null);
            }
            else if (TryTakeNumber(ref line, out var number))
            {
                line = line.TrimStart((byte)' ');
                if (line.SequenceEqual("GC Heap bytes"u8)) bytes = number;
                else if (line.SequenceEqual("GC Heap objects"u8)) objects = number;
                else if (report is not null && TryTakeNumber(ref line, out var count)) report.Add(line.TrimStart((byte)' '), number, count);
            }
        }

        if (lines.Failure is { } failure) throw failure;
        return report;
    }

    private static ReadOnlySpan<byte> LineOf(ReadOnlySpan<byte> text) =>
        text.IndexOf((byte)'\n') is >= 0 and var end ? text[..end].TrimEnd((byte)'\r') : text;

    /// <summary>Whether a line is <c>   Object Bytes     Count  Type</c>.</summary>
    private static bool IsHeader(ReadOnlySpan<byte> line)
    {
        if (!line.StartsWith(OtherFiles.GcDumpTable)) return false;
        line = line[OtherFiles.GcDumpTable.Length..].Trim((byte)' ');
        return line.StartsWith("Count "u8) && line["Count ".Length..].Trim((byte)' ').SequenceEqual("Type"u8);
    }

    /// <summary>Adds a row: <c>System.Byte[] (Bytes > 100K)  [System.Private.CoreLib.dll]</c>.</summary>
    private void Add(ReadOnlySpan<byte> text, long size, long count)
    {
        text = text[..Math.Min(text.Length, Limits.TextBytes)].TrimEnd((byte)' ');
        var module = ReadOnlySpan<byte>.Empty;
        if (text.LastIndexOf("  ["u8) is > 0 and var at && text[^1] == (byte)']')
        {
            module = text[(at + 3)..^1];
            text = text[..at];
        }

        var type = Encoding.UTF8.GetString(text.TrimEnd((byte)' '));
        if (type.EndsWith(')') && type.LastIndexOf(SizeClass, StringComparison.Ordinal) is > 0 and var sizes) type = type[..sizes];
        if (type.Length == 0) return;
        if (module.StartsWith("System."u8) && _ofPlatform.Count < Limits.HistogramClasses) _ofPlatform.Add(type);
        Histogram.AddReadable(type, count, count > 0 && size > long.MaxValue / count ? long.MaxValue : size * count);
    }

    /// <summary>Takes a number with the separators of any culture: <c>39,114,093</c>, <c>39.114.093</c>, <c>39 114 093</c>.</summary>
    private static bool TryTakeNumber(ref ReadOnlySpan<byte> line, out long number)
    {
        number = 0;
        var rest = line.TrimStart((byte)' ');
        if (!TryTakeDigits(ref rest, ref number, out _)) return false;
        while (SeparatorOf(rest) is > 0 and var length)
        {
            var after = rest[length..];
            var more = number;
            // A blank that is no separator is between the columns.
            if (!TryTakeDigits(ref after, ref more, out var digits) || digits is not (2 or 3)) break;
            rest = after;
            number = more;
        }

        if (!rest.IsEmpty && rest[0] != (byte)' ') return false;
        line = rest;
        return true;
    }

    private static bool TryTakeDigits(ref ReadOnlySpan<byte> text, ref long number, out int digits)
    {
        for (digits = 0; digits < text.Length && char.IsAsciiDigit((char)text[digits]); digits++)
        {
            if (number > (long.MaxValue - 9) / 10) return false;
            number = (number * 10) + text[digits] - '0';
        }

        text = text[digits..];
        return digits > 0;
    }

    /// <summary>How many bytes a separator of thousands has; 0 when there is none.</summary>
    private static int SeparatorOf(ReadOnlySpan<byte> text) =>
        text.IsEmpty ? 0
        : text[0] is (byte)',' or (byte)'.' or (byte)'\'' or (byte)' ' ? 1
        : text.StartsWith("\u00a0"u8) ? "\u00a0"u8.Length
        : text.StartsWith("\u202f"u8) || text.StartsWith("\u2019"u8) ? "\u202f"u8.Length : 0;
}
