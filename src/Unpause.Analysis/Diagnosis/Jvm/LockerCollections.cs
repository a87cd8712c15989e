namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Native code in a JNI critical section (GetPrimitiveArrayCritical: compression, image and crypto libraries) delayed collections.
/// Threads waited, and then an extra collection ran.
/// </summary>
internal sealed class LockerCollections : Rule
{
    private const string Cause = JvmReasons.LockerInitiated;

    private static readonly Threshold Least = Threshold.Percent("smallest share of all collections", 20, "below it, delays are rare");

    private static readonly Threshold Fewest = Threshold.Count("fewest collections", 5, "collections", "fewer may be chance");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "locker-collections",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"At least {Least} of the collections ({Fewest} or more) start late because of JNI "
            + "critical sections (GCLocker Initiated GC).",
        Background = "Native code in a JNI critical section (GetPrimitiveArrayCritical: compression, image and crypto libraries) delays "
            + "collections. Threads that need memory wait, and then an extra collection runs.",
        Thresholds = [Least, Fewest],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "upgrade to a JDK that pins regions or objects instead",
            "shorten the native sections, or use direct buffers",
        ],
        Confidence = Confidence.Certain("the runtime reports the cause"),
        Versions = "G1 before JDK 22, Parallel and Serial before 24 and 25.",
        Sources =
        [
            "JEP 423: Region Pinning for G1",
            "OpenJDK, src/hotspot/share/gc/shared/gcLocker.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (!CollectionGroup.AnyFor(process, Cause)) return Verdict.Silent;
        var locked = CollectionGroup.Select(process.Recording, collection => collection.RuntimeCause == Cause);
        if (locked.Count < Fewest.Value || locked.Share < Least.Share) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "locker_collections",
                $"collections delayed by the GC locker, of {locked.All} (numbers {locked.Numbers})", locked.Count, "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", locked.PauseTotalNanoseconds),
        ];
        List<Advice> advice =
        [
            new("Newer JDKs pin regions or objects instead: G1 from JDK 22, Parallel from JDK 24, Serial from JDK 25. ZGC and "
                + "Shenandoah are never delayed."),
            new("Shorten the critical sections: compress or copy smaller buffers, or use direct buffers, which need none."),
        ];
        return Verdict.Found(
            new Finding(
                Id,
                Severity.Low,
                $"{locked.Share * 100:0} % of the collections start late because of native critical sections (GC locker)",
                evidence, advice, null),
            locked);
    }
}
