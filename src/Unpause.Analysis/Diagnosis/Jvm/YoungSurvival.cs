using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>What survives young collections, what that costs, and how long objects live. Null where the log doesn't tell.</summary>
/// <param name="YoungCollections">Young collections that tell their survivors.</param>
/// <param name="SurvivorBytes">Bytes that survived them, together.</param>
/// <param name="CollectedBytes">Bytes that were in the young spaces before them, together.</param>
/// <param name="Evacuations">What copying cost.</param>
/// <param name="Lifetimes">How long objects live.</param>
/// <param name="Tenuring">How survivors aged.</param>
internal sealed record YoungSurvival(
    int YoungCollections, Total SurvivorBytes, Total CollectedBytes, Evacuations? Evacuations, ObjectLifetimes? Lifetimes,
    TenuringThresholds? Tenuring)
{
    /// <summary>Share of the young bytes that survived, in percent.</summary>
    public double? SurvivalPercent => CollectedBytes > 0 ? 100.0 * SurvivorBytes / CollectedBytes : null;

    /// <summary>
    /// Copying time for each surviving GiB, in nanoseconds; of parallel copying the average worker's. Null where only the phase around
    /// it is told, which is three times as long in the same run (level info of JDK 17 and 25, measured).
    /// </summary>
    public double? CopyNanosecondsPerGiB => Evacuations is
        { CopyPhase: JvmPhases.ObjectCopy, Survivors: > 0, Told: > 0, Pauses: > 0 } copied
        ? copied.CopyTotal / (double)copied.Pauses * copied.Told * (1 << 30) / copied.Survivors.Value
        : null;

    /// <summary>Adds up a recording; null when no young collection tells its survivors and none its thresholds.</summary>
    public static YoungSurvival? Of(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!recording.Source.Traits.Generations.Contains(Generations.Young)) return null;
        var count = 0;
        Total survivors = default, collected = default;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection is not { Generation: Generations.Young, SurvivorBytes: { } kept, YoungBeforeBytes: { } before }) continue;
                count++;
                survivors += kept;
                collected += before;
            }
        }

        var tenuring = TenuringThresholds.Of(recording);
        if (count == 0 && tenuring is null) return null;
        return new YoungSurvival(
            count,
            survivors,
            collected,
            process.Shared(Jvm.Evacuations.Of),
            process.Shared(ObjectLifetimes.Of),
            tenuring);
    }
}
