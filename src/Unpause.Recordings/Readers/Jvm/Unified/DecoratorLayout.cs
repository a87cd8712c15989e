namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Which decorators a log's lines begin with; learnt from a line, because any subset may be switched on.</summary>
internal sealed class DecoratorLayout
{
    /// <summary>There are twelve decorators; more brackets are no unified log line.</summary>
    private const int MostDecorators = 12;

    private readonly DecoratorKind[] _kinds;

    private DecoratorLayout(DecoratorKind[] kinds)
    {
        _kinds = kinds;
        Stamp = StampOf(kinds);
        Date = First(kinds, DecoratorKind.Date, DecoratorKind.UnixMillis);
        Level = Array.IndexOf(kinds, DecoratorKind.Level);
        var number = Array.IndexOf(kinds, DecoratorKind.Number);
        // One bare number may be the process or a thread; two are both, the process first.
        Process = number >= 0 && Array.LastIndexOf(kinds, DecoratorKind.Number) > number ? number : -1;
        HeadCount = Math.Max(Math.Max(Stamp, Date), Process) + 1;
    }

    /// <summary>The brackets' kinds, in their order.</summary>
    public ReadOnlySpan<DecoratorKind> Kinds => _kinds;

    /// <summary>Index of the bracket with the most exact uptime; -1 without one, as for the others.</summary>
    public int Stamp { get; }

    /// <summary>Index of the bracket with wall time.</summary>
    public int Date { get; }

    /// <summary>Index of the bracket with the level.</summary>
    public int Level { get; }

    /// <summary>Index of the bracket with the process id.</summary>
    public int Process { get; }

    /// <summary>How many brackets from the first on contain the time and the process.</summary>
    public int HeadCount { get; }

    /// <summary>Whether another layout has the same decorators.</summary>
    public bool IsSame(DecoratorLayout other) => Kinds.SequenceEqual(other.Kinds);

    /// <summary>Whether lines have a timestamp of any kind.</summary>
    public bool HasTime => Stamp >= 0 || Date >= 0;

    /// <summary>The layout of a log without decorators.</summary>
    public static DecoratorLayout None { get; } = new([]);

    /// <summary>Learns the layout from a line; null when the line doesn't look like one of unified logging.</summary>
    public static DecoratorLayout? Learn(ReadOnlySpan<byte> line) => Learn(line, out _);

    /// <inheritdoc cref="Learn(ReadOnlySpan{byte})"/>
    /// <param name="line">The line.</param>
    /// <param name="message">Where its message begins.</param>
    public static DecoratorLayout? Learn(ReadOnlySpan<byte> line, out int message)
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
        message = Math.Min(line.Length, position + 1);
        return count > 0 && certain && ended ? new DecoratorLayout(kinds[..count].ToArray()) : null;
    }

    /// <summary>Consumes <c>[content]</c> directly at the position.</summary>
    public static bool NextBracket(ReadOnlySpan<byte> line, ref int position, out ReadOnlySpan<byte> content)
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
        return content.SequenceEqual("gc"u8) || content.StartsWith("gc,"u8)
            || content.SequenceEqual("safepoint"u8) || content.StartsWith("safepoint,"u8);
    }

    /// <summary>
    /// The most exact uptime. timenanos counts from an unknown zero: alone it cannot be distinguished from uptimenanos;
    /// where both are there, it comes first.
    /// </summary>
    private static int StampOf(DecoratorKind[] kinds)
    {
        var last = Array.LastIndexOf(kinds, DecoratorKind.Nanos);
        return last > Array.IndexOf(kinds, DecoratorKind.Nanos)
            ? last
            : First(kinds, DecoratorKind.UptimeSeconds, DecoratorKind.UptimeMillis, DecoratorKind.Nanos);
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

/// <summary>
/// What a bracket before a message contains. Unified logging (JEP 158, 9-25) knows twelve decorators and prints the
/// configured ones in this order: time, utctime, uptime, timemillis, uptimemillis, timenanos, uptimenanos, hostname, pid, tid, level, tags.
/// </summary>
internal enum DecoratorKind : byte
{
    /// <summary><c>2022-11-10T03:37:29.443-0800</c> (time, utctime).</summary>
    Date,

    /// <summary><c>0.017s</c> (uptime).</summary>
    UptimeSeconds,

    /// <summary><c>17ms</c> (uptimemillis).</summary>
    UptimeMillis,

    /// <summary><c>1668080249443ms</c> (timemillis).</summary>
    UnixMillis,

    /// <summary><c>17123456ns</c> (uptimenanos, or timenanos whose zero is unknown).</summary>
    Nanos,

    /// <summary>Digits only (pid, tid).</summary>
    Number,

    /// <summary><c>info </c> (level), padded with blanks.</summary>
    Level,

    /// <summary><c>gc,phases   </c> (tags), padded with blanks to a width that grows.</summary>
    Tags,

    /// <summary>Anything else (hostname).</summary>
    Other,
}
