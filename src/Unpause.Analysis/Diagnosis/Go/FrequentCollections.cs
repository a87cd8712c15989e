namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>
/// A Go process that spends much of its CPU on marking because it collects very often. The cost of a cycle is proportional to the live
/// heap. The rate of cycles is allocation rate ÷ (live heap × GOGC ÷ 100), so a higher GOGC trades memory for CPU.
/// </summary>
internal sealed class FrequentCollections : Rule
{
    private static readonly double[] Choices = [100, 200, 400, 800];

    private static readonly Threshold LeastStep = Threshold.Times(
        "smallest factor by which an advised GOGC is above the present one", 1.5, "a smaller step gains too little");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of CPU time that GC takes", 5, "below this GC is not worth optimising");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 15, "then the CPU of about one request in seven is spent on GC");

    private static readonly Threshold FewestPerSecond = Threshold.Count(
        "minimum GC cycles per second", 1, "a second",
        "rarer cycles mean a large heap, which a higher GOGC would enlarge further");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of GC cycles", 10, "collections", "fewer may be a start-up phase");

    private static readonly Threshold Aimed = Threshold.Percent(
        "target of the advised GOGC for the GC share of CPU", 2, "a lower target gains little for its memory");

    private static readonly Threshold MostlyForced = Threshold.Percent(
        "share of forced GC cycles above which they are the cause", 50, "then no setting makes them rarer");

