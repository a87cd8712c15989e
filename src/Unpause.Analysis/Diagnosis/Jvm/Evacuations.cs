using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>What young and mixed pauses of a JVM did with their time: copying, and how much was copied. Times in nanoseconds.</summary>
/// <param name="Pauses">Young and mixed pauses whose copying time is known.</param>
/// <param name="PauseTotal">Their total.</param>
/// <param name="CopyTotal">Copying in them; over parallel workers the average one.</param>
/// <param name="CopyPhase">The phase that tells it.</param>
/// <param name="Long">Of them, the long ones that are mostly copying.</param>
/// <param name="LongTotal">The total of those.</param>
/// <param name="Longest">The longest of those.</param>
/// <param name="Told">Pauses that tell their survivors.</param>
/// <param name="Survivors">Bytes copied by those; null where not told.</param>
/// <param name="Collected">Bytes in the young spaces before; null where not told.</param>
internal sealed record Evacuations(
    int Pauses,
    Total PauseTotal,
    Total CopyTotal,
    string CopyPhase,
    int Long,
    Total LongTotal,
    Pause? Longest,
    int Told,
    long? Survivors,
    long? Collected)
{
    /// <summary>How long a pause must be to count as long.</summary>
    public static readonly Threshold LongPause = Threshold.Milliseconds(
        "a long pause", 50, "from about here on the users of a service notice a single pause");

    /// <summary>How much of a long pause must be copying.</summary>
    public static readonly Threshold MostlyCopying = Threshold.Percent(
        "least share of such a pause that is copying", 50, "most of it: then copying is what to shorten");

    /// <summary>The share of the pauses that was copying, 0 to 1.</summary>
    public double CopyShare => PauseTotal == 0 ? 0 : (double)CopyTotal / PauseTotal;

    /// <summary>The share of the young bytes that survived, 0 to 1; null where not told.</summary>
    public double? SurvivalRate => Collected is > 0 && Survivors is { } kept ? (double)kept / Collected.Value : null;

    /// <summary>Adds up a recording's young pauses; null when none tells its copying time.</summary>
    public static Evacuations? Of(Recording recording)
    {
        // Level debug prints the copying itself; level info only the phase around it, root scanning included.
        return Of(recording, JvmPhases.ObjectCopy) ?? Of(recording, "Evacuate Collection Set");
    }

    private static Evacuations? Of(Recording recording, string phaseName)
    {
        if (PhaseTimes.Of(recording, phaseName) is not { } copying) return null;
        var sums = new Sums();
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (copying[pause.Collection] is not { } copy) continue;
                var collection = recording.Collections[pause.Collection];
                if (collection.Generation is (Generations.Young or Generations.Mixed) && collection.Cause != Causes.Diagnostic)
                {
                    sums.Add(pause, collection, copy);
                }
            }
        }

        return sums.Pauses == 0 ? null : sums.Of(phaseName);
    }

    private sealed class Sums
    {
        private Total _pauseTotal;
        private Total _copyTotal;
        private int _long;
        private Total _longTotal;
        private Pause? _longest;
        private int _told;
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
            _told++;
            _survivors += survivors;
            _collected += collected;
        }

        public Evacuations Of(string phaseName) => new(
            Pauses, _pauseTotal, _copyTotal, phaseName, _long, _longTotal, _longest, _told, _told == 0 ? null : _survivors.Value,
            _told == 0 ? null : _collected.Value);
    }
}
