namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>How much of the time of young and mixed pauses was copying, and how much was copied. Times in nanoseconds.</summary>
/// <param name="Pauses">Young and mixed pauses whose copying time is known.</param>
/// <param name="PauseTotal">Total time of these pauses.</param>
/// <param name="CopyTotal">Copying time in them; the average over parallel workers.</param>
/// <param name="CopyPhase">Name of the phase that reports the copying time.</param>
/// <param name="Long">Number of long pauses dominated by copying.</param>
/// <param name="LongTotal">Total time of those long pauses.</param>
/// <param name="Longest">The longest of those long pauses.</param>
/// <param name="Reported">Pauses whose survivors are recorded.</param>
/// <param name="Survivors">Bytes that survived those; null if not recorded.</param>
/// <param name="Collected">Bytes in the young spaces before them; null if not recorded.</param>
public sealed record Evacuations(
    int Pauses,
    Total PauseTotal,
    Total CopyTotal,
    string CopyPhase,
    int Long,
    Total LongTotal,
    Pause? Longest,
    int Reported,
    long? Survivors,
    long? Collected)
{
    /// <summary>Shortest pause that counts as long.</summary>
    public static readonly Threshold LongPause = Threshold.Milliseconds(
        "long pause", 50, "users of a service notice a single pause from about this length");

    /// <summary>Smallest share of copying in a long pause.</summary>
    public static readonly Threshold MostlyCopying = Threshold.Percent(
        "smallest share of copying in such a pause", 50, "copying dominates the pause");

    /// <summary>Copying as a share of pause time, 0 to 1.</summary>
    public double CopyShare => PauseTotal == 0 ? 0 : (double)CopyTotal / PauseTotal;

    /// <summary>The share of the young bytes that survived, 0 to 1; null if not recorded.</summary>
    public double? SurvivalRate => Collected is { } before && Survivors is { } kept ? ByteShare.Compute(kept, before) : null;

    /// <summary>Adds up the young pauses of a recording; null if no copying time is recorded.</summary>
    public static Evacuations? Compute(Recording recording)
    {
        // Level debug prints the copying itself. Level info prints only the enclosing phase, which includes root scanning.
        return Compute(recording, JvmPhases.ObjectCopy) ?? Compute(recording, "Evacuate Collection Set");
    }

    private static Evacuations? Compute(Recording recording, string phaseName)
    {
        if (PhaseTimes.Compute(recording, phaseName) is not { } copying) return null;
        var sums = new Sums();
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (copying[pause.Collection] is not { } copy) continue;
                var collection = recording.Collections[pause.Collection];
                if (collection.Generation is (Generations.Young or Generations.Mixed) && !ObjectLifetimes.IsForced(collection))
                {
                    sums.Add(pause, collection, copy);
                }
            }
        }

        return sums.Pauses == 0 ? null : sums.ToEvacuations(phaseName);
    }

    private sealed class Sums
    {
        private Total _pauseTotal;
        private Total _copyTotal;
        private int _long;
        private Total _longTotal;
        private Pause? _longest;
        private int _reported;
        private Total _survivors;
        private Total _collected;

        public int Pauses { get; private set; }

        public void Add(in Pause pause, Collection collection, long copy)
        {
            Pauses++;
            _pauseTotal += pause.DurationNanoseconds;
            _copyTotal += copy;
            if (pause.DurationNanoseconds >= LongPause.Nanoseconds && copy >= pause.DurationNanoseconds * MostlyCopying.Share)
            {
                _long++;
                _longTotal += pause.DurationNanoseconds;
                if (pause.DurationNanoseconds > (_longest?.DurationNanoseconds ?? 0)) _longest = pause;
            }

            if (collection is not { SurvivorBytes: { } survivors, YoungBeforeBytes: { } collected }) return;
            _reported++;
            _survivors += survivors;
            _collected += collected;
        }

        public Evacuations ToEvacuations(string phaseName) => new(
            Pauses, _pauseTotal, _copyTotal, phaseName, _long, _longTotal, _longest, _reported, _reported == 0 ? null : _survivors.Value,
            _reported == 0 ? null : _collected.Value);
    }
}
