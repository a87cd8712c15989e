namespace Unpause.Analysis.Diagnosis.Observers;

/// <summary>Monitoring stops the application: what it asks for again and again collects the heap or stops all threads.</summary>
internal sealed class MonitoringStops : Rule
{
    private const int KindsShown = 4;

    private static readonly Threshold LeastOfStops = Threshold.Percent(
        "smallest share of stopped time", 10, "below it, other stops matter more");

    private static readonly Threshold LeastOfCollections = Threshold.Percent(
        "smallest share of the collections", 10, "where pauses are short, as Go's are, the CPU time of each collection is its cost");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long stop", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a stop that makes the finding high", 500, "requests time out or are retried");

    private static readonly Threshold Notable = Threshold.Percent(
        "share of the recorded time that makes the finding medium", 1, "below it, requests hardly notice, unless one stop is long");

    private static readonly Threshold High = Threshold.Percent(
        "share of the recorded time that makes the finding high", 10, "then it is the first thing to change");

    private static readonly Requirement Stops = new(
        "collections with their causes, or each stop-the-world pause with its reason",
        "The recording has neither collections nor stops",
        [
            new("unpause record PID"), new("-Xlog:gc*,safepoint", "JDK 9 and later"),
            new("-XX:+PrintGCDetails -XX:+PrintSafepointStatistics", "JDK 8"),
        ]);

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "monitoring-stops",
        AppliesTo = [Runtimes.Jvm, Runtimes.DotNet, Runtimes.Go, Runtimes.CPython, Runtimes.Node],
        JudgesOtherJvms = true,
        Summary = $"Something asks for collections or stops at a fixed period (at least {FixedPeriod.Fewest}, and {FixedPeriod.Near} of "
            + $"the intervals within {FixedPeriod.Tolerance} of their median), or is known as an observer. Its stops take at least "
            + $"{LeastOfStops} of stopped time, its collections are at least {LeastOfCollections} of all, or one stop takes at least "
            + $"{Long}.",
        Background = "Monitoring can be a cause of pauses: RMI collects the whole heap every hour, exporters take class histograms, "
            + "health checks read the size of the heap with a collection first, metrics stop the program to read its statistics. A fixed "
            + "period shows a timer: collections that the application needs, or code in requests asks for, have none.",
        Thresholds =
        [
            LeastOfStops, LeastOfCollections, Long, VeryLong, Notable, High, FixedPeriod.Fewest, FixedPeriod.Tolerance, FixedPeriod.Near,
            InducingObservers.Shortest, Observer.Sampling,
        ],
        Needs = [Stops],
        Advises =
        [
            "ask for it less often, or not at all",
            "read what costs no stop: counters of the runtime, a flight recording, runtime/metrics",
            "for RMI: a longer interval, or concurrent explicit collections",
        ],
        Confidence = Confidence.Likely("the period shows a timer"),
        Versions = "JDK 6 and later, all versions of .NET, Go, CPython 3 and Node.js.",
        Sources =
        [
            "OpenJDK, src/java.rmi/share/classes/sun/rmi/transport/GC.java, DGCClient.java, ObjectTable.java",
            "OpenJDK, src/hotspot/share/services/diagnosticCommand.cpp",
            "dotnet/runtime, src/coreclr/System.Private.CoreLib/src/System/GC.CoreCLR.cs (GetTotalMemory)",
            "V8, src/inspector/v8-heap-profiler-agent-impl.cc (collectGarbage) and src/profiler/heap-snapshot-generator.cc",
            "Go, src/runtime/mstats.go (ReadMemStats), src/net/http/pprof/pprof.go (gc=1)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Collections.Count == 0 && process.Summary.Stops is null) return Stops.Missing();
        if (!MayHaveAny(process)) return Verdict.Silent;
        var (kinds, all) = ObservedStops.Find(process);
        var observed = new List<(ObservedStops Stops, Observer Observer)>();
        foreach (var kind in kinds)
        {
            if (!IsNotable(process, kind, all) || Observer.Of(process, kind) is not { } observer) continue;
            if (observer.IsNamed || kind.Period is not null) observed.Add((kind, observer));
        }

        if (observed.Count == 0) return Verdict.Silent;
        var total = Total.Sum(observed, one => one.Stops.TotalNanoseconds.Value);
        var longest = observed.Max(one => one.Stops.MaxNanoseconds);
        var (first, who) = observed[0];
        var words = observed.Select(one => one.Stops.Word).ToHashSet(StringComparer.Ordinal);
        var percent = process.Recording.ObservedNanoseconds is > 0 and { } time ? 100.0 * total.Value / time : 0;
        return Verdict.Found(new Finding(
            Id,
            longest >= VeryLong.Nanoseconds || percent >= High.Value ? Severity.High
                : longest >= Long.Nanoseconds || percent >= Notable.Value ? Severity.Medium : Severity.Low,
            $"{char.ToUpperInvariant(who.Does[0])}{who.Does[1..]}{Every(first)}: {Quantities.Count(first.Count, "stop")} of up to "
            + $"{Quantities.Duration(first.MaxNanoseconds)}, {Quantities.Percent(Percent(first.TotalNanoseconds, all))} of stopped time",
            EvidenceOf(observed, total, Percent(total, all), longest, percent),
            [.. observed.SelectMany(one => one.Observer.Advice)],
            $"Saves up to {Quantities.Duration(total)} of {Quantities.Duration(all)} of stopped time.",
            observed.TrueForAll(one => one.Stops.Collections > 0)
                ? Gain.PausesUpTo(process, total.Value)
                : Gain.UpTo(GainMetrics.TotalStop, total.Value / 1e6, "ms"))
        {
            Confidence = who.Confidence,
            Concerns = felt => ObservedStops.WordOf(process, felt) is { } word && words.Contains(word),
        });
    }

    private static bool IsNotable(AnalysedProcess process, ObservedStops kind, Total all) =>
        kind.MaxNanoseconds >= Long.Nanoseconds || kind.TotalNanoseconds.Value >= LeastOfStops.Share * all.Value
        || kind.Collections >= Math.Max(1, LeastOfCollections.Share * process.Recording.Collections.Count);

    /// <summary>Most recordings have no such stop: then they need not be read one by one.</summary>
    private static bool MayHaveAny(AnalysedProcess process) =>
        process.Summary.Collections.ByCause.Any(cause => cause.Cause is Causes.Induced or Causes.Diagnostic)
        || process.Summary.Stops?.ByReason.Any(row => !row.ByCollections) == true
        || CollectionGroup.Select(process.Recording, collection => collection.Induced).Count > 0;

    private static List<Evidence> EvidenceOf(
        List<(ObservedStops Stops, Observer Observer)> observed, Total total, double ofStops, long longest, double percent)
    {
        List<Evidence> evidence =
        [
            Evidence.Count("observer_stops", "stops that it asks for", observed.Sum(one => (long)one.Stops.Count), "stops"),
            Evidence.Time("observer_stop_total_ms", "their total time", total.Value),
            Evidence.Percent("share_of_stops_percent", "share of all stopped time", ofStops),
            Evidence.Time("stop_max_ms", "longest of them", longest),
        ];
        if (percent > 0) evidence.Add(Evidence.Percent("share_of_recording_percent", "their share of the recording's time", percent));
        foreach (var (stops, observer) in observed.Take(KindsShown))
        {
            if (stops.Period is { } period)
            {
                var what = $"period of {Quantities.Count(period.Calls, "call")} ({observer.Does})";
                evidence.Add(Evidence.Seconds("observer_period_s", what, period.Nanoseconds / 1e9));
            }
        }

        return evidence;
    }

    private static double Percent(Total part, Total all) => 100.0 * part.Value / Math.Max(1, all.Value);

    private static string Every(ObservedStops stops) =>
        stops.Period is { } period ? $" every {Quantities.Duration(period.Nanoseconds)}" : "";
}
