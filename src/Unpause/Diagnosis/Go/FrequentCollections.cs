using System.Globalization;
using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Go;

/// <summary>
/// A Go program that spends much of its CPU on marking because it collects very often. A cycle costs what the live
/// heap costs, and how often it comes is allocation rate ÷ (live heap × GOGC ÷ 100): so GOGC buys CPU with memory.
/// </summary>
public sealed class FrequentCollections : Rule
{
    private const int FewestCollections = 10;
    private const double FewestPerSecond = 1;
    private const double LeastPercent = 5;
    private const double HighPercent = 15;
    private const double AimedPercent = 2;
    private const double DefaultGogc = 100;
    private const double CrampedGogc = 25;
    private const double MostlyForced = 0.5;
    private static readonly double[] Choices = [200, 400, 800];

    /// <inheritdoc/>
    public override string Id => "frequent-collections";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.Go];

    /// <inheritdoc/>
    public override string Summary => "Go collects so often that marking takes a notable share of the CPU, for a live heap that leaves room to collect less.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (GoWork.Of(process.Recording) is not { } work)
        {
            return Verdict.NotApplicable("The recording has no CPU times of cycles: Go prints them with GODEBUG=gctrace=1 since 1.5.");
        }

        if (work.Collections < FewestCollections || work.PerSecond < FewestPerSecond || work.MarkPercent < LeastPercent) return Verdict.Silent;
        var severity = work.MarkPercent >= HighPercent ? Severity.High : Severity.Medium;
        var evidence = EvidenceOf(work, process);
        if (work.Forced > work.Collections * MostlyForced) return Verdict.Found(Forced(work, severity, evidence));
        return Verdict.Found(work.Gogc is < CrampedGogc ? Cramped(work, severity, evidence) : Frequent(work, severity, evidence, process));
    }

    private static List<Evidence> EvidenceOf(GoWork work, AnalysedProcess process)
    {
        var collections = process.Recording.Collections;
        List<Evidence> evidence =
        [
            new(Text($"share of the {work.Processors:0} processors' time that marking took (assists and workers, without idle marking; gc {collections[0].Number} to {collections[^1].Number})"), Math.Round(work.MarkPercent, 2), "percent"),
            new("collections a second", Math.Round(work.PerSecond, 2), "per second"),
            new("CPU time of mark assists: allocating goroutines, and the requests they serve, waited for it", Math.Round(work.AssistMilliseconds, 1), "ms"),
            new("live heap, median over the collections", work.LiveBytes, "bytes"),
            new("heap goal, median over the collections", work.GoalBytes, "bytes"),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate) evidence.Add(new("allocation rate", Math.Round(rate), "bytes per second"));
        if (work.Gogc is { } gogc) evidence.Add(new("GOGC as the heap goals show it", Math.Round(gogc), "percent"));
        return evidence;
    }

    private Finding Frequent(GoWork work, Severity severity, List<Evidence> evidence, AnalysedProcess process)
    {
        var now = work.Gogc ?? DefaultGogc;
        var better = Choose(now * work.MarkPercent / AimedPercent, now);
        var goal = work.GoalAt(better);
        var factor = now / better;
        var modern = process.Recording.Source.Settings.GetValueOrDefault(GoSettings.LineVersions) == GoSettings.VersionsWithMemoryLimit;
        List<Advice> advice =
        [
            new(Text($"Let the heap grow further between collections: with GOGC={better:0} the heap goal becomes about {Size(goal)} instead of {Size(work.GoalBytes)}, and collections fall from {work.PerSecond:0.#} to about {work.PerSecond * factor:0.#} a second. Read at start; debug.SetGCPercent({better:0}) does the same in code."), Text($"GOGC={better:0}")),
            modern ? LimitAdvice(goal) : new("GOMEMLIMIT, which bounds the memory that a higher GOGC takes, needs Go 1.19; before it only GOGC can be set."),
            new("Allocate less: an allocation profile (go tool pprof -sample_index=alloc_space) names the sites; every byte not allocated moves the next collection away."),
        ];
        var gain = Text($"Marking falls from {work.MarkPercent:0.#} % of the CPU to about {work.MarkPercent * factor:0.#} %: a cycle costs what the live heap costs, which stays, and there are {better / now:0.#} times fewer cycles. Mark assists fall at least as much.");
        return new Finding(Id, severity, Text($"Go collects {work.PerSecond:0.#} times a second and spends {work.MarkPercent:0.#} % of its CPU on marking a live heap of {Size(work.LiveBytes)}"), evidence, advice, gain);
    }

    private Finding Cramped(GoWork work, Severity severity, List<Evidence> evidence)
    {
        var roomy = work.GoalAt(DefaultGogc);
        List<Advice> advice =
        [
            new(Text($"The goal lies only {work.Gogc:0.#} % above the live heap: GOMEMLIMIT holds the heap there, or GOGC is that low. Give it room: a limit well above {Size(roomy)}, which is what GOGC=100 would use, because the limit also counts what the runtime needs outside the heap."), Text($"GOMEMLIMIT={Mebibytes(roomy * 5 / 4)}MiB")),
            new("If the memory isn't there, shrink the live heap. Near its limit the runtime collects without end and spends up to half of the CPU on it, and as the limit is soft, memory may pass it all the same."),
        ];
        var gain = Text($"With the goal at twice the live heap the cycles become about {100 / Math.Max(work.Gogc ?? 1, 1):0.#} times rarer, and marking falls in proportion from {work.MarkPercent:0.#} % of the CPU.");
        return new Finding(Id, severity, Text($"Go collects {work.PerSecond:0.#} times a second because its heap goal lies only {work.Gogc:0.#} % above the live heap of {Size(work.LiveBytes)}"), evidence, advice, gain);
    }

    private Finding Forced(GoWork work, Severity severity, List<Evidence> evidence)
    {
        evidence.Insert(1, new(Text($"of {work.Collections} collections, asked for by runtime.GC() or debug.FreeOSMemory()"), work.Forced, "collections"));
        List<Advice> advice = [new("Remove the calls of runtime.GC() and debug.FreeOSMemory(): each runs a whole cycle and blocks its caller until it is swept. No setting makes them rarer.")];
        var share = (double)work.Forced / work.Collections;
        var gain = Text($"About {work.MarkPercent * share:0.#} of the {work.MarkPercent:0.#} % of CPU, the forced cycles' share of all cycles.");
        return new Finding(Id, severity, Text($"{work.Forced} of {work.Collections} collections were forced by the program; marking takes {work.MarkPercent:0.#} % of its CPU"), evidence, advice, gain);
    }

    private static Advice LimitAdvice(long goal) => new(
        Text($"Bound the memory with GOMEMLIMIT (Go 1.19 and later), at 80 to 90 % of the container's limit and not below twice that goal, {Size(goal * 2)}, and keep GOGC set: with GOGC=off, and whenever the live heap comes near the limit, the runtime collects without end, up to half of the CPU; the limit is soft, so memory may pass it even so."),
        Text($"GOMEMLIMIT={Mebibytes(goal * 2)}MiB"));

    private static double Choose(double wanted, double now)
    {
        foreach (var choice in Choices)
        {
            if (choice >= wanted && choice > now) return choice;
        }

        return now < Choices[^1] ? Choices[^1] : Math.Round(now * 2);
    }

    private static long Mebibytes(long bytes) => Math.Max(1, bytes >> 20);

    private static string Size(long bytes) => Text($"{Mebibytes(bytes)} MiB");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
