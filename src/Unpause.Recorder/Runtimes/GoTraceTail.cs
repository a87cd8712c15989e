using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// Finds the last minutes of a Go process's gctrace lines in a file that may contain other output and lines of earlier processes.
/// </summary>
internal static class GoTraceTail
{
    /// <summary>At most this part at the end is searched.</summary>
    private const int MostBytes = 64 << 20;

    /// <summary>Offset of the first gctrace line within the requested time; <paramref name="end"/> when there is none.</summary>
    /// <param name="file">The file.</param>
    /// <param name="end">End of the searched part.</param>
    /// <param name="wanted">The requested time before the last line.</param>
    public static long StartOf(SafeFileHandle file, long end, TimeSpan wanted)
    {
        var from = Math.Max(0, end - MostBytes);
        var bytes = new byte[end - from];
        var length = 0;
        while (length < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(length), from + length) is var read and > 0) length += read;
        var text = bytes.AsSpan(0, length);
        var (start, earliest, later) = (end, 0.0, double.PositiveInfinity);
        while (text.LastIndexOf(GctraceGrammar.Start) is var at and >= 0)
        {
            if (SecondsOf(text[at..]) is { } seconds)
            {
                if (double.IsPositiveInfinity(later)) earliest = seconds - wanted.TotalSeconds;
                // A later time in an earlier line belongs to an earlier process.
                if (seconds < earliest || seconds > later) return start;
                (start, later) = (from + at, seconds);
            }

            text = text[..at];
        }

        return start;
    }

    /// <summary>The seconds of <c>gc 12 @3.456s 2%: …</c>; null for other lines.</summary>
    private static double? SecondsOf(ReadOnlySpan<byte> line)
    {
        if (!GctraceGrammar.HasHeader(line[..Math.Min(line.Length, GctraceGrammar.MaxLength)])) return null;
        var at = line.IndexOf((byte)'@');
        return at >= 0 && Utf8Parser.TryParse(line[(at + 1)..], out double seconds, out _) ? seconds : null;
    }
}
