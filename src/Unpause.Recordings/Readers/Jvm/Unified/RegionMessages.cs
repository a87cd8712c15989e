namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// G1's counts of regions: <c>36-&gt;0(35)</c>, <c>2-&gt;2</c>. Times the region size they are bytes, rounded up to regions.
/// </summary>
internal static class RegionMessages
{
    /// <summary>Takes in a count; without a known region size it is kept until that is known or derived.</summary>
    public static void Apply(MessageKind kind, CollectionSlot open, ReadOnlySpan<byte> rest, long? regionBytes)
    {
        var cursor = new Utf8Cursor(rest);
        if (!TryTakeCount(ref cursor, out var before) || !cursor.TryTake("->"u8) || !TryTakeCount(ref cursor, out var after)) return;
        ref var regions = ref open.Regions;
        switch (kind)
        {
            case MessageKind.EdenRegions:
                regions.HasEden = true;
                regions.EdenBefore = before;
                if (cursor.TryTake("("u8) && TryTakeCount(ref cursor, out var target)) regions.EdenTarget = target;
                break;
            case MessageKind.SurvivorRegions:
                regions.HasSurvivors = true;
                regions.SurvivorsBefore = before;
                regions.SurvivorsAfter = after;
                break;
            case MessageKind.OldRegions:
                regions.HasOld = true;
                regions.OldBefore = before;
                regions.OldAfter = after;
                break;
            default:
                regions.OthersBefore += before;
                return;
        }

        if (regionBytes is { } size) Close(open, size);
    }

    /// <summary>Makes bytes of a collection's counts.</summary>
    public static void Close(CollectionSlot open, long size)
    {
        ref var regions = ref open.Regions;
        if (regions.HasEden)
        {
            open.YoungBefore = Bytes(regions.EdenBefore + regions.SurvivorsBefore, size);
            open.Collection.YoungTargetBytes = Bytes(regions.EdenTarget + regions.SurvivorsAfter, size);
        }

        if (regions.HasSurvivors) open.SurvivorsAfter = Bytes(regions.SurvivorsAfter, size);
        if (!regions.HasOld) return;
        open.OldBefore = Bytes(regions.OldBefore, size);
        open.OldAfter = Bytes(regions.OldAfter, size);
    }

    private static long? Bytes(long count, long size) =>
        Math.BigMul(count, size, out var bytes) == 0 && bytes is >= 0 and <= long.MaxValue / 4 ? bytes : null;

    private static bool TryTakeCount(ref Utf8Cursor cursor, out long count) =>
        cursor.TryTakeFixed(0, out count) && count <= int.MaxValue;
}
