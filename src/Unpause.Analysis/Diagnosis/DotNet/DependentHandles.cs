namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Collections spend their time on weak and dependent handles: entries of ConditionalWeakTable, weak references and weak event handlers.
/// Each collection, of any generation, goes through all of them.
/// </summary>
internal sealed class DependentHandles : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of pause time on dependent handles and weak references", 20, "with few handles it is below 1 %");

    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "minimum share of the recording's time in pauses", 3, "below this there is little to gain (mem-doc)");

    private static readonly Threshold Acting = Threshold.Percent(
        "share of time in pauses that makes the finding high", 10, "GC is the first thing to improve");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "dependent-handles",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Dependent handles and weak references take at least {Least} of pause time, and pauses at least {LeastOfTime} of the "
            + "time.",
        Background = "Each entry of a ConditionalWeakTable is a dependent handle, and each WeakReference a weak handle. Every collection, "
            + "even of gen0 alone, goes through all of them: to find values that stay alive with their keys, and to clear what died. With "
            + "hundreds of thousands of them this takes longer than the collection itself, whatever its size.",
        Thresholds = [Least, LeastOfTime, Acting],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "keep the value in a field of the object, or in a dictionary whose entries are removed",
            "remove entries and weak event handlers as soon as they are no longer needed",
            "let a cache hold fewer weak references, or a bounded number of strong ones",
        ],
        Confidence = Confidence.Certain("the runtime reports the time of these phases"),
        Versions = ".NET 6 and later report the phases.",
        Sources =
        [
            "dotnet/runtime, src/coreclr/gc/objecthandle.cpp (Ref_ScanDependentHandlesForRelocation) and gcscan.cpp (GcDhInitialScan)",
            "Microsoft Learn, ConditionalWeakTable<TKey,TValue>",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var pauses = process.Summary.Pauses;
        var percent = 100 - (pauses.ThroughputPercent ?? 100);
        if (pauses.TotalNanoseconds.Value <= 0 || percent < LeastOfTime.Value) return Verdict.Silent;
        var dependent = Total(process, DotNetPhases.DependentHandles);
        var weak = Total(process, DotNetPhases.ShortWeakReferences) + Total(process, DotNetPhases.LongWeakReferences);
        var share = (double)(dependent + weak) / pauses.TotalNanoseconds.Value;
        if (share < Least.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            percent >= Acting.Value ? Severity.High : Severity.Medium,
            $"Dependent handles and weak references take {Quantities.Percent(Math.Min(100, share * 100))} of pause time, in each of "
            + $"{Quantities.Count(process.Summary.Collections.Count, "collection")}",
            [
                Evidence.Percent(
                    "handles_percent", "share of pause time on dependent handles and weak references", Math.Min(100, share * 100)),
                Evidence.Time(
                    "dependent_handles_ms", $"phase \"{DotNetPhases.DependentHandles}\": values that stay alive with their keys",
                    dependent),
                Evidence.Time(
                    "weak_references_ms",
                    $"phases \"{DotNetPhases.ShortWeakReferences}\" and \"{DotNetPhases.LongWeakReferences}\": references to what died are "
                    + "cleared",
                    weak),
                Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent),
            ],
            [
                new(
                    "Find the ConditionalWeakTable or the weak references that grow so large: in a heap snapshot the entries of a table "
                    + "are an array, System.Runtime.CompilerServices.ConditionalWeakTable/Entry[], with what retains it. Keep the value in "
                    + "a field of its object, or in a dictionary whose entries you remove.",
                    "unpause heap PID --yes"),
                new("Weak event handlers and weak caches are the same: unsubscribe, and bound the number of entries."),
            ],
            $"Saves {Quantities.Duration(dependent + weak)} of {Quantities.Duration(pauses.TotalNanoseconds.Value)} of pause time, and the "
            + "time in which collections update these handles after moving objects, which the runtime does not report apart.",
            Gain.PausesBetween(process, dependent + weak, pauses.TotalNanoseconds.Value)));
    }

    private static long Total(AnalysedProcess process, string phase) =>
        process.Summary.Collections.ByPhase.Where(item => !item.Concurrent && item.Phase == phase).Sum(item => item.TotalNanoseconds.Value);
}
