namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Sizes of Serial's and Parallel's spaces: <c>17472K(19648K)-&gt;353K(19648K) Eden: … From: …</c>
/// (14-25) or <c>17472K-&gt;353K(19648K)</c> (9-13).
/// </summary>
internal static class SpaceMessages
{
    /// <summary>The collector that alone has a space of that name; null when two have.</summary>
    public static string? CollectorOf(ReadOnlySpan<byte> message)
    {
        if (message.StartsWith("DefNew"u8)) return "Serial";
        if (message.StartsWith("ParNew"u8) || message.StartsWith("CMS"u8)) return "CMS";
        return message.StartsWith("PS"u8) || message.StartsWith("ParOld"u8) ? JvmCollectors.Parallel : null;
    }

    /// <summary>Takes in one line. After a young collection all that is in the young space is survivors.</summary>
    public static void Apply(MessageKind kind, CollectionSlot open, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        if (!cursor.TryTakeHeapChange(out var change) || change.After is not { } after) return;
        if (kind == MessageKind.YoungSpace)
        {
            open.YoungBefore = change.Before;
            open.SurvivorsAfter = after;
            open.Collection.YoungTargetBytes = change.CapacityBytes;
            return;
        }

        open.OldBefore = change.Before;
        open.OldAfter = after;
    }
}
