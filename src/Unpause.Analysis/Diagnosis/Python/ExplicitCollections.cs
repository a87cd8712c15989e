namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>Frequent or long calls of <c>gc.collect()</c>: the process is paused each time.</summary>
internal sealed class ExplicitCollections : Rule
{
    private static readonly Threshold Few = Threshold.Count(
        "acceptable explicit collections", 2, "collections", "one or two after start-up, before gc.freeze, are good practice");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time", 2, "below this a change has no visible effect, unless one of them is long");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long collection", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then the calls are the first thing to change");

    private const int CallersShown = 3;
    private const int FramesShown = 2;

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "explicit-collections",
        AppliesTo = [Runtimes.CPython],
        Summary = $"Code calls gc.collect() for more than {Few}, which take at least {Least} of the "
            + $"time, or one of which takes at least {Long}.",
        Background = "gc.collect() scans every tracked object, and pauses the caller and all other threads. It is rarely needed: "
            + "reference counting frees unreferenced objects at once, and automatic GC frees cycles. Calls in a request or a loop are "
            + "often meant to reduce memory, which they seldom do.",
        Thresholds = [Few, Least, Long, High],
        Needs = [PythonNeeds.Times],
        Advises =
        [
            "find the call and remove it",
            "where it must stay, call it rarely and between requests",
            "freeze the objects loaded at start-up (gc.freeze), so that each call scans less",
        ],
        FollowsFrom = ["monitoring-stops"],
        Confidence = Confidence.Certain("GC would not have started these collections: it was off, or no threshold was reached"),
        Versions = "CPython 3; freeze from 3.7.",
        Sources =
        [
            "CPython documentation, gc.collect: https://docs.python.org/3/library/gc.html",
            "CPython, Python/gc.c and Python/gc_free_threading.c (_Py_RunGC), Modules/gcmodule.c up to 3.12",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var asked = CollectionGroup.Select(recording, collection => collection.Induced);
        if (asked.Count > Few.Value && asked.PauseCount == 0) return PythonNeeds.Times.Missing();
        var percent = asked.PercentOfTime;
        if (asked.Count <= Few.Value || (!(percent >= Least.Value) && asked.PauseMaxNanoseconds < Long.Nanoseconds)) return Verdict.Silent;
        var freed = Freed(recording, asked);
        var share = percent is { } known ? $", {Quantities.Percent(known)} of the time" : "";
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"gc.collect() was called {Quantities.Count(asked.Count)} times and took "
            + $"{Quantities.Duration(asked.PauseTotalNanoseconds)}{share}",
            EvidenceOf(recording, asked, freed),
            AdviceOn(recording, asked, freed),
            $"Saves up to {Quantities.Duration(asked.PauseTotalNanoseconds)}, the time of these calls. If there are cycles to "
            + "free, automatic collections take some of it.",
            Gain.PausesUpTo(process, asked.PauseTotalNanoseconds)),
            asked);
    }

    private static Total Freed(Recording recording, CollectionGroup asked)
    {
        var freed = default(Total);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (asked.Has(i)) freed += recording.Collections[i].FreedObjects ?? 0;
        }

        return freed;
    }

    private static List<Evidence> EvidenceOf(Recording recording, CollectionGroup asked, Total freed)
    {
        List<Evidence> evidence =
        [
            Evidence.Count("induced_collections", $"explicit collections (gc {asked.Numbers})", asked.Count, "collections"),
            Evidence.Time("pause_total_ms", "their total time", asked.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"longest (gc {asked.LongestNumber})", asked.PauseMaxNanoseconds),
            Evidence.Count("induced_freed_objects", "objects in reference cycles freed by them", freed, "objects"),
        ];
        if (asked.PercentOfTime is { } percent)
        {
            evidence.Insert(2, Evidence.Percent("share_of_recording_percent", "their share of the recording's time", percent));
        }

        foreach (var call in (recording.InducedBy ?? []).Where(call => call.Stack.Count > 0).Take(CallersShown))
        {
            evidence.Add(Evidence.Count("caller_collections", $"of these, called by {Place(call)}", call.Count, "collections"));
        }

        if (recording.ObservedNanoseconds is { } duration)
        {
            evidence.Add(Evidence.Frequency("induced_per_s", "explicit collections per second", asked.Count / (duration / 1e9)));
        }

        return evidence;
    }

    /// <summary>The innermost frame, and its caller.</summary>
    private static string Place(InducedCall call) => string.Join(", called by ", call.Stack.Take(FramesShown));

    private static Advice Find(Recording recording) => recording.InducedBy is [{ Stack.Count: > 0 } first, ..]
        ? new($"Look at {Place(first)}: it makes {Quantities.Count(first.Count)} of the calls.")
        : new(
            "Find the call: the caller is not recorded. Look for gc.collect in the application and its libraries, or print a "
            + "stack trace at each full collection in a test.",
            Code: "import gc, traceback\n"
                + "gc.callbacks.append(lambda phase, info: phase == \"start\" and info[\"generation\"] == 2 "
                + "and traceback.print_stack())");

    private static List<Advice> AdviceOn(Recording recording, CollectionGroup asked, Total freed)
    {
        var cheaper = recording.Source.Collector switch
        {
            PythonCollectors.Incremental => " gc.collect(1) performs only one increment (3.14.0 to 3.14.4).",
            PythonCollectors.FreeThreaded => " A free-threaded build has no smaller collection: each one scans everything.",
            _ => " gc.collect(0) and gc.collect(1) scan young objects only.",
        };
        var each = freed.Value / Math.Max(1, asked.Count);
        Advice[] cycles = each == 0
            ? []
            : [CycleAdvice.Broken($"the calls freed {Quantities.Count(freed)} objects in all, {Quantities.Count(each)} each")];
        return
        [
            Find(recording),
            new(each == 0
                ? $"Remove the call: all calls together freed {Quantities.Count(freed)} objects. Reference "
                    + "counting had already freed unreferenced objects."
                : $"Remove the call: each freed {Quantities.Count(each)} objects in reference cycles, which automatic collections free as "
                    + "well. If it is meant to reduce memory, compare peak memory without it."),
            .. cycles,
            new($"If a call must stay, call it rarely and between requests.{cheaper}"),
            new(
                "Freeze the objects loaded at start-up, so that each call scans less (3.7 and later; frozen objects are never collected).",
                Code: "import gc\ngc.collect()\ngc.freeze()  # once, when start-up is over"),
        ];
    }
}
