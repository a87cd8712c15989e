using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>Code calls <c>gc.collect()</c> often, or for long: the program waits each time.</summary>
internal sealed class ExplicitCollections : Rule
{
    private static readonly Threshold Few = Threshold.Count(
        "collections that code may ask for", 2, "collections", "one or two after start-up, before gc.freeze, are good practice");

    private static readonly Threshold Least = Threshold.Percent(
        "least share of the time", 2, "below it nobody would notice the change, unless one of them is long");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long collection", 50, "from about here on the users of a service notice a single pause");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then the calls are the first thing to change");

    private const int CallersShown = 3;
    private const int FramesShown = 2;

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "explicit-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Code asks for more than {Few} with gc.collect(), which take {Least} of the time or more, or one of which takes {Long}.",
        Background = "gc.collect() looks at every object that the collector knows and lets the caller, and all other threads, wait. "
            + "Memory is freed without it: reference counting frees what nobody refers to at once, and the collector runs by itself for "
            + "cycles. Calls in a request or a loop are often there to lower memory, which they seldom do.",
        Thresholds = [Few, Least, Long, High],
        Needs = [PythonNeeds.Times],
        Advises =
        [
            "find the call and remove it",
            "where it must stay, call it seldom and between requests",
            "freeze what is loaded at start-up (gc.freeze), so that each call looks at less",
        ],
        Confidence = Confidence.Certain("the collector would not have begun these by itself: it was off, or no threshold was reached"),
        Versions = "CPython 3; freeze from 3.7 on.",
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
        var asked = CollectionGroup.Of(recording, collection => collection.Induced);
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
            $"Without these calls their {Quantities.Duration(asked.PauseTotalNanoseconds)} go away; if cycles are left to free, the "
            + "collector's own collections take some of it.",
            Gain.PausesUpTo(process, asked.PauseTotalNanoseconds)));
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
            Evidence.Count("induced_collections", $"collections asked for by code (gc {asked.Numbers})", asked.Count, "collections"),
            Evidence.Time("pause_total_ms", "their time", asked.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"the longest of them (gc {asked.LongestNumber})", asked.PauseMaxNanoseconds),
            Evidence.Count("induced_freed_objects", "objects in cycles that they freed", freed, "objects"),
        ];
        if (asked.PercentOfTime is { } percent)
        {
            evidence.Insert(2, Evidence.Percent("share_of_recording_percent", "their share of the recording", percent));
        }

        foreach (var call in (recording.InducedBy ?? []).Where(call => call.Stack.Count > 0).Take(CallersShown))
        {
            evidence.Add(Evidence.Count("caller_collections", $"of them asked for by {Place(call)}", call.Count, "collections"));
        }

        if (recording.DurationNanoseconds is { } duration)
        {
            evidence.Add(Evidence.Frequency("induced_per_s", "such calls a second", asked.Count / (duration / 1e9)));
        }

        return evidence;
    }

    /// <summary>The innermost frame, and the one that it was called from.</summary>
    private static string Place(InducedCall call) => string.Join(", called by ", call.Stack.Take(FramesShown));

    private static Advice Find(Recording recording) => recording.InducedBy is [{ Stack.Count: > 0 } first, ..]
        ? new($"Look at {Place(first)}: {Quantities.Count(first.Count)} of the calls are made there.")
        : new(
            "Find the call: the recording doesn't tell who made it. Look for gc.collect in the program and its libraries, or have "
            + "each full collection print its stack while you try it.",
            Code: "import gc, traceback\n"
                + "gc.callbacks.append(lambda phase, info: phase == \"start\" and info[\"generation\"] == 2 "
                + "and traceback.print_stack())");

    private static List<Advice> AdviceOn(Recording recording, CollectionGroup asked, Total freed)
    {
        var cheaper = recording.Source.Collector switch
        {
            PythonCollectors.Incremental => " gc.collect(1) does one increment only (3.14.0 to 3.14.4).",
            PythonCollectors.FreeThreaded => " A free-threaded build has no smaller one: every collection looks at everything.",
            _ => " gc.collect(0) or gc.collect(1) look at young objects only.",
        };
        var each = freed.Value / Math.Max(1, asked.Count);
        Advice[] cycles = each == 0
            ? []
            : [CycleAdvice.Broken($"the calls freed {Quantities.Count(freed)} objects in all, {Quantities.Count(each)} each")];
        return
        [
            Find(recording),
            new(each == 0
                ? $"Remove it: all calls together freed {Quantities.Count(freed)} objects. Reference counting has freed what nobody "
                    + "refers to before it is called."
                : $"Remove it: it freed {Quantities.Count(each)} objects in cycles a call, which the collector's own collections free as "
                    + "well; the rest reference counting has freed before. Where it was put to lower memory, compare the peak without it."),
            .. cycles,
            new($"If a call must stay, make it seldom and between requests.{cheaper}"),
            new(
                "Take what is loaded at start-up out of its sight, so that each call looks at less (3.7 and later; frozen objects are "
                + "never collected).",
                Code: "import gc\ngc.collect()\ngc.freeze()  # once, when start-up is over"),
        ];
    }
}
