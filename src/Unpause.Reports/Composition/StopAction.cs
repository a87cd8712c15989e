using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Events;
using Unpause.Recordings.Words;
using Unpause.Reports.Explanations;

namespace Unpause.Reports.Composition;

/// <summary>What to do about one stop where no finding explains it.</summary>
/// <param name="Text">A sentence or two.</param>
/// <param name="Setting">What to type; null where there is nothing to type.</param>
internal sealed record StopAction(string Text, string? Setting = null)
{
    private const string ParallelInitialMark = "-XX:+CMSParallelInitialMarkEnabled", ScavengeBeforeRemark = "-XX:+CMSScavengeBeforeRemark";

    /// <summary>GC threads that ran for so much of the pause were not waiting for the machine.</summary>
    private const double Busy = 0.8;

    /// <summary>By the cause of the stop, else by the part that dominates it, else what to record to know more.</summary>
    public static StopAction Find(Recording recording, PauseExplanation stop)
    {
        // Ruby cannot be recorded.
        if (recording.Source.Runtime == Runtimes.Ruby)
            return new("Look at how much memory this request allocates: the log does not show more.");
        var jvm = IsHotSpot(recording);
        if (stop.Unknown.Contains(UnrecordedPart.Operation) && UnrecordedParts.Find(recording, UnrecordedPart.Operation) is { } operation)
        {
            return new($"Record {operation.What}.", operation.SwitchFor(recording).Switch);
        }

        if (ByCause(stop, jvm, OtherJvms.Made(recording.Source)) is { } action) return action;
        if (ByDominating(recording, stop) is { } known) return known;
        foreach (var part in stop.Unknown.OrderByDescending(part => part == UnrecordedPart.Phases))
        {
            if (part is UnrecordedPart.Phases or UnrecordedPart.CpuTime && UnrecordedParts.Find(recording, part) is { } need)
            {
                return new($"To see what took the time, record {need.What}.", need.SwitchFor(recording).Switch);
            }
        }

        if (stop.Answer(PauseQuestion.MoreWork)?.State == AnswerState.Yes)
        {
            return new("Look for what the application kept at that time: a batch, a load of data, the start of the program.");
        }

        return stop.Peers is { } peers && stop.Stop.DurationNanoseconds < peers.MedianNanoseconds * 1.5
            ? new("Nothing in this pause differs from others of its kind: what helps them helps it.")
            : new("Compare it with what the application did at that time: no setting is known to change it.");
    }

    /// <summary>
    /// For a pause of a concurrent cycle by the part that dominates it: what makes cycles rarer doesn't shorten it. Null for all others.
    /// </summary>
    public static StopAction? OfCycle(Recording recording, PauseExplanation stop) =>
        stop.Cause == PauseCause.Work && stop.Collection is { } index && recording.Collections[index].Kind == CollectionKind.Background
            ? ByDominating(recording, stop)
            : null;

    /// <summary>
    /// For a pause that took longer for about the work of others, unless its threads ran on a CPU all the time; null for all others.
    /// </summary>
    public static StopAction? Slower(Recording recording, PauseExplanation stop)
    {
        if (stop.Cause != PauseCause.Work || stop.Answer(PauseQuestion.SlowerWork)?.State != AnswerState.Yes) return null;
        if (stop.CpuTime is var (cpu, _) && cpu >= stop.Stop.DurationNanoseconds * Busy) return null;
        const string Look = "Look for what else used the machine at that time: other processes, memory that is swapped out, CPU limits";
        return stop.Unknown.Contains(UnrecordedPart.CpuTime) && UnrecordedParts.Find(recording, UnrecordedPart.CpuTime) is { } need
            ? new($"{Look}. Next time, also record {need.What}.", need.SwitchFor(recording).Switch)
            : new($"{Look}.", "vmstat 1");
    }

