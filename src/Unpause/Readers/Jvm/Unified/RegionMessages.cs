namespace Unpause.Readers.Jvm.Unified;

/// <summary>
/// G1's counts of regions: <c>36-&gt;0(35)</c>, <c>2-&gt;2</c>. Times the region size they are bytes, rounded up to regions.
/// </summary>
internal static class RegionMessages
{
    /// <summary>Takes in a count; without a known region size it says nothing.</summary>
    public static void Apply(MessageKind kind, CollectionSlot open, ReadOnlySpan<byte> rest, long? regionBytes)
    {
        var cursor = new Utf8Cursor(rest);
        if (regionBytes is not { } size || !TryTakeCount(ref cursor, size, out var before)
            || !cursor.TryTake("->"u8) || !TryTakeCount(ref cursor, size, out var after))
        {
            return;
        }

        switch (kind)
        {
            case MessageKind.EdenRegions:
                open.YoungBefore = (open.YoungBefore ?? 0) + before;
                if (cursor.TryTake("("u8) && TryTakeCount(ref cursor, size, out var target)) open.Collection.YoungTargetBytes = target;
                break;
            case MessageKind.SurvivorRegions:
                open.YoungBefore = (open.YoungBefore ?? 0) + before;
                open.SurvivorsAfter = after;
                open.Collection.YoungTargetBytes += after;
                break;
            case MessageKind.OldRegions:
                open.OldBefore = before;
                open.OldAfter = after;
                break;
        }
    }

    private static bool TryTakeCount(ref Utf8Cursor cursor, long size, out long bytes)
    {
        bytes = 0;
        return cursor.TryTakeFixed(0, out var count) && Math.BigMul(count, size, out bytes) == 0 && bytes is >= 0 and <= long.MaxValue / 4;
    }
}
