namespace Unpause.Cycles;

/// <summary>
/// For how many objects each look at a collection of a generation stands: for those that were freed since the look before. A look that
/// found nothing can stand for nothing: what was freed meanwhile falls to the next. What was freed after the last falls to the last few,
/// because a program at its end is more like that than like its start.
/// </summary>
internal static class Stretches
{
    private const int LastFew = 3;

    /// <summary>For how many objects each look stands; in all for those that were freed, unless no look found any.</summary>
    /// <param name="collected">What the generation freed in all.</param>
    /// <param name="looks">What each look found, and what the generation had freed by then; null where that isn't known.</param>
    public static double[] Of(long collected, IReadOnlyList<(long Found, long? SoFar)> looks)
    {
        var stands = new double[looks.Count];
        var known = looks.All(look => look.SoFar is not null);
        long before = 0;
        for (var i = 0; i < looks.Count; i++)
        {
            var (seen, soFar) = looks[i];
            if (seen == 0) continue;
            stands[i] = known ? Math.Max(0, soFar!.Value - before) : seen;
            before = Math.Max(before, soFar ?? 0);
        }

        var last = Enumerable.Range(0, looks.Count).Where(i => looks[i].Found > 0).TakeLast(LastFew).ToList();
        var (rest, found) = (collected - stands.Sum(), last.Sum(i => (double)looks[i].Found));
        foreach (var i in last) stands[i] = Math.Max(0, stands[i] + (rest * looks[i].Found / found));
        return stands;
    }
}
