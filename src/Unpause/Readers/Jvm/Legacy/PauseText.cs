namespace Unpause.Readers.Jvm.Legacy;

/// <summary>The text directly inside a pause or one of its spaces: causes in parentheses, sizes.</summary>
internal static class PauseText
{
    /// <summary>Reads a stretch of text without brackets.</summary>
    public static void Read(LegacyPause pause, BlockKind kind, ReadOnlySpan<byte> text, NameTable names)
    {
        if (text.StartsWith("GC--"u8)) LegacyDetails.TryApply(pause, "promotion failed"u8);
        var cursor = new Utf8Cursor(text);
        while (!cursor.AtEnd)
        {
            var next = cursor.Rest[0];
            if (next == '(' && TryTakeParentheses(ref cursor, out var inside))
            {
                if (!LegacyDetails.TryApply(pause, inside) && BlockTable.IsPause(kind)) SetCause(pause, inside, names);
            }
            else if (char.IsAsciiDigit((char)next) && cursor.TryTakeHeapChange(out var change))
            {
                Keep(pause, kind, change);
            }
            else
            {
                cursor.Position++;
            }
        }
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
    private static bool TryTakeParentheses(ref Utf8Cursor cursor, out ReadOnlySpan<byte> inside)
    {
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

        inside = default;
        return false;
    }
}
