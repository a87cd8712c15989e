namespace Unpause.Recordings.Readers.Jvm;

/// <summary>From the sizes of spaces before and after a collection: what survived and what was promoted.</summary>
internal static class SpaceAccount
{
    /// <summary>
    /// Fills in the collection's survivors and promoted bytes. Promoted is what the old space grew by in a young
    /// collection; in a mixed one it also shrinks, so the growth is no measure. Survivors are the survivor spaces plus what was promoted.
    /// </summary>
    public static void Close(CollectionSlot open)
    {
        var collection = open.Collection;
        collection.YoungBeforeBytes = open.YoungBefore;
        if (collection.Generation == Generations.Young && open.OldBefore is { } before && open.OldAfter is { } after)
        {
            collection.PromotedBytes = Math.Max(0, after - before);
        }

        if (collection.Generation is Generations.Full) return;
        var counted = open.SurvivorsAfter + collection.PromotedBytes;
        // Where evacuation failed, most of what survived was not copied but stayed where it was.
        var copied = collection.Marks?.Contains(JvmMarks.EvacuationFailure) == true && counted > open.CopiedBytes ? null : open.CopiedBytes;
        collection.SurvivorBytes = copied ?? counted ?? collection.SurvivorBytes;
    }
}
