using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Native code that holds a critical section (GetPrimitiveArrayCritical: compression, image and crypto libraries) put collections off;
/// threads waited, then a collection came out of turn.
/// </summary>
internal sealed class LockerCollections : Rule
{
    private const string Cause = JvmReasons.LockerInitiated;

    private static readonly Threshold Least = Threshold.Percent("least share of all collections", 20, "below it the waits are rare");

    private static readonly Threshold Fewest = Threshold.Count("fewest collections", 5, "collections", "fewer are chance");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "locker-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"At least {Least} of the collections ({Fewest} or more) start because native critical sections had put one off "
            + "(GCLocker Initiated GC).",
        Background = "Native code that holds a critical section (GetPrimitiveArrayCritical: compression, image and crypto libraries) puts "
            + "collections off. Threads that need memory wait meanwhile, and then a collection comes out of turn.",
        Thresholds = [Least, Fewest],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "go to a JDK that pins regions or objects instead",
            "shorten the native sections, or use direct buffers",
        ],
        Confidence = Confidence.Certain("the runtime names the cause"),
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
        var locked = CollectionGroup.Of(process.Recording, collection => collection.RuntimeCause == Cause);
        if (locked.Count < Fewest.Value || locked.Share < Least.Share) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "locker_collections",
                $"collections that the GC locker had put off, of {locked.All} (numbers {locked.Numbers})", locked.Count, "collections"),
            Evidence.Time("pause_total_ms", "their pauses", locked.PauseTotalNanoseconds),
        ];
        List<Advice> advice =
        [
            new("Newer JDKs don't need the lock: G1 pins regions instead (JDK 22 and later), Parallel and Serial from 24 and 25 on; ZGC "
                + "and Shenandoah never stop for it."),
            new("Shorten the native sections: compress or copy in smaller buffers, or use direct buffers, which need no critical section."),
        ];
        return Verdict.Found(
            new Finding(
                Id, Severity.Low, $"{locked.Share * 100:0} % of the collections start late because native code held the GC locker",
                evidence, advice, null));
    }
}
