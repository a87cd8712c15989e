using Unpause.Analysis;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>What stays after marking the whole heap grows as fast as objects are promoted: a leak, or a cache that is still filling.</summary>
public sealed class GrowingLiveSet : JvmRule
{
    private const int FewestMarks = 3;
    private const long LeastSpanNanoseconds = 10_000_000_000;
    private const double MostDiedInOld = 0.3;
    private const double LeastGrowth = 0.2;
    private const double DaySeconds = 86_400;

    /// <inheritdoc/>
    public override string Id => "growing-live-set";

    /// <inheritdoc/>
    public override string Summary => "The bytes that remain after each marking grow steadily: objects are promoted and never die.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(ObjectLifetimes.Of) is not { } lives || lives.Marks < FewestMarks || lives.MarkSpanNanoseconds < LeastSpanNanoseconds)
        {
            return Verdict.NotApplicable(Of($"A trend needs {FewestMarks} collections that marked the whole heap, over {LeastSpanNanoseconds / 1e9:0} s: record longer, with -Xlog:gc* (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8)."));
        }

        if (lives.DiedInOld > MostDiedInOld || lives.Growth < lives.FirstLive * LeastGrowth) return Verdict.Silent;
        var rate = lives.Growth / (lives.MarkSpanNanoseconds / 1e9);
        List<Evidence> evidence =
        [
            new(Of($"live after marking, first of {lives.Marks}"), lives.FirstLive, "bytes"),
            new("live after marking, last", lives.LastLive, "bytes"),
            new("growth of the live set", Math.Round(rate), "bytes per second"),
            new("share of the promoted bytes that died again", Math.Round(lives.DiedInOld * 100, 1), "percent"),
        ];
        var maximum = process.Recording.HeapMaximumBytes;
        double? left = maximum > lives.LastLive ? (maximum.Value - lives.LastLive) / rate : null;
        if (left is { } seconds) evidence.Add(new("time until the live set fills the heap, at this rate", Math.Round(seconds), "s"));
        List<Advice> advice =
        [
            new("See which classes grow: two histograms of live objects some minutes apart, sorted by the difference (each costs a full collection).", "jcmd PID GC.class_histogram"),
            new("See who holds them: old-object samples with their path to a GC root (JDK 11 and later).", "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr"),
            new("If it is a cache, give it a bound; if the program was still warming up, record again when it is warm."),
        ];
        var severity = left < DaySeconds ? Severity.High : Severity.Medium;
        var title = Of($"The live set grows by {Size(rate)} a second, from {Size(lives.FirstLive)} to {Size(lives.LastLive)} over {lives.Marks} markings");
        return Verdict.Found(new Finding(Id, severity, title, evidence, advice, left is { } time ? Of($"Without a bound the heap is full in about {time / 60:0.#} minutes, with full collections long before.") : null));
    }
}
