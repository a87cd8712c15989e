namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// The part of the pause time that some of the survivors cost. The work of a collection is proportional to what survives it
/// (Maoni0/mem-doc).
/// </summary>
internal static class CopyingTime
{
    /// <summary>An object that reaches gen2 is copied twice: out of gen0 and out of gen1.</summary>
    public const int CopiesToGen2 = 2;

    /// <summary>
    /// Pause time in proportion to the bytes copied. Null where these are less than half of all survivors: other findings then rank first.
    /// </summary>
    /// <param name="copied">Bytes that were copied or kept because of the finding's cause.</param>
    /// <param name="source">What the time consists of, a phrase.</param>
    public static TimeBack? Estimate(AnalysedProcess process, double copied, string source)
    {
        var survived = default(Total);
        foreach (var collection in process.Recording.Collections)
        {
            if (collection is { WholeHeap: false, SurvivorBytes: { } bytes }) survived += bytes;
        }

        var share = survived.Value > 0 ? Math.Min(1, copied / survived.Value) : 0;
        return share < 0.5 ? null : new((long)(process.Summary.Pauses.TotalNanoseconds * share), source);
    }
}
