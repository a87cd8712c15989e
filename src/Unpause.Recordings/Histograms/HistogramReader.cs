using System.Buffers.Text;
using System.Text;
using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Histograms;

/// <summary>
/// Reads what <c>jcmd PID GC.class_histogram</c> and <c>jmap -histo</c> print (JDK 5-25):
/// <c>   1:   77346   1237536  app.Response (app@1.0)</c>. Other lines around the table are skipped.
/// </summary>
public static class HistogramReader
{
    /// <summary>Reads a stream, which may be gzip'ed; null when it contains no histogram. Of several the last.</summary>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is packed, and the packing is damaged.</exception>
    public static ClassHistogram? Read(Stream stream)
    {
        using var unpacked = PeekedStream.Unpack(stream);
        var lines = new LineReader(unpacked);
        ClassHistogram? histogram = null;
        while (lines.MoveNext())
        {
            if (!TryReadRow(lines.Line, out var number, out var row)) continue;
            if (number == 1 || histogram is null) histogram = new ClassHistogram();
            histogram.Add(row.Type, row.Instances, row.Bytes);
        }

        if (lines.Failure is { } failure) throw failure;
        return histogram;
    }

    private static bool TryReadRow(ReadOnlySpan<byte> line, out long number, out ClassCount row)
    {
        row = default;
        if (!TryTakeNumber(ref line, out number) || line is not [(byte)':', ..]) return false;
        line = line[1..];
        if (!TryTakeNumber(ref line, out var instances) || !TryTakeNumber(ref line, out var bytes)) return false;
        line = line.Trim((byte)' ');
        // Since JDK 9 the module follows the class; before, names of some internal classes have blanks inside < >.
        var module = line.LastIndexOf(" ("u8);
        if (module > 0 && line[^1] == ')') line = line[..module];
        if (line.IsEmpty) return false;
        row = new ClassCount(Encoding.UTF8.GetString(line[..Math.Min(line.Length, Limits.TextBytes)]), instances, bytes);
        return true;
    }

    private static bool TryTakeNumber(ref ReadOnlySpan<byte> line, out long number)
    {
        line = line.TrimStart((byte)' ');
        if (!Utf8Parser.TryParse(line, out number, out var used) || number < 0) return false;
        line = line[used..];
        return true;
    }
}
