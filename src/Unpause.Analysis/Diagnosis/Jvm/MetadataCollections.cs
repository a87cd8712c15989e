namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>Class metadata or compiled code, not the heap, triggers collections: at its threshold, or when it is full.</summary>
internal sealed class MetadataCollections : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest such collections", 3, "collections", "one or two are normal while classes are loaded at startup");

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "smallest share of pause time", 10, "below it, other pauses matter more");

    private static readonly Threshold Startup = Threshold.Seconds(
        "startup time, in which classes are loaded", 60, "metadata collections after it mean that classes are still being created");

    private static readonly Threshold Churn = Threshold.Count(
        "fewest such collections that startup cannot explain", 10, "collections",
        "the threshold rises by two thirds each time, so loading 1 GiB of classes triggers eight");

    private static readonly Threshold MostMarks = Threshold.Percent(
        "share of whole-heap markings that they start, to attribute objects that die in them to class loaders", 50,
        "if other causes mark the heap more often, those objects had other retainers");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "metadata-collections",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Class metadata or compiled code triggers at least {Fewest} that take at least {LeastOfPauses} of pause time, or "
            + $"metaspace is full. After the first {Startup}, or from {Churn} on, classes are created without bound.",
        Background = "Metaspace triggers a collection when it reaches a threshold, which then rises, so a few are normal at startup. "
            + "If they go on for hours, the process keeps creating classes or class loaders (a class loader leak, for example). "
            + "If even soft references are cleared, metaspace is at its limit, and OutOfMemoryError: Metaspace is next.",
        Thresholds = [Fewest, LeastOfPauses, Startup, Churn, MostMarks],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "find the class loaders that are created without bound",
            "set the metaspace threshold above what the process loads",
            "give the code cache more room",
        ],
        IsCuredByCodeAlone = true,
        Confidence = Confidence.Certain("the runtime reports the cause"),
        Versions = "JDK 8 and later (metaspace), JDK 20 and later (code cache).",
        Sources =
        [
            "OpenJDK, src/hotspot/share/memory/metaspace.cpp (MetaspaceGC), src/hotspot/share/gc/shared/gcCause.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var any = process.Summary.Collections.ByCause.Any(cause => cause.Cause == Causes.Metadata);
        if (!any) return process.Summary.Collections.Count == 0 ? JvmNeeds.Collections.Missing() : Verdict.Silent;
        var group = CollectionGroup.Select(process.Recording, IsFor);
        var last = group.Causes.Where(cause => IsLast(cause.Cause)).Sum(cause => cause.Count);
        var share = group.PauseTotalNanoseconds.Value / (double)Math.Max(1, process.Summary.Pauses.TotalNanoseconds);
        if (last == 0 && (group.Count < Fewest.Value || share < LeastOfPauses.Share)) return Verdict.Silent;
        var churn = IsChurn(process);
        var code = IsOfCode(group.Causes[0].Cause);
        var late = LastStart(process.Recording) is { } latest && latest > Startup.Nanoseconds;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "metadata_collections",
                $"collections because of {(code ? "compiled code" : "class metadata")}, of {group.All} (numbers {group.Numbers})",
                group.Count,
                "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", group.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "share of all pause time", share * 100),
            Evidence.Time("pause_max_ms", "longest of these pauses", group.PauseMaxNanoseconds),
        ];
        evidence.AddRange(group.Causes.Select(cause => Evidence.Count(
            "cause_collections", $"with cause \"{cause.Cause}\"", cause.Count, "collections")));
        var what = code ? "Compiled code" : "Class metadata";
        var end = last == 0 ? late ? ", long after startup" : churn ? Endless(code) : ""
            : code ? "; the code cache was nearly full" : "; metaspace was full, and soft references were cleared";
        var finding = new Finding(
            Id,
            last > 0 ? Severity.High : late || churn ? Severity.Medium : Severity.Low,
            $"{what} triggered {Quantities.Count(group.Count, "collection")}, {share * 100:0} % of pause time{end}",
            evidence,
            code ? OnCode : last > 0 ? [.. OnLoaders, OnLimit]
                // A higher threshold only lets more loaders stay until they are unloaded.
                : churn ? OnLoaders : late ? [.. OnLoaders, OnRare] : OnStart,
            churn || last > 0
                ? $"Saves {Quantities.Duration(group.PauseTotalNanoseconds.Value)} of pause time, and up to all of "
                    + $"{Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)}, because others copy what class loaders retain."
                : $"Saves up to {Quantities.Duration(group.PauseTotalNanoseconds.Value)} "
                    + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
            churn || last > 0
                ? Gain.PausesBetween(process, group.PauseTotalNanoseconds.Value, process.Summary.Pauses.TotalNanoseconds.Value)
                : Gain.PausesUpTo(process, group.PauseTotalNanoseconds.Value))
        {
            // Young collections treat every class loader as live, so they also copy what unreachable loaders retain.
            TimeBack = churn
                ? new(process.Summary.Pauses.TotalNanoseconds.Value, "all pauses, because they copy what class loaders retain")
                : null,
        };
        return churn ? Verdict.Found(finding) : Verdict.Found(finding, group);
    }

    private static string Endless(bool code) =>
        code ? ": code is compiled and discarded continuously" : ": class loaders are created and dropped continuously";

    /// <summary>Whether class loaders are created and dropped, and unloading them starts most whole-heap markings.</summary>
    internal static bool IsChurn(AnalysedProcess process)
    {
        long started = 0;
        foreach (var cause in process.Summary.Collections.ByCause)
        {
            if (cause.Cause == Causes.Metadata) started += cause.Count;
        }

        if (started < Churn.Value) return false;
        return process.Shared(ObjectLifetimes.Compute) is { } lives && started >= lives.Marks * MostMarks.Share;
    }

    private static bool IsOfCode(string? runtimeCause) => runtimeCause?.StartsWith("CodeCache", StringComparison.Ordinal) == true;

    private static readonly Advice[] OnCode =
    [
        new(
            "Enlarge the code cache (JDK 8 and later; default 240 MiB with tiered compilation). When it is full, the JIT compiler is "
            + "disabled, and the application stays slow.",
            "-XX:ReservedCodeCacheSize=480m"),
        new(
            "If that only delays it, find the code that keeps creating classes. Examples are scripts or expressions compiled for each "
            + "call, proxies created again and again, and redeployed applications (JDK 8 and later).",
            "jcmd PID VM.classloader_stats"),
        new("See what fills the code cache (JDK 9 and later).", "jcmd PID Compiler.codecache"),
    ];

    private static readonly Advice[] OnLoaders =
    [
        new(
            "Find the code that keeps creating class loaders: a redeployed application that is still reachable, scripts compiled for each "
            + "call, proxies or lambdas created again and again. Look for loaders with the most classes, or for the same class in many "
            + "loaders (JDK 8 and later).",
            "jcmd PID VM.classloader_stats"),
        new("See how much metaspace is in use, and by which loaders (JDK 10 and later).", "jcmd PID VM.metaspace"),
    ];

    private static readonly Advice OnLimit = new(
        "Raise the limit only if the application needs this many classes (JDK 8 and later).", "-XX:MaxMetaspaceSize=512m");

    private static readonly Advice OnRare = new(
        "Until then, a higher initial threshold makes these collections less frequent (JDK 8 and later).", "-XX:MetaspaceSize=256m");

    private static readonly Advice[] OnStart =
    [
        new(
            "Set the initial threshold above what the process loads, to avoid collections at startup (JDK 8 and later).",
            "-XX:MetaspaceSize=256m"),
    ];

    /// <summary>
    /// The last collection before OutOfMemoryError, which also clears soft references; or the last before the JIT compiler is disabled.
    /// </summary>
    private static bool IsLast(string runtimeCause) =>
        runtimeCause.EndsWith("Clear Soft References", StringComparison.Ordinal)
        || runtimeCause.EndsWith("GC Aggressive", StringComparison.Ordinal)
        || runtimeCause.StartsWith("Last ditch", StringComparison.Ordinal);

    private static bool IsFor(Collection collection) => collection.Cause == Causes.Metadata;

    /// <summary>End of the last of them, in nanoseconds since the start of the recording; null if times are not recorded.</summary>
    private static long? LastStart(Recording recording)
    {
        long? last = null;
        foreach (var collection in recording.Collections)
        {
            if (IsFor(collection)) last = collection.EndNanoseconds ?? last;
        }

        return last;
    }
}
