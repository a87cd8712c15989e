using System.Buffers;

namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>
/// What prefixes of one origin have in common: words (letters and digits) and blanks in the same order, and between them the same
/// punctuation. <c>2021-03-04 12:00:00,123 INFO  stdout - </c> has the shape <c>w-w-w w:w:w,w w w - </c>.
/// </summary>
internal sealed class PrefixShape
{
    /// <summary>Marks of a byte that no text has, of a word and of blanks; all other bytes are themselves.</summary>
    private const byte None = 0, Word = 1, Blanks = 2;

    private const byte Escape = 0x1b, Tab = 9;

    private static readonly SearchValues<byte> BlankBytes = SearchValues.Create(" \t"u8);
    private static readonly SearchValues<byte> WordBytes = SearchValues.Create(
        [.. "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"u8, .. Enumerable.Range(128, 128).Select(b => (byte)b)]);

    private readonly byte[] _marks;

    private PrefixShape(byte[] marks) => _marks = marks;

    /// <summary>The shape of a text; null when it is no prefix but a piece of another line.</summary>
    public static PrefixShape? Of(ReadOnlySpan<byte> prefix)
    {
        // A piece ends anywhere, a prefix with a blank or punctuation. The others are in lines of collectors.
        if (prefix.IsEmpty || prefix.Length > Limits.PrefixBytes || WordBytes.Contains(prefix[^1])) return null;
        if (prefix.IndexOf("->"u8) >= 0 || prefix.IndexOf(" secs"u8) >= 0 || !IsBalanced(prefix)) return null;
        var marks = new List<byte>();
        while (!prefix.IsEmpty)
        {
            var mark = MarkOf(prefix[0]);
            if (mark == None) return null;
            marks.Add(mark);
            prefix = prefix[LengthOf(mark, prefix)..];
        }

        return new PrefixShape([.. marks]);
    }

    /// <summary>Whether a text with this shape precedes a line's own; gives its length.</summary>
    public bool TryPass(ReadOnlySpan<byte> line, out int length)
    {
        length = 0;
        if (line.Length > Limits.PrefixBytes) line = line[..Limits.PrefixBytes];
        foreach (var mark in _marks)
        {
            if (length >= line.Length || MarkOf(line[length]) != mark) return false;
            length += LengthOf(mark, line[length..]);
        }

        return true;
    }

    /// <summary>Whether another shape is the same.</summary>
    public bool Equals(PrefixShape other) => _marks.AsSpan().SequenceEqual(other._marks);

    /// <summary>Whether every bracket has its other half; those of a terminal's colours have none.</summary>
    private static bool IsBalanced(ReadOnlySpan<byte> prefix)
    {
        var open = false;
        for (var i = 0; i < prefix.Length; i++)
        {
            if (prefix[i] is not ((byte)'[' or (byte)']') || (i > 0 && prefix[i - 1] == Escape)) continue;
            if (open == (prefix[i] == '[')) return false;
            open = !open;
        }

        return !open;
    }

    private static byte MarkOf(byte value) =>
        WordBytes.Contains(value) ? Word : BlankBytes.Contains(value) ? Blanks : value < Tab ? None : value;

    private static int LengthOf(byte mark, ReadOnlySpan<byte> text)
    {
        if (mark is not (Word or Blanks)) return 1;
        var length = text.IndexOfAnyExcept(mark == Word ? WordBytes : BlankBytes);
        return length < 0 ? text.Length : length;
    }
}
