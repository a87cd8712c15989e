using Unpause.Analysis.Events;

namespace Unpause.Analysis.Diagnosis;

/// <summary>How to record what an explanation of a pause lacks.</summary>
public static class UnrecordedParts
{
    /// <summary>Stacks of the GC threads.</summary>
    internal static readonly Requirement Sampled = new(
        "the stacks of the GC threads, which show what takes the time", "The recording has no stacks", [new("unpause record PID --perf")]);

    private static readonly Requirement JvmCallSite = new(
        "the call site of System.gc()", "The recording has no call site",
        [new("unpause record PID --jfr", "JDK 21 and later: jdk.SystemGC")]);

    private static readonly Requirement JvmOperation = new(
        "what each stop is for", "The log does not name the operations",
        [new("-Xlog:safepoint", "JDK 9 and later"), new("-XX:+PrintSafepointStatistics -XX:PrintSafepointStatisticsCount=1", "JDK 8")]);

    private static readonly Requirement JvmPhases = new(
        "the phases of pauses", "The log has no phases of pauses",
        [new("-Xlog:gc*,gc+phases=debug", "JDK 9 and later"), new("-XX:+PrintGCDetails", "JDK 8")]);

    /// <summary>What records a part; null where nothing that unpause can read does.</summary>
    /// <param name="recording">The recording that lacks it.</param>
    /// <param name="part">What it lacks.</param>
    public static Requirement? Find(Recording recording, UnrecordedPart part) => recording.Source.Runtime switch
    {
        Runtimes.Jvm when OtherJvms.Made(recording.Source) => null,
        Runtimes.Jvm => part switch
        {
            UnrecordedPart.StoppingThreads => Jvm.JvmNeeds.Safepoints,
            UnrecordedPart.Operation => JvmOperation,
            UnrecordedPart.CpuTime => Jvm.JvmNeeds.CpuTimes,
            UnrecordedPart.Phases when recording.Source.Collector is JvmCollectors.Parallel or "Serial" => null,
            UnrecordedPart.Phases => JvmPhases,
            UnrecordedPart.CallSite => JvmCallSite,
            _ => null,
        },
        Runtimes.Node => part is UnrecordedPart.Phases ? Node.NodeNeeds.Trace : null,
        _ when part is UnrecordedPart.CpuTime => Sampled,
        _ => null,
    };
}
