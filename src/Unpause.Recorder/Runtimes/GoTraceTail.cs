using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Readers.Go;

namespace Unpause.Recorder.Runtimes;

/// <summary>Finds the last minutes of a Go program's gc lines in a file that may hold other output, and earlier programs' lines.</summary>
internal static class GoTraceTail
{
    /// <summary>More of the end than this is not searched.</summary>
    private const int MostBytes = 64 << 20;

    /// <summary>Where the first gc line stands that is not older than wanted; <paramref name="end"/> when there is none.</summary>
    /// <param name="file">The file.</param>
    /// <param name="end">Where what is looked at ends.</param>
    /// <param name="wanted">How much, counted back from the last line.</param>
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
                // A time that rises backwards is of a program before this one.
                if (seconds < earliest || seconds > later) return start;
                (start, later) = (from + at, seconds);
            }

            text = text[..at];
        }

        return start;
    }

    /// <summary><c>gc 12 @3.456s 2%: …</c>: its seconds; null when it is no such line.</summary>
    private static double? SecondsOf(ReadOnlySpan<byte> line)
    {
        if (!GctraceGrammar.HasHeader(line[..Math.Min(line.Length, GctraceGrammar.MaxLength)])) return null;
        var at = line.IndexOf((byte)'@');
        return at >= 0 && Utf8Parser.TryParse(line[(at + 1)..], out double seconds, out _) ? seconds : null;
    }
}
