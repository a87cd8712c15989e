namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Young pauses of Serial and Parallel, which log no phases: how much of their time copying can explain, from the bytes that survived and
/// the CPU time. Times in nanoseconds, sizes in bytes.
/// </summary>
/// <param name="Count">Young pauses whose survivors are recorded.</param>
/// <param name="PauseTotal">Total time of these pauses.</param>
/// <param name="CpuTotal">Their CPU time over all GC threads; the pause's length where it is not recorded.</param>
/// <param name="Survivors">Total bytes that they copied.</param>
/// <param name="Collected">Total bytes in the young generation before them.</param>
/// <param name="OldBytes">Median bytes outside the young generation before them.</param>
/// <param name="Long">Pauses of at least <see cref="Evacuations.LongPause"/>.</param>
/// <param name="LongTotal">Their total time.</param>
/// <param name="Longest">The longest of them.</param>
internal sealed record UndividedYoungPauses(
    int Count, Total PauseTotal, Total CpuTotal, Total Survivors, Total Collected, long OldBytes, int Long, Total LongTotal, Pause Longest)
{
    /// <summary>
    /// How fast a GC thread copies small objects in random order: 190 to 240 MB/s with Serial, 400 with Parallel (HashMaps of Integers, JDK
    /// 17, 2 cores); objects that were allocated one after the other are copied several times as fast.
    /// </summary>
    public static readonly Threshold CopyRate = Threshold.Mebibytes(
        "survivors that a GC thread copies in a second at least", 200, "small objects in random order, measured");

    /// <summary>Share of their time that copying explains, 0 to 1.</summary>
    public double CopyShare => CpuTotal.Value <= 0 ? 0 : Math.Min(1, Survivors.Value / CopyRate.Value * 1e9 / CpuTotal.Value);

    /// <summary>The share of the young bytes that survived, 0 to 1; null if not recorded.</summary>
    public double? SurvivalRate => ByteShare.Compute(Survivors, Collected);

    /// <summary>Adds up a recording of Serial or Parallel without phases; null for others.</summary>
    public static UndividedYoungPauses? Compute(Recording recording)
    {
        if (recording.Source.Collector is not (JvmCollectors.Parallel or JvmCollectors.Serial)) return null;
        Total paused = default, cpu = default, survivors = default, collected = default, longTotal = default;
        var (count, isLong) = (0, 0);
        Pause longest = default;
        var old = new List<long>();
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (pause.Collection < 0) continue;
                var collection = recording.Collections[pause.Collection];
                if (collection is not { Generation: Generations.Young, SurvivorBytes: { } kept, YoungBeforeBytes: { } before }
                    || ObjectLifetimes.IsForced(collection))
                {
                    continue;
                }

                count++;
                paused += pause.DurationNanoseconds;
                cpu += collection.CpuNanoseconds ?? pause.DurationNanoseconds;
                survivors += kept;
                collected += before;
                if (collection.HeapBeforeBytes is { } heap) old.Add(Math.Max(0, heap - before));
                if (pause.DurationNanoseconds > longest.DurationNanoseconds) longest = pause;
                if (pause.DurationNanoseconds < Evacuations.LongPause.Nanoseconds) continue;
                isLong++;
                longTotal += pause.DurationNanoseconds;
            }
        }

        return count == 0
            ? null
            : new(count, paused, cpu, survivors, collected, old.Count == 0 ? 0 : Median.Compute(old), isLong, longTotal, longest);
    }
}
