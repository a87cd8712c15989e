using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>What a message looks like, as far as its text alone shows.</summary>
internal enum MessageShape : byte
{
    /// <summary>It has no collection's number.</summary>
    Unnumbered,

    /// <summary>Nothing follows the collection's number.</summary>
    Empty,

    /// <summary><c>Other: 0.1ms</c>.</summary>
    Phase,

    /// <summary>Words, perhaps a change of the heap's size, and a length: <c>Pause Remark 12M-&gt;11M(64M) 1.920ms</c>.</summary>
    Timed,

    /// <summary>It has a row in <see cref="MessageTable"/>.</summary>
    Known,

    /// <summary>A pause's line with sizes and without its length.</summary>
    Cut,

    /// <summary>Any other of a collection.</summary>
    Other,
}

/// <summary>
/// What the text of one message says, whatever came before it. There is one for each line of a block, so it is small, and its numbers mean
/// different things.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal struct ParsedMessage
{
    /// <summary>A number that is not there.</summary>
    public const long None = long.MinValue;

    /// <summary>The text has no number in <see cref="TextNumbers"/>.</summary>
    public const ushort NoText = ushort.MaxValue;

    public MessageShape Shape;

    /// <summary>Of a known message.</summary>
    public MessageKind Kind;

    /// <summary>Bytes of a known message's beginning; 0 of an unnumbered one that is not known.</summary>
    public byte StartLength;

    /// <summary>The letter of generational ZGC's <c>y:</c>; 0 without one.</summary>
    public byte Letter;

    /// <summary>Where in the message the text begins that follows number, letter and blanks; and its length in bytes.</summary>
    public ushort From, Length;

    /// <summary>Bytes of a timed message's words.</summary>
    public ushort TextLength;

    /// <summary>The number of a timed message's words; <see cref="NoText"/> without one.</summary>
    public ushort Text;

    /// <summary>The collection's number.</summary>
    public long Number;

    /// <summary>A duration in nanoseconds, or regions before; <see cref="None"/> where regions are of another form.</summary>
    public long First;

    /// <summary>The heap's bytes before, or regions after.</summary>
    public long Second;

    /// <summary>The heap's bytes after, or the target of eden's regions.</summary>
    public long Third;

    /// <summary>The heap's capacity in bytes.</summary>
    public long Fourth;

    /// <summary>The change of the heap's size in a timed message; null without one.</summary>
    public readonly HeapChange? Change => Second == None ? null : new HeapChange(Second, OrNull(Third), OrNull(Fourth));

    private static long? OrNull(long value) => value == None ? null : value;
}

/// <summary>
/// Gives each different text of a few hundred a number, so that the other side compares numbers. What is numbered stays; texts beyond
/// <see cref="Most"/> have none.
/// </summary>
internal sealed class TextNumbers
{
    /// <summary>Texts numbered; a log has a hundred.</summary>
    public const int Most = 1024;

    private const int LongestText = 128;

    /// <summary>A power of two, so large that few texts share a place.</summary>
    private const int Places = 4 * Most;

    private readonly (byte[]? Text, ushort Number)[] _places = new (byte[]?, ushort)[Places];

    // By its number: the place of the text that came behind a text the last time. Collections log the same texts one after the other.
    private readonly ushort[] _next = new ushort[Most];
    private ushort _last;
    private ushort _count;

    /// <summary>The number of a text; <see cref="ParsedMessage.NoText"/> of a long one, and when there are too many.</summary>
    public ushort Of(ReadOnlySpan<byte> text)
    {
        if (text.Length > LongestText) return ParsedMessage.NoText;
        ref var next = ref _next[_last];
        if (_places[next] is { Text: { } expected, Number: var number } && text.SequenceEqual(expected)) return _last = number;
        for (var place = PlaceOf(text); ; place = (place + 1) & (Places - 1))
        {
            ref var known = ref _places[place];
            if (known.Text is null) return _count == Most ? ParsedMessage.NoText : Add(ref known, text);
            if (!text.SequenceEqual(known.Text)) continue;
            next = (ushort)place;
            return _last = known.Number;
        }
    }

    private ushort Add(ref (byte[]? Text, ushort Number) place, ReadOnlySpan<byte> text)
    {
        place = (text.ToArray(), _count);
        return _count++;
    }

    private static int PlaceOf(ReadOnlySpan<byte> text)
    {
        if (text.Length < sizeof(ulong)) return text.Length == 0 ? 0 : (text[0] + (text[^1] * 7) + (text.Length * 31)) & (Places - 1);
        var mixed = (BinaryPrimitives.ReadUInt64LittleEndian(text) * 0x9E3779B97F4A7C15)
            ^ BinaryPrimitives.ReadUInt64LittleEndian(text[^sizeof(ulong)..]);
        return (int)(((mixed + (uint)text.Length) * 0xC2B2AE3D27D4EB4F) >> 32) & (Places - 1);
    }
}
