namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// What was allocated up to each collection, from the sizes before it and after the one before. Concurrent collectors
/// without spaces free and allocate at the same time, so their sizes are no evidence.
/// </summary>
internal static class JfrAllocated
{
    /// <summary>Sets <see cref="JfrCollection.AllocatedBytes"/>.</summary>
    /// <param name="ordered">The collections in order of their start.</param>
    public static void Count(IReadOnlyList<JfrCollection> ordered)
    {
        var moments = new List<(long At, JfrCollection Collection, JfrHeapSizes Sizes, bool After)>();
        foreach (var collection in ordered)
        {
            if (collection.Before.At is { } before) moments.Add((before, collection, collection.Before, false));
            if (collection.After.At is { } after) moments.Add((after, collection, collection.After, true));
        }

        moments.Sort((a, b) => a.At.CompareTo(b.At));
        // Number 0 is the JVM's first: the heap was empty before it, and JFR starts with the JVM or little later.
        long? used = ordered is [{ Number: 0 }, ..] ? 0 : null, young = used, old = used;
        foreach (var (_, collection, sizes, after) in moments)
        {
            var concurrent = JfrCollectors.Of(collection.Name).Kind == Recordings.CollectionKind.Background;
            if (!after || concurrent)
            {
                collection.AllocatedBytes = Plus(collection.AllocatedBytes, Grown(sizes, concurrent, after, used, young, old));
            }

            (used, young, old) = (sizes.Used, sizes.Young, sizes.OldOrRest);
        }
    }

    private static long? Grown(JfrHeapSizes sizes, bool concurrent, bool after, long? used, long? young, long? old)
    {
        // After a concurrent cycle of G1 the old space is smaller, and eden contains what the application allocated meanwhile.
        if (sizes.Young is not null) return Growth(young, sizes.Young) + (after ? 0 : Growth(old, sizes.OldOrRest) ?? 0);
        return concurrent ? null : Growth(used, sizes.Used);
    }

    private static long? Growth(long? from, long? to) => to - from is { } growth ? Math.Max(0, growth) : null;

    private static long? Plus(long? sum, long? more) => more is null ? sum : (sum ?? 0) + more;
}
