namespace Unpause.Recordings.Cycles;

/// <summary>
/// How many objects each snapshot of a generation represents: those freed since the previous snapshot. A snapshot without garbage
/// represents none, and the objects freed meanwhile count for the next. Objects freed after the last snapshot count for the last few,
/// because the end of a program resembles them more than its start.
/// </summary>
internal static class Stretches
{
    private const int LastFew = 3;

    /// <summary>The number of objects for each snapshot; in total those that were freed, unless no snapshot has garbage.</summary>
    /// <param name="collected">Objects that the generation freed in total.</param>
    /// <param name="snapshots">Garbage in each snapshot, and what the generation had freed until then; null if unknown.</param>
    public static double[] Compute(long collected, IReadOnlyList<(long Found, long? SoFar)> snapshots)
    {
        var stands = new double[snapshots.Count];
        var known = snapshots.All(snapshot => snapshot.SoFar is not null);
        long before = 0;
        for (var i = 0; i < snapshots.Count; i++)
        {
            var (seen, soFar) = snapshots[i];
            if (seen == 0) continue;
            stands[i] = known ? Math.Max(0, soFar!.Value - before) : seen;
            before = Math.Max(before, soFar ?? 0);
        }

        var last = Enumerable.Range(0, snapshots.Count).Where(i => snapshots[i].Found > 0).TakeLast(LastFew).ToList();
        var (rest, found) = (collected - stands.Sum(), last.Sum(i => (double)snapshots[i].Found));
        foreach (var i in last) stands[i] = Math.Max(0, stands[i] + (rest * snapshots[i].Found / found));
        return stands;
    }
}
