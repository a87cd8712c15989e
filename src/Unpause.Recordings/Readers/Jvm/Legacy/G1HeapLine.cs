namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// <c>Eden: 2796.0M(2796.0M)-&gt;0.0B(1992.0M) Survivors: 208.0M-&gt;376.0M Heap: 5632.0M(8192.0M)-&gt;3238.0M(8192.0M)</c> (JDK 7-8).
/// </summary>
internal static class G1HeapLine
{
    /// <summary>Takes in the line for the collection before it; false when it is cut.</summary>
    public static bool TryApply(JvmProcess process, CollectionSlot open, ReadOnlySpan<byte> content)
    {
        var cursor = new Utf8Cursor(content);
        if (!cursor.TryTake("Eden: "u8) || !cursor.TryTakeHeapChange(out var eden)) return false;
        if (!cursor.TryTake(" Survivors: "u8) || !cursor.TryTakeHeapChange(out var survivors) || survivors.After is not { } kept)
        {
            return false;
        }

        if (!cursor.TryTake(" Heap: "u8) || !cursor.TryTakeHeapChange(out var heap) || heap.After is not { } after) return false;
        var collection = open.Collection;
        process.HeapRefined(collection, heap);
        open.YoungBefore = eden.Before + survivors.Before;
        open.SurvivorsAfter = kept;
        collection.YoungTargetBytes = eden.CapacityBytes + kept;
        open.OldBefore = heap.Before - open.YoungBefore;
        open.OldAfter = after - kept - eden.After;
        if (collection.Generation != Generations.Old) SpaceAccount.Close(open);
        return true;
    }
}
