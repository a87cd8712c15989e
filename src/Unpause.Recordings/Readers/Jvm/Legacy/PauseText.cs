namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>The text directly inside a pause or one of its spaces: causes in parentheses, sizes.</summary>
internal static class PauseText
{
    /// <summary>Reads a stretch of text without brackets.</summary>
    public static void Read(LegacyPause pause, BlockKind kind, ReadOnlySpan<byte> text, NameTable names)
    {
        if (text.StartsWith("GC--"u8)) LegacyDetails.TryApply(pause, "promotion failed"u8);
        var cursor = new Utf8Cursor(text);
        List<int>? unclosed = null;
        while (!cursor.AtEnd)
        {
            var next = cursor.Rest[0];
            if (next == '(' && TryTakeParentheses(ref cursor, text, ref unclosed, out var inside))
            {
                if (!LegacyDetails.TryApply(pause, inside) && BlockTable.IsPause(kind)) SetCause(pause, inside, names);
            }
            else if (char.IsAsciiDigit((char)next) && cursor.TryTakeHeapChange(out var change))
            {
                Keep(pause, kind, change);
            }
            else
            {
                SkipZeros(ref cursor);
                cursor.Position++;
            }
        }
    }

    /// <summary>A number without its leading zeros is the same and fits no better: it is not read again from each of them.</summary>
    private static void SkipZeros(ref Utf8Cursor cursor)
    {
        while (cursor.Rest is [(byte)'0', >= (byte)'0' and <= (byte)'9', ..]) cursor.Position++;
    }

    private static void Keep(LegacyPause pause, BlockKind kind, in HeapChange change)
    {
        switch (kind)
        {
            case BlockKind.YoungSpace:
                pause.Young = change;
                break;
            case BlockKind.OldSpace or BlockKind.MetadataSpace or BlockKind.CmsInitialMark or BlockKind.CmsRemark:
                break;
            default:
                pause.Heap = change;
                break;
        }
    }

    private static void SetCause(LegacyPause pause, ReadOnlySpan<byte> inside, NameTable names)
    {
        if (inside.Length > 1 && char.IsAsciiLetter((char)inside[0])) pause.Cause ??= names.Get(inside);
    }

    /// <summary>Consumes a pair of parentheses with those inside it.</summary>
    /// <param name="cursor">Where the first one is.</param>
    /// <param name="text">All of the text.</param>
    /// <param name="unclosed">Those that never close, once one is known: the end is not looked for again from each of them.</param>
    /// <param name="inside">What is between the two.</param>
    private static bool TryTakeParentheses(
        ref Utf8Cursor cursor, ReadOnlySpan<byte> text, ref List<int>? unclosed, out ReadOnlySpan<byte> inside)
    {
        inside = default;
        if (unclosed?.BinarySearch(cursor.Position) >= 0) return false;
        var rest = cursor.Rest;
        var depth = 0;
        for (var i = 0; i < rest.Length; i++)
        {
            if (rest[i] == '(') depth++;
            if (rest[i] != ')' || --depth > 0) continue;
            inside = rest[1..i];
            cursor.Position += i + 1;
            return true;
        }

        unclosed ??= Unclosed(text, cursor.Position);
        return false;
    }

    private static List<int> Unclosed(ReadOnlySpan<byte> text, int from)
    {
        var open = new List<int>();
        for (var i = from; i < text.Length; i++)
        {
            if (text[i] == '(') open.Add(i);
            else if (text[i] == ')' && open.Count > 0) open.RemoveAt(open.Count - 1);
        }

        return open;
    }
}

/// <summary>Words in parentheses inside a legacy pause that are not its cause.</summary>
internal static class LegacyDetails
{
    private static readonly (string Text, bool Mixed, string? Mark, string Versions)[] Rows =
    [
        ("young", false, null, "6-8, G1"),
        ("mixed", true, null, "7-8, G1"),
        ("partial", true, null, "6, G1"),
        ("initial-mark", false, JvmMarks.ConcurrentStart, "6-8, G1"),
        ("to-space exhausted", false, JvmMarks.EvacuationFailure, "7-8, G1"),
        ("to-space overflow", false, JvmMarks.EvacuationFailure, "6-7, G1"),
        ("evacuation failure", false, JvmMarks.EvacuationFailure, "6-7, G1"),
        ("promotion failed", false, JvmMarks.PromotionFailed, "5-8"),
        ("concurrent mode failure", false, JvmMarks.ConcurrentModeFailure, "5-8, CMS"),
        ("concurrent mode interrupted", false, JvmMarks.ConcurrentModeInterrupted, "5-8, CMS"),
        ("parallel", false, null, "5-8, CMS: how a phase worked"),
        ("non-parallel", false, null, "5-8, CMS"),
    ];

    /// <summary>Applies a word to a pause; false when it is none of these.</summary>
    public static bool TryApply(LegacyPause pause, ReadOnlySpan<byte> text)
    {
        foreach (var (word, mixed, mark, _) in Rows)
        {
            if (!System.Text.Ascii.Equals(text, word)) continue;
            pause.Mixed |= mixed;
            if (mark is not null && !pause.Marks.Contains(mark)) pause.Marks.Add(mark);
            return true;
        }

        return false;
    }
}

/// <summary>A stop-the-world block of a legacy log, filled while it is read. Reused.</summary>
internal sealed class LegacyPause
{
    private readonly List<(string Name, long Nanoseconds)> _phases = [];

    /// <summary>The block's kind; changes when an inner block identifies it.</summary>
    public BlockKind Kind { get; set; }

    /// <summary>The timestamp before it.</summary>
    public JvmStamp? Stamp { get; private set; }

    /// <summary>Whether the timestamp is of its end; of all others it is of the beginning.</summary>
    public bool StampIsEnd { get; set; }

    public HeapChange? Heap { get; set; }

    public HeapChange? Young { get; set; }

    /// <summary>The cause that was printed.</summary>
    public string? Cause { get; set; }

    /// <summary>G1: <c>(mixed)</c> or <c>(partial)</c>.</summary>
    public bool Mixed { get; set; }

    /// <summary>CMS: whether it is a remark, which may contain a young collection.</summary>
    public bool MarksOld { get; set; }

    /// <summary>Tenuring threshold and its maximum, where printed.</summary>
    public (long Threshold, long Max, long Desired)? Tenuring { get; set; }

    /// <summary>Bytes of each age, where printed.</summary>
    public List<(int Age, long Bytes)> Ages { get; } = [];

    /// <summary>Facts for <see cref="Recordings.Collection.Marks"/>.</summary>
    public List<string> Marks { get; } = [];

    /// <summary>Phases printed inside the block.</summary>
    public IReadOnlyList<(string Name, long Nanoseconds)> Phases => _phases;

    /// <summary>Makes the timestamp of its end one of its beginning.</summary>
    public void BeginBefore(long duration)
    {
        Stamp += -duration;
        StampIsEnd = false;
    }

    public void Reset(BlockKind kind, JvmStamp? stamp)
    {
        Kind = kind;
        Stamp = stamp;
        Heap = Young = null;
        Cause = null;
        Mixed = MarksOld = StampIsEnd = false;
        Tenuring = null;
        Ages.Clear();
        Marks.Clear();
        _phases.Clear();
    }

    /// <summary>Keeps an inner phase; bounded, because a damaged log may never end a block.</summary>
    public void AddPhase(string name, long nanoseconds)
    {
        if (_phases.Count < Limits.PhasesOfOnePause) _phases.Add((name, nanoseconds));
    }
}
