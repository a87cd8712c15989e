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
