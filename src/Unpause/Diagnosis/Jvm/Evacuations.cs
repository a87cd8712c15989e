using Unpause.Recordings;

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
    long PauseTotal,
    long CopyTotal,
    string CopyPhase,
    int Long,
    long LongTotal,
    Pause? Longest,
    int Told,
    long? Survivors,
    long? Collected)
{
    /// <summary>A pause from which on users of a service notice it.</summary>
    public const long LongNanoseconds = 50_000_000;

    /// <summary>Most of a pause.</summary>
    private const double MostlyCopying = 0.5;

    /// <summary>The share of the pauses that was copying, 0 to 1.</summary>
    public double CopyShare => PauseTotal == 0 ? 0 : (double)CopyTotal / PauseTotal;

    /// <summary>The share of the young bytes that survived, 0 to 1; null where not told.</summary>
    public double? SurvivalRate => Collected is > 0 && Survivors is { } kept ? (double)kept / Collected.Value : null;

    /// <summary>Adds up a recording's young pauses; null when none tells its copying time.</summary>
    public static Evacuations? Of(Recording recording)
    {
        // Level debug prints the copying itself; level info only the phase around it, root scanning included.
        return Of(recording, "Object Copy") ?? Of(recording, "Evacuate Collection Set");
    }

    private static Evacuations? Of(Recording recording, string phaseName)
    {
        var copying = new Dictionary<int, long>();
        foreach (var phase in recording.Phases)
        {
            if (phase.Name == phaseName) copying[phase.Collection] = copying.GetValueOrDefault(phase.Collection) + phase.DurationNanoseconds;
        }

        var sum = new Evacuations(0, 0, 0, phaseName, 0, 0, null, 0, null, null);
        foreach (var pause in recording.Pauses)
        {
            var collection = recording.Collections[pause.Collection];
            if (collection.Generation is not (Generations.Young or Generations.Mixed) || collection.Cause == Causes.Diagnostic) continue;
            if (copying.TryGetValue(pause.Collection, out var copy)) sum = sum.With(pause, collection, copy);
        }

        return sum.Pauses == 0 ? null : sum;
    }

    private Evacuations With(in Pause pause, Collection collection, long copy)
    {
        var isLong = pause.DurationNanoseconds >= LongNanoseconds && copy >= pause.DurationNanoseconds * MostlyCopying;
        var told = collection is { SurvivorBytes: not null, YoungBeforeBytes: not null };
        return this with
        {
            Pauses = Pauses + 1,
            PauseTotal = PauseTotal + pause.DurationNanoseconds,
            CopyTotal = CopyTotal + copy,
            Long = isLong ? Long + 1 : Long,
            LongTotal = isLong ? LongTotal + pause.DurationNanoseconds : LongTotal,
            Longest = isLong && pause.DurationNanoseconds > (Longest?.DurationNanoseconds ?? 0) ? pause : Longest,
            Told = told ? Told + 1 : Told,
            Survivors = told ? (Survivors ?? 0) + collection.SurvivorBytes : Survivors,
            Collected = told ? (Collected ?? 0) + collection.YoungBeforeBytes : Collected,
        };
    }
}
