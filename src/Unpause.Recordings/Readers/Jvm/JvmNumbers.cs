namespace Unpause.Recordings.Readers.Jvm;

/// <summary>The numbers of JVM logs: sizes with their unit letter, size changes, milliseconds and seconds.</summary>
internal static class JvmNumbers
{
    /// <summary>Consumes <c>12M</c>, <c>2796.0M</c>, <c>0.0B</c>, <c>512K</c>, <c>3G</c> and gives bytes.</summary>
    public static bool TryTakeBytes(this ref Utf8Cursor cursor, out long bytes)
    {
        var start = cursor.Position;
        bytes = 0;
        if (cursor.TryTakeFixed(3, out var thousandths) && !cursor.AtEnd)
        {
            var shift = UnitShift(cursor.Rest[0]);
            if (shift >= 0 && thousandths <= long.MaxValue >> shift)
            {
                cursor.Position++;
                bytes = (thousandths << shift) / 1000;
                return true;
            }
        }

        cursor.Position = start;
        return false;
    }

    /// <summary>
    /// Consumes <c>A-&gt;B</c>, <c>A-&gt;B(C)</c>, <c>A(C)-&gt;B(C)</c>, <c>A(50%)-&gt;B(5%)</c> (ZGC) or <c>A(C)</c> (CMS initial mark).
    /// </summary>
    public static bool TryTakeHeapChange(this ref Utf8Cursor cursor, out HeapChange change)
    {
        var start = cursor.Position;
        change = default;
        if (!cursor.TryTakeBytes(out var before)) return false;
        TakeParenthesised(ref cursor, out var capacity);
        if (!cursor.TryTake("->"u8))
        {
            change = new HeapChange(before, null, capacity);
            if (capacity is not null) return true;
            cursor.Position = start;
            return false;
        }

        if (!cursor.TryTakeBytes(out var after))
        {
            cursor.Position = start;
            return false;
        }

        TakeParenthesised(ref cursor, out var capacityAfter);
        change = new HeapChange(before, after, capacityAfter ?? capacity);
        return true;
    }

    /// <summary>Consumes a number of seconds (<c>0.1900627</c>) and gives nanoseconds.</summary>
    public static bool TryTakeSeconds(this ref Utf8Cursor cursor, out long nanoseconds) => cursor.TryTakeFixed(9, out nanoseconds);

    /// <summary>Consumes a number of milliseconds (<c>1.353</c>) and gives nanoseconds.</summary>
    public static bool TryTakeMilliseconds(this ref Utf8Cursor cursor, out long nanoseconds) => cursor.TryTakeFixed(6, out nanoseconds);

    /// <summary>The binary shift of a unit letter; -1 for any other byte.</summary>
    private static int UnitShift(byte letter) => letter switch
    {
        (byte)'B' => 0,
        (byte)'K' => 10,
        (byte)'M' => 20,
        (byte)'G' => 30,
        (byte)'T' => 40,
        _ => -1,
    };

    private static void TakeParenthesised(ref Utf8Cursor cursor, out long? bytes)
    {
        bytes = null;
        var start = cursor.Position;
        if (!cursor.TryTake((byte)'(')) return;
        if (cursor.TryTakeBytes(out var value) && cursor.TryTake((byte)')'))
        {
            bytes = value;
            return;
        }

        // ZGC prints the share of the maximum instead of a capacity.
        if (cursor.TryTakeFixed(0, out _) && cursor.TryTake("%)"u8)) return;
        cursor.Position = start;
    }
}

/// <summary>A printed change of a space's size: <c>8M-&gt;1M(32M)</c> and its relatives. Bytes; null where not printed.</summary>
internal readonly record struct HeapChange(long Before, long? After, long? CapacityBytes);
