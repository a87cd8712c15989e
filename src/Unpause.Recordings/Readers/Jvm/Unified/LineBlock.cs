using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Time and process of a line.</summary>
/// <param name="Stamp">Null in a log without times.</param>
/// <param name="ProcessId">Null where the line does not have it.</param>
internal readonly record struct LineHead(JvmStamp? Stamp, int? ProcessId);

/// <summary>One line of a block, taken apart.</summary>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal struct ParsedLine
{
    /// <summary>Its first byte in the block.</summary>
    public int Start;

    /// <summary>Bytes without the line end.</summary>
    public ushort Length;

    /// <summary>Where in the line the message begins.</summary>
    public ushort MessageStart;

    /// <summary>Which of the block's heads it has.</summary>
    public ushort Head;

    /// <summary>Whether it has the decorators of the block's layout; if not, only its place in the block is set.</summary>
    public bool IsParsed;

    /// <summary>Whether time and process are those of the line before, which was parsed too.</summary>
    public bool Repeated;

    /// <summary>Level info or graver, or unknown.</summary>
    public bool Important;

    public ParsedMessage Message;
}

/// <summary>
/// Some whole lines of a log, and what they say by themselves. Reading fills it and judging reads it, never both at the same time. Blocks
/// are used again.
/// </summary>
internal sealed class LineBlock
{
    /// <summary>With shorter lines than this on average, in bytes, a block ends before its bytes do.</summary>
    private const int BytesALine = 64;

    /// <param name="bytes">Bytes of text.</param>
    public LineBlock(int bytes)
    {
        Bytes = new byte[bytes];
        MostLines = Math.Max(1, bytes / BytesALine);
        Lines = new ParsedLine[MostLines + 1];
        Heads = new LineHead[Lines.Length];
    }

    /// <summary>The text.</summary>
    public byte[] Bytes { get; }

    /// <summary>Lines whose ends are in it, at most; behind them there is room for one without its end.</summary>
    public int MostLines { get; }

    public ParsedLine[] Lines { get; }

    /// <summary>The different heads of its lines, in their order.</summary>
    public LineHead[] Heads { get; }

    /// <summary>The decorators of its parsed lines; null when none is parsed.</summary>
    public DecoratorLayout? Layout { get; set; }

    public int LineCount { get; set; }

    public int HeadCount { get; set; }

    /// <summary>Lines that were cut because they are too long.</summary>
    public int CutLines { get; set; }

    /// <summary>Where the text begins that belongs to the next block.</summary>
    public int TailStart { get; set; }

    /// <summary>Where it ends.</summary>
    public int TailEnd { get; set; }

    /// <summary>Whether there are lines in that text: this block has no room for them.</summary>
    public bool IsFull { get; set; }

    /// <summary>Bytes that were read for it.</summary>
    public int ReadBytes { get; set; }

    /// <summary>Whether no block follows.</summary>
    public bool IsLast { get; set; }

    /// <summary>Whether its last line has no line end.</summary>
    public bool IsTorn { get; set; }

    /// <summary>What ended reading early; only in the last block.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Our own defect, to be thrown behind its lines; only in the last block.</summary>
    public ExceptionDispatchInfo? Thrown { get; set; }

    /// <summary>The text of a line.</summary>
    public ReadOnlySpan<byte> TextOf(in ParsedLine line) => Bytes.AsSpan(line.Start, line.Length);

    /// <summary>Makes a line of the text that would belong to the next block; false without any.</summary>
    public bool EndTorn()
    {
        if (IsFull || TailStart == TailEnd) return false;
        ref var line = ref Begin(TailStart, TailEnd);
        line.IsParsed = false;
        TailStart = TailEnd;
        return IsTorn = true;
    }

    /// <summary>Adds a line, of which only its place is known.</summary>
    /// <param name="end">Where its end is; a carriage return before it is not the line's.</param>
    public ref ParsedLine Begin(int start, int end)
    {
        if (end > start && Bytes[end - 1] == '\r') end--;
        return ref Add(start, end - start);
    }

    /// <summary>Adds the beginning of a line that is too long.</summary>
    public ref ParsedLine BeginCut(int start, int length)
    {
        CutLines++;
        return ref Add(start, length);
    }

    private ref ParsedLine Add(int start, int length)
    {
        ref var line = ref Lines[LineCount++];
        line.Start = start;
        line.Length = (ushort)length;
        return ref line;
    }
}

/// <summary>Whether two layouts are the same; the answer is kept, because it is asked for each line.</summary>
internal sealed class LayoutMatch
{
    private DecoratorLayout? _first;
    private DecoratorLayout? _second;
    private bool _same;

    /// <summary>Compares them.</summary>
    public bool Find(DecoratorLayout first, DecoratorLayout second)
    {
        if (!ReferenceEquals(first, _first) || !ReferenceEquals(second, _second))
            (_first, _second, _same) = (first, second, first.IsSame(second));
        return _same;
    }
}
