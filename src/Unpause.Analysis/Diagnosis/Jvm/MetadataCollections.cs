using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Class metadata or compiled code, not the heap, asks for collections: at its thresholds, or at its end.</summary>
internal sealed class MetadataCollections : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest such collections", 3, "collections", "one or two are a start that loads its classes");

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "least share of the pauses", 10, "below it other pauses are what to work on first");

    private static readonly Threshold Startup = Threshold.Seconds(
        "time in which a program loads its classes", 60, "what asks for them later loads classes without end");

    private static readonly Threshold Churn = Threshold.Count(
        "fewest such collections that no start explains", 10, "collections",
        "the threshold rises by two thirds each time, so loading a gibibyte of classes meets eight");

    private static readonly Threshold MostMarks = Threshold.Percent(
        "share of the markings of the whole heap that they make for what dies in them to be the loaders'", 50,
        "where other causes mark more often, what dies had other holders");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "metadata-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"At least {Fewest} collections start for class metadata or compiled code and take {LeastOfPauses} of the pause time or "
            + $"more, or metaspace was full; after the first {Startup}, or {Churn} of them, it is classes without end.",
        Background = "Metaspace starts collections when it reaches a threshold, which then rises; a program that loads its classes meets "
            + "some. One that meets them for hours makes classes or class loaders without end. Where even soft references are cleared "
            + "for it, metaspace is at its limit, and OutOfMemoryError: Metaspace is next.",
        Thresholds = [Fewest, LeastOfPauses, Startup, Churn, MostMarks],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "find the class loaders that are made without end",
            "set the metaspace threshold above what the program loads",
            "give the code cache more room",
        ],
        Confidence = Confidence.Certain("the runtime names the cause"),
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
        var group = CollectionGroup.Of(process.Recording, IsFor);
        var last = group.Causes.Where(cause => IsLast(cause.Cause)).Sum(cause => cause.Count);
        var share = group.PauseTotalNanoseconds.Value / (double)Math.Max(1, process.Summary.Pauses.TotalNanoseconds);
        if (last == 0 && (group.Count < Fewest.Value || share < LeastOfPauses.Share)) return Verdict.Silent;
        var churn = IsChurn(process);
        var code = IsOfCode(group.Causes[0].Cause);
        var late = LastStart(process.Recording) is { } latest && latest > Startup.Nanoseconds;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "metadata_collections", $"collections for it, of {group.All} (numbers {group.Numbers})", group.Count, "collections"),
            Evidence.Time("pause_total_ms", "their pauses", group.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "their share of all pauses", share * 100),
            Evidence.Time("pause_max_ms", "the longest", group.PauseMaxNanoseconds),
        ];
        evidence.AddRange(group.Causes.Select(cause => Evidence.Count(
            "cause_collections", $"for \"{cause.Cause}\"", cause.Count, "collections")));
        var what = code ? "Compiled code" : "Class metadata";
        var end = last == 0 ? late ? ", long after the start" : churn ? Endless(code) : ""
            : code ? "; the code cache was nearly full" : "; it was full, and soft references were cleared for it";
        return Verdict.Found(new Finding(
            Id,
            last > 0 ? Severity.High : late || churn ? Severity.Medium : Severity.Low,
            $"{what} started {Quantities.Count(group.Count, "collection")}, {share * 100:0} % of the pause time{end}",
            evidence,
            code ? OnCode : last > 0 ? [.. OnLoaders, OnLimit] : late || churn ? [.. OnLoaders, OnRare] : OnStart,
            $"Without them {Quantities.Duration(group.PauseTotalNanoseconds.Value)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses fall away.",
            Gain.PausesUpTo(process, group.PauseTotalNanoseconds.Value))
        {
            // Young collections take every loader's objects for live, so that they copy what dropped loaders hold.
            TimeBack = churn ? new(process.Summary.Pauses.TotalNanoseconds.Value, "all pauses, which copy what loaders hold") : null,
        });
    }

    private static string Endless(bool code) =>
        code ? ": code is compiled and dropped without end" : ": class loaders are made and dropped without end";

    /// <summary>Whether class loaders come and go, and their unloading is most of what marks the whole heap.</summary>
    internal static bool IsChurn(AnalysedProcess process)
    {
        long started = 0;
        foreach (var cause in process.Summary.Collections.ByCause)
        {
            if (cause.Cause == Causes.Metadata) started += cause.Count;
        }

        if (started < Churn.Value) return false;
        return process.Shared(ObjectLifetimes.Of) is { } lives && started >= lives.Marks * MostMarks.Share;
    }

    private static bool IsOfCode(string? runtimeCause) => runtimeCause?.StartsWith("CodeCache", StringComparison.Ordinal) == true;

    private static readonly Advice[] OnCode =
    [
        new(
            "Give compiled code more room (JDK 8 and later; default 240 MiB with tiered compilation). When the code cache is full the "
            + "compiler stops, and the program becomes slow for good.",
            "-XX:ReservedCodeCacheSize=480m"),
        new(
            "If that only puts it off, find who has classes compiled without end: scripts and expressions compiled for each call, proxies "
            + "made anew, applications loaded again (JDK 8 and later).",
            "jcmd PID VM.classloader_stats"),
        new("See what fills it (JDK 9 and later).", "jcmd PID Compiler.codecache"),
    ];

    private static readonly Advice[] OnLoaders =
    [
        new(
            "Find who makes class loaders without end: a redeployed application that something still holds, scripts compiled for each "
            + "call, proxies or lambdas made anew. The loaders with the most classes, or the same class in many, are the ones (JDK 8 "
            + "and later).",
            "jcmd PID VM.classloader_stats"),
        new("See how much of metaspace is used, and by what (JDK 10 and later).", "jcmd PID VM.metaspace"),
    ];

    private static readonly Advice OnLimit = new(
        "Only if the program really needs so many classes, raise the limit (JDK 8 and later).", "-XX:MaxMetaspaceSize=512m");

    private static readonly Advice OnRare = new(
        "Until then a higher first threshold makes these collections rarer (JDK 8 and later).", "-XX:MetaspaceSize=256m");

    private static readonly Advice[] OnStart =
    [
        new(
            "Set the first threshold above what the program loads, so that its start isn't interrupted (JDK 8 and later).",
            "-XX:MetaspaceSize=256m"),
    ];

    /// <summary>
    /// What is tried before OutOfMemoryError, with soft references cleared for it; and what is tried before the compiler is turned off.
    /// </summary>
    private static bool IsLast(string runtimeCause) =>
        runtimeCause.EndsWith("Clear Soft References", StringComparison.Ordinal)
        || runtimeCause.EndsWith("GC Aggressive", StringComparison.Ordinal)
        || runtimeCause.StartsWith("Last ditch", StringComparison.Ordinal);

    private static bool IsFor(Collection collection) => collection.Cause == Causes.Metadata;

    /// <summary>When the last of them started, in nanoseconds since the recording's zero; null when no time is told.</summary>
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
