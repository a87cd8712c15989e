using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The part of the pauses that some of the survivors cost: a collection's work is in proportion to what survives it (Maoni0/mem-doc).
/// </summary>
internal static class CopyingTime
{
    /// <summary>What reaches gen2 is copied twice, out of gen0 and out of gen1.</summary>
    public const int CopiesToGen2 = 2;

    /// <summary>
    /// The share of all bytes that survived collections, from 0 to 1; null where it is the smaller part, so that others come first.
    /// </summary>
    /// <param name="process">The process.</param>
    /// <param name="copied">Bytes that were copied or kept because of what a finding names.</param>
    /// <param name="source">What the time is, a phrase.</param>
    public static TimeBack? Of(AnalysedProcess process, double copied, string source)
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