    private static readonly Threshold LeastSaved = Threshold.Percent(
        "share of the forced GC cycles that is saved at least, for the same work", 70, "automatic ones take the place of some");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "frequent-collections",
        AppliesTo = [Runtimes.Go],
        Summary = $"GC takes at least {Least} of the CPU, over at least {Fewest} at a rate of at least {FewestPerSecond}, while the live "
            + "heap is small enough to collect less often.",
        Background = "The cost of a GC cycle is proportional to the live heap. The rate of cycles is allocation rate ÷ (live heap × GOGC ÷ "
            + "100). A small live heap with a high allocation rate is marked again and again. A higher GOGC trades memory for this CPU "
            + "time. Mark assists delay allocating goroutines, and the requests they serve.",
        Thresholds = [
            Least, High, FewestPerSecond, Fewest, Aimed, LeastStep, HeapGrowth.Default, HeapGrowth.Cramped, HeapGrowth.Apart, MostlyForced,
            LeastSaved,
        ],
        Needs = [GoNeeds.CpuTimes],
        Advises =
        [
            "raise GOGC, and bound the memory with GOMEMLIMIT",
            "where a memory limit keeps the heap small, raise it",
            "remove calls of runtime.GC()",
            "allocate less",
        ],
        FollowsFrom = ["growing-live-heap"],
        Confidence = Confidence.Certain("the runtime prints each cycle and its heap goal"),
        Versions = "Go 1.5 and later; GOMEMLIMIT from 1.19.",
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
        if (process.Shared(GoWork.Compute) is not { } work)
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
            HeapGrowth.IsLimited(work, process.Recording.Source)
                ? Cramped(work, severity, evidence, process) : Frequent(work, severity, evidence, process));
    }

    private static List<Evidence> EvidenceOf(GoWork work, AnalysedProcess process)
    {
        var collections = process.Recording.Collections;
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "gc_cpu_percent",
                $"share of {work.Cpu.Processors:0} processors' time spent on GC (mark assists, workers and pauses, without idle marking; "
                + $"gc {collections[0].Number} to {collections[^1].Number})",
                work.Percent),
            Evidence.Frequency("collections_per_s", "GC cycles per second", work.PerSecond),
            Evidence.Time(
                "assist_cpu_ms",
                "CPU time of mark assists: it delayed allocating goroutines and the requests they serve",
                work.Cpu.AssistNanoseconds),
            Evidence.Size("live_heap_bytes", "live heap, median over the GC cycles", work.LiveBytes),
            Evidence.Size("heap_goal_bytes", "heap goal, median over the GC cycles", work.GoalBytes),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        if (work.Gogc is { } gogc) evidence.Add(Evidence.Percent("gogc_percent", "GOGC, computed from the heap goals", Math.Round(gogc)));
        return evidence;
    }

    private Finding Frequent(GoWork work, Severity severity, List<Evidence> evidence, AnalysedProcess process)
    {
        var now = work.Gogc ?? HeapGrowth.Default.Value;
        var steps = Steps(process, work, now);
        var step = steps.Find(step => step.HighPercent <= Aimed.Value) ?? steps[^1];
        var better = step.Gogc;
        var goal = step.Forecast?.GoalBytes ?? work.GoalAt(better);
        var inCode = HeapGrowth.IsSetInCode(work, process.Recording.Source);
        var what = "Let the heap grow more between GC cycles. "
            + $"With {step}. "
            + $"Now: {Quantities.Percent(work.Percent)} of the CPU, a heap of up to {Quantities.Bytes(work.GoalBytes)}. "
            + "If the program does more work in the time that it gains (a closed loop), it also collects more often.";
        var gain = step.Forecast?.GainFrom(work.Percent) ?? CpuGain(work.Percent - step.HighPercent);
        List<Advice> advice =
        [
            inCode
                ? new($"{what} The program sets GOGC in code: the heap goals show {now:0}, and the environment has "
                    + $"{HeapGrowth.ReadEnvironment(process.Recording.Source):0}. A variable would do nothing: change the call.",
                    Code: $"debug.SetGCPercent({better:0})") { Gain = gain }
                : new($"{what} Read at start; debug.SetGCPercent({better:0}) does the same in code.", $"GOGC={better:0}") { Gain = gain },
            Ladder(work, steps),
            GoSettings.KnowsMemoryLimit(process.Recording.Source.Settings)
                ? LimitAdvice(goal)
                : new("GOMEMLIMIT, which bounds the memory of a higher GOGC, needs Go 1.19. Before, only GOGC can be set."),
            new($"Allocate less: {Most(process)}. Fewer allocated bytes mean fewer GC cycles."),
        ];
        var told = $"GC takes {Quantities.Percent(work.Percent)} of the CPU now, and "
            + $"{Quantities.Percent(Math.Max(0, work.Percent - (gain?.High ?? 0)))} to "
            + $"{Quantities.Percent(work.Percent - (gain?.Low ?? 0))} with GOGC={better:0}"
            + (step.Forecast is null ? ", if cycles become as rare as their goals say. " : ", by the cost model. ")
            + "Mark assists fall at least as much.";
        return new Finding(Id, severity, $"Go collects {work.PerSecond:0.#} times a second and spends {work.Percent:0.#} % of its CPU on "
            + $"it, with a live heap of {Quantities.Bytes(work.LiveBytes)}", evidence, advice, told, gain);
    }

    private Finding Cramped(GoWork work, Severity severity, List<Evidence> evidence, AnalysedProcess process)
    {
        var roomy = work.GoalAt(HeapGrowth.Default.Value);
        var forecast = GoForecast.NearLimit(process, work, roomy);
        List<Advice> advice =
        [
            HeapGrowth.IsSetInCode(work, process.Recording.Source)
                ? new(
                    $"The heap goal is only {work.Gogc:0.#} % above the live heap, and the environment has no GOMEMLIMIT: the program sets "
                    + $"debug.SetMemoryLimit, or debug.SetGCPercent. Set the limit well above {Quantities.Bytes(roomy)}, the heap with "
                    + "GOGC=100, because it also includes the runtime's memory outside the heap. A variable would do nothing.",
                    Code: $"debug.SetMemoryLimit({Mebibytes(roomy * 5 / 4)} << 20) // or debug.SetGCPercent(100)")
                : new(
                    $"The heap goal is only {work.Gogc:0.#} % above the live heap: because of GOMEMLIMIT, or because GOGC is that "
                    + $"low. Set a limit well above {Quantities.Bytes(roomy)}. That is the heap with GOGC=100, and the limit also "
                    + "includes the runtime's memory outside the heap.",
                    $"GOMEMLIMIT={Mebibytes(roomy * 5 / 4)}MiB"),
            new("If there is not enough memory, shrink the live heap. Near its limit the runtime collects all the time and spends up to "
                + "half of the CPU on it. The limit is soft, so memory may exceed it all the same."),
        ];
        var rarer = HeapGrowth.Default.Value / Math.Max(work.Gogc ?? 1, 1);
        var gain = forecast is null
            ? $"With a heap goal of twice the live heap, GC cycles become about {rarer:0.#} times rarer. Their CPU time, "
                + $"{work.Percent:0.#} % now, falls in proportion."
            : $"With a heap goal of twice the live heap: {forecast}, instead of {Quantities.Percent(work.Percent)}, if cycles "
                + "cost the same and come when that room is used up.";
        return new Finding(
            Id, severity,
            $"Go collects {work.PerSecond:0.#} times a second because its heap goal is only {work.Gogc:0.#} % above the live "
            + $"heap of {Quantities.Bytes(work.LiveBytes)}",
            evidence, advice, gain, forecast?.GainFrom(work.Percent) ?? CpuGain(work.Percent * (1 - (1 / rarer))))
        {
            FollowsFrom = [],
        };
    }

    private Finding Forced(GoWork work, Severity severity, List<Evidence> evidence)
    {
        evidence.Insert(1, Evidence.Count(
            "induced_collections",
            $"of {work.Cycles.Count} GC cycles, forced by runtime.GC() or debug.FreeOSMemory()", work.Forced.Count, "collections"));
        List<Advice> advice = [new(
            "Remove the calls of runtime.GC() and debug.FreeOSMemory(): each runs a whole GC cycle and blocks its caller until "
            + "sweeping is done. No setting makes them rarer.")];
        var gain = $"Saves {Quantities.Count(work.Forced.Count, "GC cycle")} for the same work, and what their callers wait for. If the "
            + "program then does more work in the same time, automatic cycles take more of the CPU.";
        return new Finding(
            Id, severity,
            $"{work.Forced.Count} of {work.Cycles.Count} GC cycles were forced by code; GC takes {work.Percent:0.#} % of the CPU",
            evidence, advice, gain,
            Gain.Between(GainMetrics.Collections, work.Forced.Count * LeastSaved.Share, work.Forced.Count, "collections"));
    }

    /// <summary>The dominant allocation site, or how to find it.</summary>
    private static string Most(AnalysedProcess process) => GoAllocations.Find(process.Recording) is { } most
        ? $"{most.Function} allocates {Quantities.Percent(most.Share * 100)} of all bytes"
        : "an allocation profile names the sites (unpause record http://HOST:PORT, where the process serves net/http/pprof)";

    private static Gain? CpuGain(double points) => Gain.About(GainMetrics.CollectorCpu, points, "percent");

    private static Advice LimitAdvice(long goal) => new(
        "Bound the memory with GOMEMLIMIT (Go 1.19 and later), at 80 to 90 % of the container's limit and at least twice that goal, "
        + $"{Quantities.Bytes(goal * 2)}. Keep GOGC set: with GOGC=off, or when the live heap comes near the limit, the runtime collects "
        + "all the time and takes up to half of the CPU. The limit is soft, so memory may exceed it all the same.",
        Code: $"GOMEMLIMIT={Mebibytes(goal * 2)}MiB");

    /// <summary>What more memory gains, as a list of choices.</summary>
    private static Advice Ladder(GoWork work, List<Step> steps) => new(
        $"Or choose how much memory to spend. Now: {work.Percent:0.#} % of the CPU, a heap of up to "
        + $"{Quantities.Bytes(work.GoalBytes)}. {string.Join(". ", steps)}.");

    /// <summary>The values of GOGC above the present one, or twice that where it is above them all.</summary>
    private static List<Step> Steps(AnalysedProcess process, GoWork work, double now)
    {
        var choices = Choices.Where(choice => choice > now * LeastStep.Value).DefaultIfEmpty(Math.Round(now * 2));
        return [.. choices.Select(choice => new Step(choice, work, GoForecast.ForGrowth(process, work, choice)))];
    }

    private static long Mebibytes(long bytes) => Math.Max(1, bytes >> 20);

    /// <summary>A higher GOGC and what it should bring; the forecast is null where the recording has no model.</summary>
    private sealed record Step(double Gogc, GoWork Work, GoForecast? Forecast)
    {
        /// <summary>The largest share of the CPU that GC should take.</summary>
        public double HighPercent => Forecast?.HighPercent ?? (Work.Percent / Work.RarerAt(Gogc));

        /// <inheritdoc/>
        public override string ToString() =>
            $"GOGC={Gogc:0}: {Forecast?.ToString() ?? $"a heap of up to {Quantities.Bytes(Work.GoalAt(Gogc))}"}";
    }
}
