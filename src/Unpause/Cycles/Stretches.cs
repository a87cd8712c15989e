namespace Unpause.Cycles;

/// <summary>
/// For how many objects each look at a collection of a generation stands: for those that were freed since the look before, and what was
/// freed after the last falls to all. A look that found nothing can stand for nothing: what was freed meanwhile falls to the next.
/// </summary>
internal static class Stretches
{
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
            var (found, soFar) = looks[i];
            if (found == 0) continue;
            stands[i] = known ? Math.Max(0, soFar!.Value - before) : found;
            before = Math.Max(before, soFar ?? 0);
        }

        var sum = stands.Sum();
        if (sum > 0) for (var i = 0; i < stands.Length; i++) stands[i] *= collected / sum;
        return stands;
    }
}
