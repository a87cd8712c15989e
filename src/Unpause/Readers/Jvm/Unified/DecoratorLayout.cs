using System.Buffers.Text;

namespace Unpause.Readers.Jvm.Unified;

/// <summary>Which decorators a log's lines begin with; learnt from a line, because any subset may be switched on.</summary>
internal sealed class DecoratorLayout
{
    /// <summary>There are twelve decorators; more brackets are no unified log line.</summary>
    private const int MostDecorators = 12;

    private readonly DecoratorKind[] _kinds;
    private readonly int _stamp;
    private readonly int _date;
    private readonly int _level;
    private readonly int _processId;

    private DecoratorLayout(DecoratorKind[] kinds)
    {
        _kinds = kinds;
        _stamp = StampOf(kinds);
        _date = First(kinds, DecoratorKind.Date, DecoratorKind.UnixMillis);
        _level = Array.IndexOf(kinds, DecoratorKind.Level);
        var number = Array.IndexOf(kinds, DecoratorKind.Number);
        // One bare number may be the process or a thread; two are both, the process first.
        _processId = number >= 0 && Array.LastIndexOf(kinds, DecoratorKind.Number) > number ? number : -1;
    }

    /// <summary>Whether lines have a stamp of any kind.</summary>
    public bool HasTime => _stamp >= 0 || _date >= 0;

    /// <summary>The layout of a log without decorators.</summary>
    public static DecoratorLayout None { get; } = new([]);

    /// <summary>Learns the layout from a line; null when the line doesn't look like one of unified logging.</summary>
    public static DecoratorLayout? Learn(ReadOnlySpan<byte> line)
    {
        Span<DecoratorKind> kinds = stackalloc DecoratorKind[MostDecorators];
        var count = 0;
        var position = 0;
        var certain = false;
        while (count < MostDecorators && NextBracket(line, ref position, out var content))
        {
            var kind = Decorators.KindOf(content);
            certain |= kind is not (DecoratorKind.Other or DecoratorKind.Number or DecoratorKind.Tags) || IsCollectorTag(content);
            kinds[count++] = kind;
        }

        var ended = position >= line.Length || line[position] == ' ';
        return count > 0 && certain && ended ? new DecoratorLayout(kinds[..count].ToArray()) : null;
    }

    /// <summary>Splits a line; false when it has another layout.</summary>
    public bool TryRead(ReadOnlySpan<byte> line, out UnifiedLine result)
    {
        result = default;
        var position = 0;
        JvmStamp? stamp = null;
        long? unix = null;
        long uptime = 0;
        var important = true;
        int? process = null;
        for (var i = 0; i < _kinds.Length; i++)
        {
            if (!NextBracket(line, ref position, out var content)) return false;
            if (i == _stamp && !Decorators.TryReadNanoseconds(_kinds[i], content, out uptime)) return false;
            if (i == _date)
            {
                if (!Decorators.TryReadNanoseconds(_kinds[i], content, out var date)) return false;
                unix = date;
            }

            if (i == _level) important = content is not [(byte)'d' or (byte)'t', ..];
            if (i == _processId && Utf8Parser.TryParse(content, out int id, out _)) process = id;
        }

        // Only the padded last bracket is followed by a blank; another bracket means another layout.
        if (position < line.Length)
        {
            if (_kinds.Length > 0 && line[position] != ' ') return false;
            if (_kinds.Length > 0) position++;
        }

        if (_stamp >= 0) stamp = new JvmStamp(uptime, true, unix);
        else if (unix is { } wall) stamp = new JvmStamp(wall, false, wall);
        result = new UnifiedLine(line[position..], stamp, process, important);
        return true;
    }

    /// <summary>Consumes <c>[content]</c> directly at the position.</summary>
    private static bool NextBracket(ReadOnlySpan<byte> line, ref int position, out ReadOnlySpan<byte> content)
    {
        content = default;
        if (position >= line.Length || line[position] != '[') return false;
        var length = line[(position + 1)..].IndexOf((byte)']');
        if (length < 0) return false;
        content = line.Slice(position + 1, length);
        position += length + 2;
        return true;
    }

    private static bool IsCollectorTag(ReadOnlySpan<byte> content)
    {
        content = content.TrimEnd((byte)' ');
        return content.SequenceEqual("gc"u8) || content.StartsWith("gc,"u8) || content.SequenceEqual("safepoint"u8) || content.StartsWith("safepoint,"u8);
    }

    /// <summary>The most exact uptime. timenanos counts from an unknown zero: alone it can't be told from uptimenanos, with it it comes first.</summary>
    private static int StampOf(DecoratorKind[] kinds)
    {
        var last = Array.LastIndexOf(kinds, DecoratorKind.Nanos);
        return last > Array.IndexOf(kinds, DecoratorKind.Nanos) ? last : First(kinds, DecoratorKind.UptimeSeconds, DecoratorKind.UptimeMillis, DecoratorKind.Nanos);
    }

    private static int First(DecoratorKind[] kinds, params ReadOnlySpan<DecoratorKind> wanted)
    {
        foreach (var kind in wanted)
        {
            var index = Array.IndexOf(kinds, kind);
            if (index >= 0) return index;
        }

        return -1;
    }
}
