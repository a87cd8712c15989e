namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>What share of some bytes survived or was promoted.</summary>
internal static class ByteShare
{
    /// <summary>
    /// Copied bytes include the unused ends of the workers' copy buffers, and flight recordings up to JDK 21 leave out the region that G1
    /// was allocating in before a mixed collection. So a little more than everything still counts as everything.
    /// </summary>
    private const double Inexactness = 0.05;

    /// <summary>The share, 0 to 1; null where the whole is 0, or the part is too large to be one of it.</summary>
    public static double? Compute(long part, long whole)
    {
        if (whole == 0) return null;
        var share = (double)part / whole;
        return share > 1 + Inexactness ? null : Math.Min(1, share);
    }
}
