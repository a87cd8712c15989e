using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>GC is switched off in a CPython process, and objects accumulate: cycles among them are never freed.</summary>
public sealed class DisabledCollector : Rule
{
    /// <summary>The start of the title, up to a colon. The verdict uses its own words instead.</summary>
    public const string Off = "The collector was off";

    public const string RuleId = "disabled-collector";

    private static readonly Threshold Many = Threshold.Count(
        "minimum container objects that accumulated", 100_000, "objects", "about 10 MiB: fewer do not matter");

    private static readonly Threshold Grown = Threshold.Mebibytes(
        "growth of resident memory that makes the finding medium", 100, "this much memory is a cost, and a leak continues to grow");

    private static readonly Threshold Lasting = Threshold.Seconds(
        "duration above which the finding is low, as in a process that serves requests", 60,
        "a process that ends sooner, and grows less, can run without GC");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = RuleId,
        AppliesTo = [Runtimes.CPython],
        Summary = $"Automatic GC was off at the end, and at least {Many} accumulated since the last collection, "
            + "or since recording started.",
        Background = "With gc.disable() no automatic collection runs. There are no pauses, but objects in reference cycles are never "
            + "freed. CPython counts allocated and freed container objects all the same, which shows how many accumulated. Only a garbage "
            + "snapshot shows whether they are garbage or in use.",
        Thresholds = [Many, Grown, Lasting],
        Needs = [PythonNeeds.StateAtEnd],
        Advises =
        [
            "measure the cyclic garbage (unpause cycles)",
            "where it is much, enable GC with high thresholds, after gc.freeze, or collect between jobs",
            "leave GC off where the process ends soon",
        ],
        Confidence = Confidence.Possible("the accumulated objects may be cyclic garbage or in use: no collection has scanned them"),
        Versions = "CPython 3.6 and later; freeze from 3.7.",
        Sources =
        [
            "CPython documentation, gc.disable, gc.get_count: https://docs.python.org/3/library/gc.html",
            "CPython, Modules/gcmodule.c and Python/gc.c (_PyObject_GC_Link, PyObject_GC_Del: the count of generation 0)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!recording.Source.Settings.ContainsKey(PythonSettings.CollectorAtEnd) && recording.Collections.Count == 0)
        {
            return PythonNeeds.StateAtEnd.Missing();
        }

        if (recording.Uncollected is not { } came || came.Stayed < Many.Value) return Verdict.Silent;
        var grows = came.GrownBytes is { } bytes && bytes >= Grown.Value;
        var lasts = recording.Requests is not null || !came.IsAtEnd || came.DurationNanoseconds >= Lasting.Nanoseconds;
        var growth = grows ? $", and memory grew by {Quantities.Bytes(came.GrownBytes!.Value)}" : "";
        return Verdict.Found(new Finding(
            Id,
            grows ? Severity.Medium : lasts ? Severity.Low : Severity.Info,
            $"{Off}: {Quantities.Count(came.Stayed)} container objects accumulated in "
                + $"{Quantities.Duration(came.DurationNanoseconds)}{growth}",
            EvidenceOf(came),
            [.. AdviceOn(recording, lasts)],
            null));
    }

    private static List<Evidence> EvidenceOf(UncollectedObjects came)
    {
        var since = came.SinceNanoseconds > 0
            ? $"the last collection, at {Quantities.Duration(came.SinceNanoseconds)}"
            : "recording started";
        List<Evidence> evidence =
        [
            Evidence.Count(
                "uncollected_objects", $"container objects allocated since {since} and not freed", came.Stayed, "objects"),
        ];
        if (came is { ResidentBytes: { } now, ResidentBytesAtStart: { } before })
        {
            evidence.Add(Evidence.Size("resident_bytes", "resident memory when they were counted", now));
            evidence.Add(Evidence.Size("resident_before_bytes", "resident memory when recording started", before));
        }

        evidence.Add(Evidence.Time("span_ms", "time in which they accumulated", came.DurationNanoseconds));
        if (came.DurationNanoseconds > 0)
        {
            evidence.Add(Evidence.Frequency(
                "uncollected_per_s", "such objects per second", came.Stayed / (came.DurationNanoseconds / 1e9)));
        }

        evidence.Add(Evidence.Fact("uncollected_unknown", "not recorded: how many of them are cyclic garbage, and how many are in use"));
        return evidence;
    }

    private static IEnumerable<Advice> AdviceOn(Recording recording, bool lasts)
    {
        var off = new Advice(
            "A process that does one job and ends soon may leave GC off: all memory is freed at "
            + "exit. Compare peak memory with and without GC.");
        yield return new Advice(
            "Measure how much of it is cyclic garbage: unpause cycles does so at exit, also with gc.disable(), and names the cycles. If it "
            + "finds next to nothing, the objects are in use: leave GC off.",
            CycleAdvice.Command);
        if (!lasts) yield return off;
        yield return new Advice(
            "If it finds much, freeze the objects loaded at start-up (gc.freeze, 3.7 and later), then enable GC with high thresholds. "
            + "Collections are then rare and scan only new objects.",
            Code: "import gc\ngc.disable()\nload()  # your own loading\ngc.freeze()\n"
                + $"{ThresholdAdvice.For(recording.Source).Call}\ngc.enable()");
        yield return new Advice(
            "Or leave GC off, and collect when no request waits: between two jobs, or with the worker out of rotation.",
            Code: Runtimes.TraitsOf(Runtimes.CPython).InducingCall);
        if (lasts) yield return off;
    }
}