    private static StopAction? ByCause(PauseExplanation stop, bool jvm, bool otherJvm) => stop.Cause switch
    {
        PauseCause.StoppingThreads when jvm => new(
            "Have the JVM name the thread that stops late (JDK 8 and later).", AdvisedSettings.SafepointTimeout),
        PauseCause.StoppingThreads => new("Look for code that cannot be interrupted: long calls without a GC-safe point, or too few CPUs."),
        PauseCause.OtherOperation => new("Find what asks for this operation (a tool, an agent, a profiler), and ask for it less often."),
        PauseCause.OffCpu or PauseCause.TooSlow when otherJvm => new(
            "Check what the machine did at that time: swapping (si, so), run queue (r), steal (st); CPU limits of the container; a busy "
            + "disk under the GC log (move it to tmpfs).",
            "vmstat 1"),
        PauseCause.OffCpu or PauseCause.TooSlow => new(
            "Check what the machine did at that time: swapping (si, so), run queue (r), steal (st); CPU limits of the container; a busy "
            + "disk under the GC log (move it to tmpfs; JDK 17 and later: -Xlog:async).",
            "vmstat 1"),
        PauseCause.Finalizers => new(
            "Find the classes with __del__, weakref callbacks or large buffers among the objects in cycles, and close such objects (with): "
            + "unpause cycles names them."),
        PauseCause.Failure => new("Give the heap more room, or start concurrent cycles earlier."),
        PauseCause.Diagnostic => new("Find the tool (jmap, jcmd, a monitoring agent) and keep it away from load."),
        PauseCause.Induced => new("Find the call and remove it, or make it under no load."),
        PauseCause.Metadata => new("Find what loads classes again and again, or give metaspace more room."),
        _ => null,
    };

    private static StopAction? ByDominating(Recording recording, PauseExplanation stop)
    {
        if (stop.Name == JvmPhases.CmsInitialMark)
            return new("Use all GC threads for the young generation in initial marks (JDK 7; the default in JDK 8).", ParallelInitialMark);
        if (stop.Dominating is not { } most) return null;
        if (most.Phase?.StartsWith("Rescan", StringComparison.Ordinal) == true)
            return new("Collect the young generation before each remark (CMS): there is less to scan again.", ScavengeBeforeRemark);
        return most.Phase?.StartsWith(StopWords.MarkingOfRoots, StringComparison.Ordinal) == true
            ? new("Fewer objects must be alive: marking follows what these roots hold.")
            : ByPart(most.Kind, IsHotSpot(recording));
    }

    private static bool IsHotSpot(Recording recording) =>
        recording.Source.Runtime == Runtimes.Jvm && !OtherJvms.Made(recording.Source);

    private static StopAction? ByPart(PausePartKind kind, bool jvm) => kind switch
    {
        PausePartKind.StringDeduplication => new("Turn string deduplication off.", "-XX:-UseStringDeduplication"),
        PausePartKind.ClassUnloading => new("Find what creates and drops class loaders: reloading, scripts, proxies, redeployment."),
        PausePartKind.References when jvm => new(
            "Process references in parallel (default from JDK 17 on), and find what creates so many weak, soft or final references.",
            AdvisedSettings.ParallelReferences),
        PausePartKind.References => new("Find what creates so many weak references or dependent handles."),
        PausePartKind.Finalization => new("Find what creates objects with finalizers, and dispose of them in code."),
        PausePartKind.ThreadStacks => new("Have fewer threads, or shallower stacks, at the time of a collection."),
        PausePartKind.Handles => new("Free handles earlier, and pin fewer objects."),
        PausePartKind.RememberedSets => new(
            "Write fewer references from old objects to new ones: large caches and arrays that change often."),
        PausePartKind.Copying => new(
            "Fewer objects must survive: find what retains them at that time, such as a batch, a cache or a queue."),
        PausePartKind.Compacting => new("Fewer objects must be alive, or the old generation must be compacted less often."),
        PausePartKind.StringTable => new("Find what interns strings or loads classes again and again."),
        PausePartKind.LoadImbalance => new(
            "GC threads waited for one: a long linked list or a large array that only one can walk, or a thread that got no CPU."),
        PausePartKind.CodeRoots => new("Much compiled code refers to young objects: it is less after the warm-up."),
        _ => null,
    };
}
