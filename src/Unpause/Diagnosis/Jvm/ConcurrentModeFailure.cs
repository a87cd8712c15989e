using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>CMS did not free memory in time, or found it in pieces too small for a promotion; a single-threaded full collection follows.</summary>
public sealed class ConcurrentModeFailure : JvmRule
{
    /// <inheritdoc/>
    public override string Id => "concurrent-mode-failure";

    /// <inheritdoc/>
    public override string Summary => "CMS lost the race against allocation (concurrent mode failure, promotion failed).";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Source.Collector is { } collector && collector != "CMS") return Verdict.Silent;
        var failures = MarkedCollections.Of(process.Recording, Failed);
        if (failures.Count == 0) return Verdict.Silent;
        var promotion = MarkedCollections.Of(process.Recording, collection => collection.Marks?.Contains(JvmMarks.PromotionFailed) == true);
        List<Evidence> evidence =
        [
            new(Of($"collections that failed (numbers {failures.Numbers})"), failures.Count, "collections"),
            new("their pauses", Milliseconds(failures.PauseTotal), "ms"),
            new("the longest", Milliseconds(failures.PauseMax), "ms"),
            new("of them with a failed promotion, a sign of fragmentation", promotion.Count, "collections"),
        ];
        List<Advice> advice =
        [
            new("Begin the concurrent cycle earlier, and always (JDK 5 to 13).", "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"),
            new("CMS doesn't compact, and JDK 14 removed it: G1 (JDK 8 and later) compacts as it goes.", "-XX:+UseG1GC"),
        ];
        return Verdict.Found(new Finding(Id, Severity.High, Of($"CMS fell back to a full collection {Count(failures.Count, "time")}, once for {Milliseconds(failures.PauseMax)} ms"), evidence, advice, Of($"{Milliseconds(failures.PauseTotal)} ms of {Milliseconds(process.Summary.Pauses.TotalNanoseconds)} ms of pauses.")));
    }

    private static bool Failed(Collection collection) =>
        collection.Marks?.Contains(JvmMarks.ConcurrentModeFailure) == true || collection.Marks?.Contains(JvmMarks.PromotionFailed) == true;
}
