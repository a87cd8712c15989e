namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>
/// Prefixes that no row of <see cref="PrefixTable"/> knows: what the lines of a known format have in front of them. Some lines may lack it,
/// and some formats' lines are strings of JSON or CSV.
/// </summary>
internal sealed class LearntPrefixes
{
    /// <summary>Different shapes and keys in one input: containers have names with different punctuation.</summary>
    private const int Most = 8;

    /// <summary>Of as many of a format's lines at least one has a prefix, else it is a torn line.</summary>
    private const int LinesAPrefix = 20;

    private readonly List<Candidate> _candidates = [];

    private LearntPrefixes()
    {
    }

    /// <summary>Learns from lines; null when none of a known format has a prefix.</summary>
    /// <param name="block">The first lines.</param>
    /// <param name="outer">The prefixes in front of what is learnt.</param>
    /// <param name="lineStarts">Find lines of known formats.</param>
    public static LearntPrefixes? Learn(ReadOnlySpan<byte> block, IReadOnlyList<ReadsPrefix> outer, IReadOnlyList<FindsLine> lineStarts)
    {
        var learnt = new LearntPrefixes();
        var known = 0;
        foreach (var line in new BlockLines(block, outer))
        {
            var start = StartOf(line, lineStarts);
            if (start >= 0) known++;
            if (start > 0) learnt.Add(line[..start]);
        }

        learnt._candidates.RemoveAll(candidate => candidate.Lines * LinesAPrefix < known);
        if (learnt._candidates.Count == 0) return null;
        foreach (var line in new BlockLines(block, outer))
        {
            // What lines without a prefix begin with is no prefix.
            if (StartOf(line, lineStarts) == 0) learnt.RemoveMatching(line);
        }

        return learnt._candidates.Count == 0 ? null : learnt;
    }

    /// <summary>Whether a text may be a prefix, and not a piece of another line.</summary>
    public static bool IsPossible(ReadOnlySpan<byte> text) => Candidate.Of(text) is not null;

    /// <summary>Reads a line's prefix; false when it has none of those that were learnt.</summary>
    public bool TryRead(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        foreach (var candidate in _candidates)
        {
            if (!candidate.TryPass(line, out var start)) continue;
            var end = candidate.Quoted ? QuotedText.End(line, start) : line.Length;
            if (end < 0) end = line.Length;
            long? unix = null;
            if (PrefixTime.TryFind(line[..Math.Min(start, Limits.PrefixBytes)], out var at, out var grain)
                || PrefixTime.TryFind(line[end..Math.Min(line.Length, end + Limits.PrefixBytes)], out at, out grain))
            {
                unix = at;
            }

            prefix = new LinePrefix(start, end - start, candidate.Quoted, unix, grain);
            return true;
        }

        prefix = default;
        return false;
    }

    private static int StartOf(ReadOnlySpan<byte> line, IReadOnlyList<FindsLine> lineStarts)
    {
        foreach (var find in lineStarts)
        {
            var start = find(line);
            if (start >= 0) return start;
        }

        return -1;
    }

    private void Add(ReadOnlySpan<byte> prefix)
    {
        if (Candidate.Of(prefix) is not { } found) return;
        foreach (var candidate in _candidates)
        {
            if (!candidate.IsSameAs(found)) continue;
            candidate.Lines++;
            return;
        }

        if (_candidates.Count < Most) _candidates.Add(found);
    }

    private void RemoveMatching(ReadOnlySpan<byte> line)
    {
        for (var i = _candidates.Count - 1; i >= 0; i--)
        {
            if (_candidates[i].TryPass(line, out _)) _candidates.RemoveAt(i);
        }
    }

    /// <summary>The key of a JSON string, or the shape of any other text.</summary>
    private sealed class Candidate
    {
        private byte[]? _key;
        private PrefixShape? _shape;

        /// <summary>Whether the line's text ends with a quote.</summary>
        public bool Quoted { get; private init; }

        /// <summary>Lines of a known format that have it.</summary>
        public int Lines { get; set; } = 1;

        public static Candidate? Of(ReadOnlySpan<byte> prefix)
        {
            var quoted = prefix[^1] == '"';
            if (quoted && KeyOf(prefix) is { IsEmpty: false } key) return new Candidate { _key = key.ToArray(), Quoted = true };
            return PrefixShape.Of(prefix) is { } shape ? new Candidate { _shape = shape, Quoted = quoted } : null;
        }

        public bool IsSameAs(Candidate other) => _shape is { } shape
            ? other._shape is { } its && shape.Equals(its)
            : other._key is { } key && key.AsSpan().SequenceEqual(_key);

        public bool TryPass(ReadOnlySpan<byte> line, out int length)
        {
            length = 0;
            if (_shape is { } shape) return shape.TryPass(line, out length);
            if (line.TrimStart((byte)' ') is not [(byte)'{' or (byte)'"', ..]) return false;
            var at = line.IndexOf(_key);
            length = at + _key!.Length;
            return at >= 0;
        }

        /// <summary><c>"message": "</c> at the end of a text; empty without one.</summary>
        private static ReadOnlySpan<byte> KeyOf(ReadOnlySpan<byte> prefix)
        {
            var before = prefix[..^1].TrimEnd((byte)' ');
            if (before is not [.., (byte)':']) return default;
            before = before[..^1].TrimEnd((byte)' ');
            if (before is not [.., (byte)'"']) return default;
            var quote = before[..^1].LastIndexOf((byte)'"');
            return quote < 0 || prefix.Length - quote > Limits.PrefixBytes ? default : prefix[quote..];
        }
    }

    /// <summary>The lines of a block without outer prefixes; its last may be cut.</summary>
    private ref struct BlockLines(ReadOnlySpan<byte> block, IReadOnlyList<ReadsPrefix> outer)
    {
        private ReadOnlySpan<byte> _rest = block;

        public ReadOnlySpan<byte> Current { get; private set; }

        public readonly BlockLines GetEnumerator() => this;

        public bool MoveNext()
        {
            if (_rest.IsEmpty) return false;
            var end = _rest.IndexOf((byte)'\n');
            var line = (end < 0 ? _rest : _rest[..end]).TrimEnd((byte)'\r');
            _rest = end < 0 ? default : _rest[(end + 1)..];
            foreach (var read in outer) line = read(line, out var prefix) ? prefix.Slice(line) : line;
            Current = line;
            return true;
        }
    }
}
