using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>Pauses spend their time on processing soft, weak, final and phantom references, or the table of interned strings.</summary>
internal sealed class ReferenceProcessing : Rule
{
    private const string Tables = "the JVM's weak tables";

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "smallest share of pause time", 15, "below it, other phases matter more");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections that report it", 3, "collections", "fewer only show startup, while caches fill");

    private static readonly Threshold Often = Threshold.Percent(
        "share of run time from which the finding is high", 1, "one request in 100 meets it, so it decides the p99");

    private static readonly Threshold Seldom = Threshold.Percent(
        "share of run time below which the finding is low", 0.1, "fewer than one request in 1,000 meets it");

    private static readonly Threshold MainKind = Threshold.Percent(
        "share of the time recorded by kind from which a kind is named", 50, "that kind then dominates");

    private static readonly VersionRange G1Serial = VersionRange.Parse("..10");
    private static readonly VersionRange ParallelSerial = VersionRange.Parse("..16");
    private static readonly VersionRange FixedTable = VersionRange.Parse("7..10");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "reference-processing",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Processing soft, weak, final and phantom references and the table of interned strings takes at least "
            + $"{LeastOfPauses} of pause time, over at least {Fewest}.",
        Background = "After marking or copying live objects, the collector checks every reference object whose referent is not strongly "
            + "reachable. In a pause it clears or keeps the reference and enqueues it. An object with finalize() counts as such a "
            + "reference: it stays alive, with everything it references, for one more collection. Interned strings are weak entries of "
            + "one table. Shenandoah (JDK 17 and later) and ZGC do this concurrently.",
        Thresholds = [LeastOfPauses, Fewest, Often, Seldom, MainKind],
        Needs = [JvmNeeds.References],
        Advises =
        [
            "create fewer references of the costliest kind: no finalize(), no weak entry for a value that lives as long as its owner",
            "process references in parallel, if that isn't the default",
            "let soft references expire sooner",
            "don't intern an unbounded set of strings",
        ],
        Confidence = Confidence.Certain("the runtime reports the times"),
        Versions = "G1, Parallel, Serial and CMS of JDK 6 and later, with these phases logged.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/shared/referenceProcessor.cpp, referenceProcessorPhaseTimes.cpp, weakProcessor.cpp",
            "PrintFlagsFinal of JDK 8, 11, 17, 25 and 26: ParallelRefProcEnabled is on for G1 from 11 on, for Parallel in 17",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        // They process references concurrently; what they log about it is not part of a pause.
        if (process.Recording.Source.Collector is "ZGC" or JvmCollectors.Shenandoah) return Verdict.Silent;
        if (process.Shared(ReferenceTimes.Compute) is not { } times) return JvmNeeds.References.Missing();
        var pauses = process.Summary.Pauses.TotalNanoseconds.Value;
        var share = times.Total.Value / (double)Math.Max(1, pauses);
        if (times.Collections < Fewest.Value || share < LeastOfPauses.Share) return Verdict.Silent;
        var main = Main(times);
        var what = main is { } kind ? $", most of it {Words(kind)}" : "";
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(process, times),
            $"Reference processing takes {share * 100:0} % of pause time{what}",
            EvidenceOf(times, share),
            AdviceOn(process, main),
            main == ReferenceKind.Final
                ? $"Saves up to {Quantities.Duration(pauses)} of pause time: {Quantities.Duration(times.Total)} of reference processing, "
                    + "and the copying of what the dead objects keep alive until their finalizers ran."
                : $"Saves up to {Quantities.Duration(times.Total)} of {Quantities.Duration(pauses)} of pause time.",
            Gain.PausesUpTo(process, main == ReferenceKind.Final ? pauses : times.Total.Value)));
    }

    private static List<Evidence> EvidenceOf(ReferenceTimes times, double share)
    {
        List<Evidence> evidence =
        [
            Evidence.Time(
                "reference_processing_ms",
                $"pause time for references and {Tables}, over {times.Collections} collections", times.Total.Value),
            Evidence.Percent("share_of_pauses_percent", "reference processing as a share of all pause time", share * 100),
        ];
        evidence.AddRange(times.ByKind.Select(row => Evidence.Time("reference_kind_ms", $"of this, {Words(row.Kind)}", row.Time.Value)));
        return evidence;
    }

    private static Severity SeverityOf(AnalysedProcess process, ReferenceTimes times)
    {
        if (process.Recording.ObservedNanoseconds is not (> 0 and var observed)) return Severity.Medium;
        var share = times.Total.Value / (double)observed;
        return share >= Often.Share ? Severity.High : share >= Seldom.Share ? Severity.Medium : Severity.Low;
    }

    /// <summary>The kind that dominates the time recorded by kind; null if none does, or kinds are not recorded.</summary>
    private static ReferenceKind? Main(ReferenceTimes times)
    {
        if (times.ByKind is not [var first, ..]) return null;
        var recorded = times.ByKind.Sum(row => row.Time.Value);
        return first.Time.Value >= recorded * MainKind.Share ? first.Kind : null;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, ReferenceKind? main)
    {
        var facts = JvmFacts.From(process);
        List<Advice> advice = main switch
        {
            ReferenceKind.Final => [.. OnFinal],
            ReferenceKind.Weak or ReferenceKind.SoftOrWeak => [.. OnWeak],
            ReferenceKind.Soft => [.. OnSoft],
            ReferenceKind.Phantom => [.. OnPhantom],
            ReferenceKind.Strings => [.. OnStrings],
            _ => [.. OnUnknown],
        };
        if (main == ReferenceKind.Strings && FixedTable.Contains(facts.Versions)) advice.Add(OnFixedTable);
        if (main != ReferenceKind.Strings && IsSerial(process, facts)) advice.Add(OnOneThread);
        return advice;
    }

    /// <summary>Whether a single thread processes references although there are several GC threads.</summary>
    private static bool IsSerial(AnalysedProcess process, JvmFacts facts)
    {
        if (facts.Present("ParallelGCThreads") == "1" || facts.Processors == 1) return false;
        if (facts.Present("ParallelRefProcEnabled") is { } set) return set == "false";
        return process.Recording.Source.Collector switch
        {
            "G1" => G1Serial.Contains(facts.Versions),
            JvmCollectors.Parallel => ParallelSerial.Contains(facts.Versions),
            "CMS" => true,
            _ => false,
        };
    }

    private static string Words(ReferenceKind kind) => kind switch
    {
        ReferenceKind.Soft => "soft references",
        ReferenceKind.Weak => "weak references",
        ReferenceKind.SoftOrWeak => "soft and weak references",
        ReferenceKind.Final => "objects with finalize()",
        ReferenceKind.Phantom => "phantom references",
        _ => "the table of interned strings",
    };

    private static readonly Advice[] OnFinal =
    [
        new(
            "Remove finalize() from classes with many instances, and close their objects explicitly. If that is not possible, use "
            + "java.lang.ref.Cleaner, which doesn't keep the object alive (JDK 9 and later)."),
        new(
            "Find the classes in the finalizer queue: streams, sockets, native handles, or your own (JDK 9 and later).",
            "jcmd PID GC.finalizer_info"),
    ];

    private static readonly Advice[] OnWeak =
    [
        new(
            "Find the code that creates them. Look for WeakReference and its subclasses in a class histogram: entries of WeakHashMap and "
            + "ThreadLocal, caches with weak keys or values, listeners. A value that lives as long as its owner needs no weak entry. An "
            + "entry that is removed when it is done needs no clearing.",
            "jcmd PID GC.class_histogram -all"),
    ];

    private static readonly Advice[] OnSoft =
    [
        new(
            "An unused soft reference is kept for 1 s per MiB of free heap, and every collection processes it until then. Keep it for a "
            + "tenth of that time (all versions).",
            "-XX:SoftRefLRUPolicyMSPerMB=100"),
        new("Better: limit the size of the cache that uses them, and use strong references."),
    ];

    private static readonly Advice[] OnPhantom =
    [
        new(
            "Find the objects with a Cleaner: look for direct buffers, mapped files, native handles and subclasses of PhantomReference in "
            + "a class histogram. Close them explicitly, or reuse them in a pool.",
            "jcmd PID GC.class_histogram -all"),
    ];

    private static readonly Advice[] OnStrings =
    [
        new(
            "Find the code that calls String.intern() on an unbounded set of values: names of JSON or XML fields, ids, lines of input. "
            + "Use a map of limited size, or don't intern at all. Parsers have an option for it."),
        new("See how many strings are interned (JDK 9 and later).", "jcmd PID VM.stringtable"),
    ];

    private static readonly Advice OnFixedTable = new(
        "The string table doesn't grow before JDK 11. Give it more buckets if it has more strings than that (JDK 7 to 10).",
        "-XX:StringTableSize=1000003");

    private static readonly Advice[] OnUnknown =
    [
        new("Log the time per kind of reference (JDK 9 and later).", "-Xlog:gc*,gc+phases*=debug"),
        new("Log the time per kind of reference (JDK 6 to 8).", "-XX:+PrintReferenceGC"),
    ];

    private static readonly Advice OnOneThread = new(
        "A single thread processes references while the others wait: do it in parallel (off by default until JDK 10 for G1, until "
        + "JDK 16 for Parallel, always for CMS).",
        AdvisedSettings.ParallelReferences);
}
