using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Go;

/// <summary>
/// A Go program that spends much of its CPU on marking because it collects very often. A cycle costs what the live
/// heap costs, and how often it comes is allocation rate ÷ (live heap × GOGC ÷ 100): so GOGC buys CPU with memory.
/// </summary>
internal sealed class FrequentCollections : Rule
{
    private static readonly double[] Choices = [200, 400, 800];

    private static readonly Threshold Least = Threshold.Percent(
        "least share of the processors' time that collections take", 5, "below it the collector is not what to work on");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 15, "then a request in seven or so is paid for the collector");

    private static readonly Threshold FewestPerSecond = Threshold.Count(
        "fewest collections in a second", 1, "a second",
        "rarer ones are large heaps, which a higher GOGC would make larger still");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 10, "collections", "fewer may be a program that just starts");

    private static readonly Threshold Aimed = Threshold.Percent(
        "share of the CPU that the advised GOGC aims at", 2, "less buys little for its memory");

    private static readonly Threshold DefaultGogc = Threshold.Percent(
        "GOGC where none was set", 100, "Go's own default: the heap may double between collections");

    private static readonly Threshold CrampedGogc = Threshold.Percent(
        "GOGC, as the goals show it, below which the heap is held down", 25, "nobody sets so little: a memory limit holds the goal there");

    private static readonly Threshold MostlyForced = Threshold.Percent(
        "share of forced collections from which on they are the cause", 50, "then no setting makes them rarer");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "frequent-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"Collections take at least {Least} of the CPU, over {Fewest} or more that come at a rate of {FewestPerSecond} or more, "
            + "for a live heap that leaves room to collect less.",
        Background = "A cycle costs what the live heap costs to mark, and how often it comes is allocation rate ÷ (live heap × GOGC ÷ "
            + "100). A small live heap with much allocation is marked again and again; GOGC buys that CPU back with memory. Mark "
            + "assists let allocating goroutines, and the requests they serve, wait.",
        Thresholds = [Least, High, FewestPerSecond, Fewest, Aimed, DefaultGogc, CrampedGogc, MostlyForced],
        Needs = [GoNeeds.CpuTimes],
        Advises =
        [
            "raise GOGC, and bound the memory with GOMEMLIMIT",
            "where a limit holds the heap down, give it room",
            "remove calls of runtime.GC()",
            "allocate less",
        ],
        Confidence = Confidence.Certain("the runtime tells each collection and its goal"),
        Versions = "Go 1.5 and later; GOMEMLIMIT from 1.19 on.",
        Sources =
        [
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
            "Go, src/runtime/mgcpacer.go",
            "golang/go issue 58106 (collections without end near the limit)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(GoWork.Of) is not { } work)
        {
            return GoNeeds.CpuTimes.Missing();
        }

        if (work.Cycles.Count < Fewest.Value || work.PerSecond < FewestPerSecond.Value || work.Percent < Least.Value)
        {
            return Verdict.Silent;
        }

        var severity = work.Percent >= High.Value ? Severity.High : Severity.Medium;
        var evidence = EvidenceOf(work, process);
        if (work.Forced.Share > MostlyForced.Share) return Verdict.Found(Forced(work, severity, evidence));
        return Verdict.Found(
            work.Gogc < CrampedGogc.Value ? Cramped(work, severity, evidence) : Frequent(work, severity, evidence, process));
    }

    private static List<Evidence> EvidenceOf(GoWork work, AnalysedProcess process)
    {
        var collections = process.Recording.Collections;
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "gc_cpu_percent",
                $"share of the {work.Cpu.Processors:0} processors' time that collections took (assists, workers and stops, without idle "
                + $"marking; gc {collections[0].Number} to {collections[^1].Number})",
                work.Percent),
            Evidence.Frequency("collections_per_s", "collections a second", work.PerSecond),
            Evidence.Time(
                "assist_cpu_ms",
                "CPU time of mark assists: allocating goroutines, and the requests they serve, waited for it",
                work.Cpu.AssistNanoseconds),
            Evidence.Size("live_heap_bytes", "live heap, median over the collections", work.LiveBytes),
            Evidence.Size("heap_goal_bytes", "heap goal, median over the collections", work.GoalBytes),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        if (work.Gogc is { } gogc) evidence.Add(Evidence.Percent("gogc_percent", "GOGC as the heap goals show it", Math.Round(gogc)));
        return evidence;
    }

    private Finding Frequent(GoWork work, Severity severity, List<Evidence> evidence, AnalysedProcess process)
    {
        var now = work.Gogc ?? DefaultGogc.Value;
        var better = Choose(work, now);
        var goal = work.GoalAt(better);
        var factor = 1 / work.RarerAt(better);
        var modern = GoSettings.KnowsMemoryLimit(process.Recording.Source.Settings);
        List<Advice> advice =
        [
            new(
                $"Let the heap grow further between collections: with GOGC={better:0} the heap goal becomes about {Quantities.Bytes(goal)} "
                + $"instead of {Quantities.Bytes(work.GoalBytes)}, and collections fall from {work.PerSecond:0.#} to "
                + $"about {work.PerSecond * factor:0.#} a second. Read at start; debug.SetGCPercent({better:0}) does the same in code.",
                $"GOGC={better:0}"),
            Ladder(work, now),
            modern
                ? LimitAdvice(goal)
                : new("GOMEMLIMIT, which bounds the memory that a higher GOGC takes, needs Go 1.19; before it only GOGC can be set."),
            new($"Allocate less: {Most(process)}; every byte not allocated moves the next collection away."),
        ];
        var then = work.Percent * factor;
        var gain = $"The collector's share falls from {work.Percent:0.#} % of the CPU to about {then:0.#} %: a cycle costs what the "
            + "live heap "
            + $"costs, which stays, and there are {1 / factor:0.#} times fewer cycles. Mark assists fall at least as much.";
        return new Finding(Id, severity, $"Go collects {work.PerSecond:0.#} times a second and spends {work.Percent:0.#} % of its CPU "
            + $"on it, for a live heap of {Quantities.Bytes(work.LiveBytes)}", evidence, advice, gain, CpuGain(work.Percent - then));
    }

    private Finding Cramped(GoWork work, Severity severity, List<Evidence> evidence)
    {
        var roomy = work.GoalAt(DefaultGogc.Value);
        List<Advice> advice =
        [
            new(
                $"The goal lies only {work.Gogc:0.#} % above the live heap: GOMEMLIMIT holds the heap there, or GOGC is that low. Give it "
                + $"room: a limit well above {Quantities.Bytes(roomy)}, which is what GOGC=100 would use, because the limit also counts "
                + "what the runtime needs outside the heap.",
                $"GOMEMLIMIT={Mebibytes(roomy * 5 / 4)}MiB"),
            new("If the memory isn't there, shrink the live heap. Near its limit the runtime collects without end and spends up to half "
                + "of the CPU on it, and as the limit is soft, memory may pass it all the same."),
        ];
        var rarer = DefaultGogc.Value / Math.Max(work.Gogc ?? 1, 1);
        var gain = $"With the goal at twice the live heap the cycles become about {rarer:0.#} times rarer, and what they take falls in "
            + "proportion "
            + $"from {work.Percent:0.#} % of the CPU.";
        return new Finding(
            Id, severity,
            $"Go collects {work.PerSecond:0.#} times a second because its heap goal lies only {work.Gogc:0.#} % above the live heap "
            + $"of {Quantities.Bytes(work.LiveBytes)}",
            evidence, advice, gain, CpuGain(work.Percent * (1 - (1 / rarer))));
    }

    private Finding Forced(GoWork work, Severity severity, List<Evidence> evidence)
    {
        evidence.Insert(1, Evidence.Count(
            "induced_collections",
            $"of {work.Cycles.Count} collections, asked for by runtime.GC() or debug.FreeOSMemory()", work.Forced.Count, "collections"));
        List<Advice> advice = [new(
            "Remove the calls of runtime.GC() and debug.FreeOSMemory(): each runs a whole cycle and blocks its caller until it is swept. "
            + "No setting makes them rarer.")];
        var forced = work.Percent * work.Forced.Share;
        var gain = $"About {forced:0.#} of the {work.Percent:0.#} % of CPU, the forced cycles' share of all cycles.";
        return new Finding(
            Id, severity,
            $"{work.Forced.Count} of {work.Cycles.Count} collections were forced by the program; collections "
            + $"take {work.Percent:0.#} % of its CPU",
            evidence, advice, gain, CpuGain(forced));
    }

    /// <summary>Where most is allocated, or what would tell.</summary>
    private static string Most(AnalysedProcess process) => GoAllocations.Of(process.Recording) is { } most
        ? $"{most.Function} makes {Quantities.Percent(most.Share * 100)} of all bytes"
        : "an allocation profile names the sites (unpause record http://HOST:PORT, where the program serves net/http/pprof)";

    private static Gain? CpuGain(double points) => Gain.About(GainMetrics.CollectorCpu, points, "percent");

    private static Advice LimitAdvice(long goal) => new(
        "Bound the memory with GOMEMLIMIT (Go 1.19 and later), at 80 to 90 % of the container's limit and not below twice that "
        + $"goal, {Quantities.Bytes(goal * 2)}, and keep GOGC set: with GOGC=off, and whenever the live heap comes near the limit, the "
        + "runtime collects without end, up to half of the CPU; the limit is soft, so memory may pass it even so.",
        $"GOMEMLIMIT={Mebibytes(goal * 2)}MiB");

    /// <summary>What more memory buys, so that one can choose: RSS follows the goal.</summary>
    private static Advice Ladder(GoWork work, double now)
    {
        var steps = Choices.Where(choice => choice > now).Select(choice =>
            $"GOGC={choice:0}: about {work.PerSecond / work.RarerAt(choice):0.#} collections a second, "
            + $"{work.Percent / work.RarerAt(choice):0.#} % of the CPU, a heap of up to {Quantities.Bytes(work.GoalAt(choice))}");
        return new(
            $"Or take what the memory is worth to you. Now: {work.PerSecond:0.#} a second, {work.Percent:0.#} %, up to "
            + $"{Quantities.Bytes(work.GoalBytes)}. {string.Join(". ", steps)}. The process takes some tenths more than the heap.");
    }

    /// <summary>The smallest step with which collections take what is aimed at, else the largest.</summary>
    private static double Choose(GoWork work, double now)
    {
        foreach (var choice in Choices)
        {
            if (choice > now && work.Percent / work.RarerAt(choice) <= Aimed.Value) return choice;
        }

        return now < Choices[^1] ? Choices[^1] : Math.Round(now * 2);
    }

    private static long Mebibytes(long bytes) => Math.Max(1, bytes >> 20);
}
