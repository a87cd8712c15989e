using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Reads the decorators of lines that have one layout. A collection's lines carry the same time, so the brackets up to the
/// last one that is needed are first compared with those of the line before, and parsed only when they differ.
/// </summary>
internal sealed class DecoratorReader(DecoratorLayout layout)
{
    /// <summary>Longer beginnings are parsed for each line.</summary>
    private const int LongestHead = 256;

    /// <summary>Shorter texts are parsed for each line: they are not looked up.</summary>
    private const int ShortestTail = 2 * sizeof(ulong);

    /// <summary>Tails remembered, a power of two; a log has a dozen.</summary>
    private const int Tails = 256;

    private readonly byte[] _decorators = new byte[LongestHead];
    private readonly (byte[]? Text, bool Important)[] _tails = new (byte[]?, bool)[Tails];
    private int _headLength;
    private int _length;

    /// <summary>Which decorators the lines have.</summary>
    public DecoratorLayout Layout => layout;

    /// <summary>The line's time; null in a log without times.</summary>
    public JvmStamp? Stamp { get; private set; }

    public long? Nanoseconds { get; private set; }

    /// <summary>The process, where the line has it.</summary>
    public int? ProcessId { get; private set; }

    /// <summary>Level info or graver, or unknown: debug and trace lines contain details that need not be understood.</summary>
    public bool Important { get; private set; } = true;

    /// <summary>Whether time and process are those of the line before.</summary>
    public bool Repeated { get; private set; }

    /// <summary>Splits a line and gives where its message begins; -1 when it has another layout.</summary>
    public int Read(ReadOnlySpan<byte> line)
    {
        if (_length > 0 && line.StartsWith(_decorators.AsSpan(0, _length)))
        {
            Repeated = true;
            return _length;
        }

        var position = _headLength;
        Repeated = position > 0 && line.StartsWith(_decorators.AsSpan(0, position));
        if ((Repeated || TryReadHead(line, out position)) && TryReadTail(line, ref position))
        {
            Remember(line, position);
            return position;
        }

        _length = _headLength = 0;
        return -1;
    }

    /// <summary>Forgets the line before: lines were read elsewhere, and the next one must not be compared with it.</summary>
    public void Forget() => _length = _headLength = 0;

    /// <summary>Keeps all decorators of a line; a line that ends with them may have lost some.</summary>
    private void Remember(ReadOnlySpan<byte> line, int position)
    {
        _length = _headLength > 0 && position <= LongestHead && position < line.Length ? position : 0;
        if (_length > _headLength) line[_headLength..position].CopyTo(_decorators.AsSpan(_headLength));
    }

    private bool TryReadHead(ReadOnlySpan<byte> line, out int position)
    {
        position = 0;
        long uptime = 0;
        long? unix = null;
        int? process = null;
        int? zone = null;
        _headLength = 0;
        for (var i = 0; i < layout.HeadCount; i++)
        {
            if (!DecoratorLayout.NextBracket(line, ref position, out var content)) return false;
            if (i == layout.Stamp && !Decorators.TryReadNanoseconds(layout.Kinds[i], content, out uptime)) return false;
            if (i == layout.Date)
            {
                if (!Decorators.TryReadNanoseconds(layout.Kinds[i], content, out var date)) return false;
                unix = date;
                if (layout.Kinds[i] == DecoratorKind.Date) zone = JvmDate.ZoneMinutes(content);
            }

            if (i == layout.Process && Utf8Parser.TryParse(content, out int id, out _)) process = id;
            if (i == layout.Level) Important = IsImportant(content);
        }

        ProcessId = process;
        Stamp = layout.Stamp >= 0 ? new JvmStamp(uptime, true, unix) : unix is { } wall ? new JvmStamp(wall, false, wall) : null;
        if (zone is not null) Stamp = Stamp!.Value with { ZoneMinutes = zone };
        Nanoseconds = Stamp?.Nanoseconds;
        if (position <= LongestHead)
        {
            line[..position].CopyTo(_decorators);
            _headLength = position;
        }

        return true;
    }

    /// <summary>The brackets after the head: level and tags, of which a log has few different ones.</summary>
    private bool TryReadTail(ReadOnlySpan<byte> line, ref int position)
    {
        var rest = line[position..];
        if (rest.Length < ShortestTail) return TryParseTail(line, ref position);
        ref var tail = ref _tails[PlaceOf(rest)];
        if (tail.Text is { } known && rest.StartsWith(known))
        {
            if (layout.Level >= layout.HeadCount) Important = tail.Important;
            position += known.Length;
            return true;
        }

        var start = position;
        if (!TryParseTail(line, ref position)) return false;
        // The text of a short tail ends before the bytes that find its place.
        if (position - start >= ShortestTail && line[position - 1] == ' ') tail = (line[start..position].ToArray(), Important);
        return true;
    }

    private static int PlaceOf(ReadOnlySpan<byte> tail)
    {
        var mixed = (BinaryPrimitives.ReadUInt64LittleEndian(tail) * 0x9E3779B97F4A7C15)
            ^ (BinaryPrimitives.ReadUInt64LittleEndian(tail[sizeof(ulong)..]) * 0xC2B2AE3D27D4EB4F);
        return (int)(mixed >> 56) & (Tails - 1);
    }

    private bool TryParseTail(ReadOnlySpan<byte> line, ref int position)
    {
        for (var i = layout.HeadCount; i < layout.Kinds.Length; i++)
        {
            if (!DecoratorLayout.NextBracket(line, ref position, out var content)) return false;
            if (i == layout.Level) Important = IsImportant(content);
        }

        // Only the padded last bracket is followed by a blank; another bracket means another layout.
        if (position >= line.Length || layout.Kinds.IsEmpty) return true;
        return line[position++] == ' ';
    }

    /// <summary>Not <c>debug</c> and not <c>trace</c>.</summary>
    private static bool IsImportant(ReadOnlySpan<byte> level) => level is not [(byte)'d' or (byte)'t', ..];
}
