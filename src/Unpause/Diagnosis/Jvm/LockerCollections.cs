using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Native code that holds a critical section (GetPrimitiveArrayCritical: compression, image and crypto libraries) put collections off; threads waited, then a collection came out of turn.</summary>
public sealed class LockerCollections : JvmRule
{
    private const double LeastShare = 0.2;
    private const string Cause = JvmReasons.LockerInitiated;
    private const int Fewest = 5;

    /// <inheritdoc/>
    public override string Id => "locker-collections";

    /// <inheritdoc/>
    public override string Summary => "Many collections start because native critical sections had put one off (GCLocker Initiated GC).";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (!MarkedCollections.AnyFor(process, Cause)) return Verdict.Silent;
        var locked = MarkedCollections.Of(process.Recording, collection => collection.RuntimeCause == Cause);
        if (locked.Count < Fewest || locked.Share < LeastShare) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new(Of($"collections that the GC locker had put off, of {locked.Total} (numbers {locked.Numbers})"), locked.Count, "collections"),
            new("their pauses", Milliseconds(locked.PauseTotal), "ms"),
        ];
        List<Advice> advice =
        [
            new("Newer JDKs don't need the lock: G1 pins regions instead (JDK 22 and later), Parallel and Serial from 24 and 25 on; ZGC and Shenandoah never stop for it."),
            new("Shorten the native sections: compress or copy in smaller buffers, or use direct buffers, which need no critical section."),
        ];
        return Verdict.Found(new Finding(Id, Severity.Low, Of($"{locked.Share * 100:0} % of the collections start late because native code held the GC locker"), evidence, advice, null));
    }
}
