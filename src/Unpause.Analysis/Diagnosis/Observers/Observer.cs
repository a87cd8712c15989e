using Unpause.Analysis.Diagnosis.Jvm;

namespace Unpause.Analysis.Diagnosis.Observers;

/// <summary>Who or what asks a process for stops.</summary>
/// <param name="Does">Who does what, a clause: <c>a tool takes thread dumps</c>.</param>
/// <param name="Advice">What to change, best first.</param>
internal sealed record Observer(string Does, IReadOnlyList<Advice> Advice)
{
    /// <summary>.NET: more suspensions a second that are not for GC come from a sampler of stacks.</summary>
    internal static readonly Threshold Sampling = Threshold.Count(
        "fewest suspensions that are not for GC in a second which show a sampler of stacks", 20, "suspensions",
        "the runtime's own come one by one; its sampler suspends all threads up to 1,000 times in a second");

    /// <summary>Whether the recording names it, so that it needs no period to be recognised.</summary>
    public bool IsNamed { get; init; }

    /// <summary>How certain it is that monitoring asks.</summary>
    public Confidence Confidence { get; init; } = Confidence.Certain("the runtime reports what each stop is for");

    /// <summary>What only a tool asks for, by the runtime's word.</summary>
    private static readonly (string Word, Observer Observer)[] ByWord =
    [
        (JvmReasons.HeapInspection, new("a tool takes class histograms of live objects", HeapInspections.Instead)),
        (JvmReasons.HeapDump, new("a tool writes heap dumps", HeapInspections.Instead)),
        (JvmReasons.NativeHeapDump, new("a tool writes heap dumps", HeapInspections.Instead)),
        (JvmReasons.DiagnosticCommand, new(
            "a tool runs jcmd GC.run",
            [new("Find the script or agent that runs jcmd GC.run and remove it: the collector knows better when to collect.")])),
        (StopReason.ThreadDump, OfStops("a tool takes thread dumps", StopReason.ThreadDump)),
        (StopReason.DeadlockSearch, OfStops("a tool searches for deadlocks", StopReason.DeadlockSearch)),
        (StopReason.HeapInspection, OfStops("a tool counts the objects of the heap", StopReason.HeapInspection)),
        (StopReason.HeapDump, OfStops("a tool writes heap dumps", StopReason.HeapDump)),
        (StopReason.LeakProfiler, OfStops("a flight recording searches paths to GC roots", StopReason.LeakProfiler) with
        {
            IsNamed = true,
        }),
        (NodeReasons.HeapProfiler, new(
            "a tool takes heap snapshots",
            [
                new(
                    "Find what calls v8.writeHeapSnapshot or v8.getHeapSnapshot, or asks the inspector for one (a memory monitor, an "
                    + "agent), and take snapshots outside of load. Each collects the whole heap twice. The snapshot itself stops the "
                    + "program for longer than that, and is no pause in this recording."),
                new("For the size of the heap and of its parts nothing need be collected.", Code: "v8.getHeapSpaceStatistics()"),
            ])
        {
            IsNamed = true,
        }),
        (NodeReasons.LowMemory, new(
            "a tool asks the inspector for collections",
            [
                new("Find the client of the inspector that calls HeapProfiler.collectGarbage (a monitor, an agent, open developer tools) "
                    + "and remove the call: each collects the whole heap up to several times."),
            ])
        {
            IsNamed = true,
        }),
        (NodeReasons.MeasureMemory, new(
            "code calls vm.measureMemory",
            [
                new(
                    "Read the size of the heap without a collection.", Code: "process.memoryUsage() // or v8.getHeapStatistics()"),
            ])
        {
            IsNamed = true,
        }),
        (ObservedStops.WithoutCaller, new(
            "a tool outside of the program triggers GC, as dotnet-gcdump does",
            [
                new(
                    "Find what takes heap snapshots (dotnet-gcdump, the gcdump of dotnet-monitor, an event session with the keyword "
                    + "GCHeapCollect) and take them outside of load: each first runs a full, blocking collection."),
            ])
        {
            IsNamed = true,
            Confidence = Confidence.Likely("these collections have no caller in the program; others have"),
        }),
        (GoStops.MemStats, OfStops("code calls runtime.ReadMemStats", GoStops.MemStats)),
        (GoStops.GoroutineProfile, OfStops("a tool takes goroutine profiles", GoStops.GoroutineProfile)),
        (GoStops.AllStacks, OfStops("a tool takes the stacks of all goroutines", GoStops.AllStacks)),
        (GoStops.Unnamed, OfStops("code reads runtime.ReadMemStats or takes goroutine profiles", GoStops.Unnamed) with
        {
            Confidence = Confidence.Likely("the period shows a timer; this Go version does not record what each stop is for"),
        }),
    ];

    private static readonly Observer Sampler = new(
        "an event session samples the stacks of all threads",
        [
            new(
                "Find the other event session (dotnet-trace, dotnet-monitor, an agent of a monitoring product) and take CPU samples "
                + "rarely: the sampler of the runtime suspends all threads for each.",
                Code: "dotnet-trace collect --process-id PID --profile gc-collect # no sampler"),
        ])
    {
        IsNamed = true,
        Confidence = Confidence.Likely("so many suspensions come from a sampler; the runtime does not record whose session it is"),
    };

    /// <summary>Who asks for stops; null where nothing but the program itself does.</summary>
    public static Observer? Of(AnalysedProcess process, ObservedStops stops)
    {
        if (stops.Word == Causes.Induced) return InducingObservers.Of(process, stops);
        if (stops.Word == StopReason.Profiler) return IsSampler(process.Recording, stops) ? Sampler : null;
        return Array.Find(ByWord, row => row.Word == stops.Word).Observer;
    }

    private static bool IsSampler(Recording recording, ObservedStops stops) =>
        recording.ObservedNanoseconds is > 0 and { } time && stops.Count >= Sampling.Value * (time / 1e9);

    private static Observer OfStops(string does, string reason) => new(does, [NonGcStops.AdviceOn(reason)]);
}
