using System.Text;

namespace Unpause.Recorder.Posix;

/// <summary>
/// Environment variables, arguments and paths are bytes on Unix, not text. The recorder represents them as Latin-1 strings, one
/// character per byte, which loses nothing and allows string functions.
/// </summary>
public static class Bytes
{
    public static byte[] FromLatin1(string text) => Encoding.Latin1.GetBytes(text);

    public static string ToLatin1(ReadOnlySpan<byte> bytes) => Encoding.Latin1.GetString(bytes);

    /// <summary>The Latin-1 form of ordinary .NET text, such as a path from the file API.</summary>
    public static string Carry(string text) => ToLatin1(Encoding.UTF8.GetBytes(text));

    /// <summary>Splits an argument list or environment from /proc: strings that each end in a zero byte.</summary>
    public static List<byte[]> SplitAtZeros(ReadOnlySpan<byte> block)
    {
        var parts = new List<byte[]>();
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)0);
            parts.Add(end < 0 ? block.ToArray() : block[..end].ToArray());
            block = end < 0 ? [] : block[(end + 1)..];
        }

        return parts;
    }
}
