namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>Survival of young collections, its cost, and how long objects live. Null if not recorded.</summary>
/// <param name="YoungCollections">Young collections whose survivors are recorded.</param>
/// <param name="SurvivorBytes">Total bytes that survived them.</param>
/// <param name="CollectedBytes">Total bytes in the young spaces before them.</param>
/// <param name="Evacuations">The cost of copying.</param>
/// <param name="Lifetimes">How long objects live.</param>
/// <param name="Tenuring">Tenuring thresholds and ages of survivors.</param>
internal sealed record YoungSurvival(
    int YoungCollections, Total SurvivorBytes, Total CollectedBytes, Evacuations? Evacuations, ObjectLifetimes? Lifetimes,
    TenuringThresholds? Tenuring)
{
    /// <summary>Share of the young bytes that survived, in percent; null if not recorded.</summary>
    public double? SurvivalPercent => 100 * ByteShare.Compute(SurvivorBytes, CollectedBytes);

    /// <summary>
    /// Copying time per surviving GiB, in nanoseconds; the average over parallel workers. Null if only the enclosing phase is recorded,
    /// which is three times as long in the same run (level info of JDK 17 and 25, measured).
    /// </summary>
    public double? CopyNanosecondsPerGiB => Evacuations is
        { CopyPhase: JvmPhases.ObjectCopy, Survivors: > 0, Reported: > 0, Pauses: > 0 } copied
        ? copied.CopyTotal / (double)copied.Pauses * copied.Reported * (1 << 30) / copied.Survivors.Value
        : null;

    /// <summary>Adds up a recording; null if neither survivors nor tenuring thresholds are recorded.</summary>
    public static YoungSurvival? Compute(AnalysedProcess process)
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

        var tenuring = TenuringThresholds.Compute(recording);
        if (count == 0 && tenuring is null) return null;
        return new YoungSurvival(
            count,
            survivors,
            collected,
            process.Shared(Jvm.Evacuations.Compute),
            process.Shared(ObjectLifetimes.Compute),
            tenuring);
    }
}
