using Unpause.Analysis;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>A notable share of a Go program's time or CPU goes into collections, however often they come.</summary>
internal sealed class CostlyCycles : Rule
{
    private static readonly Threshold Act = Threshold.Percent(
        "least share of the processors' time that collections take, or of the time that is stopped", 10, "a tenth is never nothing");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 25, "Go aims at a quarter of the CPU while it marks: this is all of the time");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 5, "collections", "fewer are no rate: below, the finding only asks for a longer recording");

    private static readonly Threshold Least = Threshold.Seconds(
        "shortest recording", 1, "a shorter one is a start: below, the finding only asks for a longer recording");

    private static readonly Threshold MostlyForced = Threshold.Percent(
        "share of forced collections from which on they are the cause", 50, "then no setting makes them rarer");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "costly-cycles",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"Collections take {Act} of the CPU or more, or the program is stopped for {Act} of the time, at any rate of "
            + "collections.",
        Background = "Go marks beside the program, on its processors: what marking takes, requests lack. A large live heap costs as much "
            + "when it is marked seldom. The stops themselves are short in Go 1.5 and later; where they add up, threads wait for each "
            + "other or for a processor. Before 1.5 the whole collection stopped the program.",
        Thresholds = [Act, High, Fewest, Least, MostlyForced],
        Needs = [GoNeeds.Times],
        Helps = [GoNeeds.CpuTimes],
        Advises =
        [
            "let the heap grow further between collections (GOGC), bounded by GOMEMLIMIT",
            "remove calls of runtime.GC()",
            "where stops add up, see what keeps goroutines from stopping, and the processors that the program may use",
        ],
        FollowsFrom = ["frequent-collections"],
        IsCatchAll = true,
        Confidence = Confidence.Certain("the runtime tells the times of each collection"),
        Versions = "All versions of Go that print gctrace lines; the CPU's share from 1.5 on, GOMEMLIMIT from 1.19 on.",
        Sources =
        [
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
            "Go 1.5 and 1.14 release notes (concurrent collection; preemption of loops)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (recording, pauses) = (process.Recording, process.Summary.Pauses);
        if (recording.Collections.Count == 0) return Verdict.Silent;
        var (work, stopped) = (process.Shared(GoWork.Of), 100 - pauses.ThroughputPercent);
        if ((work is null && stopped is null) || recording.ObservedNanoseconds is not { } observed) return GoNeeds.Times.Missing();
        if (!(work?.Percent >= Act.Value) && !(stopped >= Act.Value)) return Verdict.Silent;
        var brief = recording.Collections.Count < Fewest.Value || observed < Least.Nanoseconds;
        // Where it stands still, marking on other processors is the smaller evil.
        var byStops = stopped >= Act.Value;
        var percent = Math.Min(100, byStops ? stopped!.Value : work!.Percent);
        var forced = CollectionGroup.Of(recording, collection => collection.Induced);
        var what = byStops ? "of the time the program is stopped for collections" : "of the CPU goes into collections";
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Info : percent >= High.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Percent(percent)} {what}" + (brief ? $", in a recording of only {Quantities.Duration(observed)}" : ""),
            EvidenceOf(process, work, stopped, forced),
            brief
                ? [new("Record longer, while the program does its work: this may be its start.")]
                : AdviceOn(
                    GoSettings.KnowsMemoryLimit(recording.Source.Settings), forced.Share > MostlyForced.Share, byStops),
            null)
        {
            Confidence = brief ? Confidence.Possible("the recording is short") : null,
        });
    }

    private static List<Evidence> EvidenceOf(AnalysedProcess process, GoWork? work, double? stopped, CollectionGroup forced)
    {
        var pauses = process.Summary.Pauses;
        List<Evidence> evidence =
        [
            Evidence.Count("collections", "collections", process.Recording.Collections.Count, "collections"),
            Evidence.Time("total_pause_ms", "their stops", pauses.TotalNanoseconds),
            Evidence.Time("max_pause_ms", "the longest of them", pauses.MaxNanoseconds ?? 0),
        ];
        if (stopped is { } percent)
        {
            evidence.Insert(0, Evidence.Percent("paused_percent", "share of the recording's time that is stopped", percent));
        }

        if (work is not null)
        {
            evidence.Insert(0, Evidence.Percent(
                "gc_cpu_percent",
                $"share of the {work.Cpu.Processors:0} processors' time that collections took (assists, workers, stops)", work.Percent));
            evidence.Add(Evidence.Size("live_heap_bytes", "live heap, median over the collections", work.LiveBytes));
        }

        if (forced.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "induced_collections",
                "of the collections, asked for by runtime.GC() or debug.FreeOSMemory()", forced.Count, "collections"));
        }

        return evidence;
    }

    private static List<Advice> AdviceOn(bool knowsLimit, bool forced, bool byStops)
    {
        if (forced)
        {
            return [new(
                "Remove the calls of runtime.GC() and debug.FreeOSMemory(): each runs a whole cycle and blocks its caller until it is "
                + "swept. No setting makes them rarer.")];
        }

        var room = new Advice(
            knowsLimit
                ? "Let the heap grow further between collections: a higher GOGC means as many times fewer of them, for as much more memory "
                    + "above the live heap. Bound it with GOMEMLIMIT (Go 1.19 and later), below the container's limit."
                : "Let the heap grow further between collections: a higher GOGC means as many times fewer of them, for as much more memory "
                    + "above the live heap.",
            "GOGC=200");
        if (!byStops) return [room, new("Or keep less: marking costs what the live heap costs, above all its pointers.")];
        return
        [
            new("See why stopping takes so long: fewer processors than GOMAXPROCS (a CPU quota), a busy machine, or, before Go 1.14, loops "
                + "without calls, which cannot be stopped. A trace shows each stop and who ran last.", Code: "go tool trace"),
            room,
        ];
    }
}
