namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Which decorators the lines of a log have. They may change while the JVM runs (<c>VM.log</c>), and several outputs may share a file; but
/// a torn line has a layout of its own too, and one without its time must not become the log's.
/// </summary>
internal sealed class DecoratorChoice
{
    /// <summary>Layouts remembered beside each other.</summary>
    private const int Most = 4;

    /// <summary>As many lines in a row without time mean that the log has lost its times.</summary>
    private const int Confirming = 4;

    private readonly List<DecoratorReader> _others = [];
    private int _untimed;

    /// <summary>Of most lines; null before the first.</summary>
    public DecoratorReader? Current { get; private set; }

    /// <summary>Whether the log was found behind a prefix, so that text in front of a line is no torn piece.</summary>
    public bool HasPrefix { get; private set; }

    /// <summary>Finds a reader of a line that the current one cannot read.</summary>
    /// <param name="start">Where its message begins.</param>
    /// <param name="torn">Whether the line lost its time, so that it counts as torn.</param>
    /// <returns>Null when the line is none of a log.</returns>
    public DecoratorReader? Find(ReadOnlySpan<byte> line, out int start, out bool torn)
    {
        torn = false;
        foreach (var other in _others)
        {
            start = other.Read(line);
            if (start < 0) continue;
            if (other.Layout.HasTime || Current is not { Layout.HasTime: true }) Swap(other);
            return other;
        }

        start = -1;
        if (line[0] != '[' || DecoratorLayout.Learn(line) is not { } learnt) return null;
        var reader = new DecoratorReader(learnt);
        start = reader.Read(line);
        if (start < 0) return null;
        torn = Current is { Layout.HasTime: true } && !learnt.HasTime && ++_untimed < Confirming;
        if (!torn) Adopt(reader);
        return reader;
    }

    /// <summary>Finds a whole line behind a torn piece of another, or behind text that an application left without a line end.</summary>
    /// <param name="start">Where the whole line's message begins.</param>
    public DecoratorReader? FindInside(ReadOnlySpan<byte> line, out int start)
    {
        start = -1;
        if (Current is null) return FindFirst(line, ref start);
        if (Current is not { Layout.HasTime: true } reader) return null;
        var position = 1;
        for (var tries = 0; tries < Most && position < line.Length; tries++)
        {
            var next = line[position..].IndexOf((byte)'[');
            if (next < 0) return null;
            position += next;
            start = reader.Read(line[position..]);
            if (start >= 0)
            {
                start += position;
                return reader;
            }

            position++;
        }

        return null;
    }

    /// <summary>Learns from a log's first line behind a prefix.</summary>
    private DecoratorReader? FindFirst(ReadOnlySpan<byte> line, ref int start)
    {
        // Of a log without decorators.
        if (line.StartsWith("GC("u8)) return null;
        var position = UnifiedFormat.StartOf(line);
        if (position < 0 || DecoratorLayout.Learn(line[position..]) is not { } layout) return null;
        var reader = new DecoratorReader(layout);
        start = reader.Read(line[position..]);
        if (start < 0) return null;
        start += position;
        HasPrefix = position > 0;
        Adopt(reader);
        return reader;
    }

    /// <summary>Takes note that a line was read by <see cref="Current"/> after one that was not.</summary>
    public void Reset() => _untimed = 0;

    private void Adopt(DecoratorReader reader)
    {
        _untimed = 0;
        if (Current is { } current)
        {
            if (_others.Count == Most) _others.RemoveAt(0);
            // A log's times go before those of lines that have none.
            if (current.Layout.HasTime && !reader.Layout.HasTime)
            {
                _others.Add(reader);
                return;
            }

            _others.Add(current);
        }

        Current = reader;
    }

    private void Swap(DecoratorReader other)
    {
        _others.Remove(other);
        if (Current is { } current) _others.Add(current);
        Current = other;
    }
}
