using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Objects;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>The program turned CPython's collector off, and objects come and stay: cycles among them are never freed.</summary>
internal sealed class DisabledCollector : Rule
{
    /// <summary>How its title begins, up to a colon, which the verdict says in its own words.</summary>
    public const string Off = "The collector was off";

    /// <summary>Its id.</summary>
    public const string RuleId = "disabled-collector";

    private static readonly Threshold Many = Threshold.Count(
        "fewest container objects that stayed", 100_000, "objects", "some ten MiB: of fewer nobody would notice that they stay");

    private static readonly Threshold Grown = Threshold.Mebibytes(
        "growth of resident memory that makes the finding medium", 100, "so much is paid for, and a leak goes on from there");

    private static readonly Threshold Lasting = Threshold.Seconds(
        "length from which on the finding is low, as where requests are served", 60,
        "a program that ends sooner, and grows by less, does well without the collector");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = RuleId,
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Automatic collection was off at the end, and {Many} or more had come and stayed since the last collection, or since "
            + "recording began.",
        Background = "With gc.disable() no collection runs, so nothing stops the program, and objects that refer to each other in a circle "
            + "stay for good. CPython counts containers that come and go all the same. How many stayed is known from that; whether they "
            + "are such garbage, or in use, only a look at them tells.",
        Thresholds = [Many, Grown, Lasting],
        Needs = [PythonNeeds.StateAtEnd],
        Advises =
        [
            "look at what only the collector could free (unpause cycles)",
            "where that is much, enable it with high thresholds, after gc.freeze, or collect between jobs",
            "leave it off where the program ends soon",
        ],
        Confidence = Confidence.Possible("what stayed may be garbage in cycles, or in use: no collection has looked at it"),
        Versions = "CPython 3.6 and later; freeze from 3.7 on.",
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
            $"{Off}: {Quantities.Count(came.Stayed)} container objects came in "
                + $"{Quantities.Duration(came.DurationNanoseconds)} and stayed{growth}",
            EvidenceOf(came),
            [.. AdviceOn(recording, lasts)],
            null));
    }

    private static List<Evidence> EvidenceOf(UncollectedObjects came)
    {
        var since = came.SinceNanoseconds > 0
            ? $"the last collection, at {Quantities.Duration(came.SinceNanoseconds)}"
            : "recording began";
        List<Evidence> evidence =
        [
            Evidence.Count(
                "uncollected_objects", $"container objects that came since {since}, less those that were freed", came.Stayed, "objects"),
        ];
        if (came is { ResidentBytes: { } now, ResidentBytesAtStart: { } before })
        {
            evidence.Add(Evidence.Size("resident_bytes", "resident memory when they were counted", now));
            evidence.Add(Evidence.Size("resident_before_bytes", "resident memory when recording began", before));
        }

        evidence.Add(Evidence.Time("span_ms", "time in which they came", came.DurationNanoseconds));
        if (came.DurationNanoseconds > 0)
        {
            evidence.Add(Evidence.Frequency("uncollected_per_s", "such objects a second", came.Stayed / (came.DurationNanoseconds / 1e9)));
        }

        evidence.Add(Evidence.Fact("uncollected_unknown", "not recorded: how many of them are garbage in cycles, and how many are in use"));
        return evidence;
    }

    private static IEnumerable<Advice> AdviceOn(Recording recording, bool lasts)
    {
        var off = new Advice(
            "A program that does one job and ends soon may leave it off: what it holds ends with it. Compare the peak of memory with "
            + "and without.");
        yield return new Advice(
            "Look at what of it only the collector could free: unpause cycles does so at the program's end, also with gc.disable(), and "
            + "names the cycles. Where it finds next to nothing, the objects are in use: leave the collector off.",
            CycleAdvice.Command);
        if (!lasts) yield return off;
        yield return new Advice(
            "Where it finds much, turn the collector on with high thresholds, once what is loaded at start-up is frozen (gc.freeze, 3.7 "
            + "and later), so that collections are few and look at new objects only.",
            Code: "import gc\ngc.disable()\nload()  # your own loading\ngc.freeze()\n"
                + $"{ThresholdAdvice.For(recording.Source).Call}\ngc.enable()");
        yield return new Advice(
            "Or leave it off and collect where nobody waits: between two jobs, or with the worker out of rotation.", Code: "gc.collect()");
        if (lasts) yield return off;
    }
}
