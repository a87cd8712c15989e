using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Settings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Pauses go into references that aren't strong, or into the table of interned strings.</summary>
internal sealed class ReferenceProcessing : Rule
{
    private const string Tables = "the JVM's own weak tables";

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "least share of the pauses", 15, "below it another part of the pauses is what to work on first");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections that tell it", 3, "collections", "fewer are a start that fills its caches");

    private static readonly Threshold Often = Threshold.Percent(
        "share of the time that makes the finding high", 1, "one request in a hundred meets it: the p99 is theirs");

    private static readonly Threshold Seldom = Threshold.Percent(
        "share of the time below which the finding is low", 0.1, "not one request in a thousand meets it");

    private static readonly Threshold MainKind = Threshold.Percent(
        "share of what is told by kind that a kind must have to be named", 50, "most of it: then that kind is what to work on");

    private static readonly VersionRange G1Serial = VersionRange.Parse("..10");
    private static readonly VersionRange ParallelSerial = VersionRange.Parse("..16");
    private static readonly VersionRange FixedTable = VersionRange.Parse("7..10");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "reference-processing",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Soft, weak, final and phantom references and the table of interned strings take {LeastOfPauses} of the pause time or "
            + $"more, over {Fewest} or more.",
        Background = "After it has marked or copied what is live, the collector looks at every reference object that it met whose referent "
            + "it had not, while the program stands still: it clears or keeps it and puts it into its queue. An object with finalize() is "
            + "such a reference too, and is kept alive, with all it refers to, for one collection more. Interned strings are weak "
            + "entries of one table. Shenandoah (JDK 17 and later) and ZGC do all this while the program runs.",
        Thresholds = [LeastOfPauses, Fewest, Often, Seldom, MainKind],
        Needs = [JvmNeeds.References],
        Advises =
        [
            "fewer reference objects of the kind that costs most: no finalize(), no weak entry for what lives as long as its owner",
            "let all of the collector's threads process references, where that isn't the default",
            "keep soft references for less time",
            "don't intern what has no bound",
        ],
        Confidence = Confidence.Certain("the runtime times it"),
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
        // They process references while the program runs, and what of it is logged is no pause's.
        if (process.Recording.Source.Collector is "ZGC" or JvmCollectors.Shenandoah) return Verdict.Silent;
        if (process.Shared(ReferenceTimes.Of) is not { } times) return JvmNeeds.References.Missing();
        var pauses = process.Summary.Pauses.TotalNanoseconds.Value;
        var share = times.Total.Value / (double)Math.Max(1, pauses);
        if (times.Collections < Fewest.Value || share < LeastOfPauses.Share) return Verdict.Silent;
        var main = Main(times);
        var what = main is { } kind ? $", most of it for {Words(kind)}" : "";
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(process, times),
            $"References take {share * 100:0} % of the pause time{what}",
            EvidenceOf(times, share),
            AdviceOn(process, main),
            $"Without them {Quantities.Duration(times.Total)} of {Quantities.Duration(pauses)} of pauses fall away.",
            Gain.PausesUpTo(process, times.Total.Value)));
    }

    private static List<Evidence> EvidenceOf(ReferenceTimes times, double share)
    {
        List<Evidence> evidence =
        [
            Evidence.Time(
                "reference_processing_ms",
                $"pauses' time for references and {Tables}, over {times.Collections} collections", times.Total.Value),
            Evidence.Percent("share_of_pauses_percent", "its share of all pauses", share * 100),
        ];
        evidence.AddRange(times.ByKind.Select(row => Evidence.Time("reference_kind_ms", $"of it for {Words(row.Kind)}", row.Time.Value)));
        return evidence;
    }

    private static Severity SeverityOf(AnalysedProcess process, ReferenceTimes times)
    {
        if (process.Recording.ObservedNanoseconds is not (> 0 and var observed)) return Severity.Medium;
        var share = times.Total.Value / (double)observed;
        return share >= Often.Share ? Severity.High : share >= Seldom.Share ? Severity.Medium : Severity.Low;
    }

    /// <summary>The kind that takes most of what is told by kind; null where none does, or none is told.</summary>
    private static ReferenceKind? Main(ReferenceTimes times)
    {
        if (times.ByKind is not [var first, ..]) return null;
        var told = times.ByKind.Sum(row => row.Time.Value);
        return first.Time.Value >= told * MainKind.Share ? first.Kind : null;
    }

    private static List<Advice> AdviceOn(AnalysedProcess process, ReferenceKind? main)
    {
        var facts = JvmFacts.Of(process);
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

    /// <summary>Whether one thread alone processes references, though there are several.</summary>
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
            "Take finalize() out of the classes that are made in large numbers, and close their objects when they are done. Where nobody "
            + "can, java.lang.ref.Cleaner doesn't keep the object alive (JDK 9 and later)."),
        new(
            "See which classes wait for it: streams, sockets, native handles, or one of your own (JDK 9 and later).",
            "jcmd PID GC.finalizer_info"),
    ];

    private static readonly Advice[] OnWeak =
    [
        new(
            "Find who makes them: WeakReference and its subclasses (WeakHashMap's and ThreadLocal's entries, caches with weak keys or "
            + "values, listeners) in a histogram. What lives as long as its owner needs no weak entry, and what is taken out of its "
            + "map when it is done needs no clearing.",
            "jcmd PID GC.class_histogram -all"),
    ];

    private static readonly Advice[] OnSoft =
    [
        new(
            "A soft reference that nobody uses stays for one second for each MiB that is free in the heap, and each collection looks at "
            + "it meanwhile: let it stay for a tenth of that (all versions).",
            "-XX:SoftRefLRUPolicyMSPerMB=100"),
        new("Better, give the cache that uses them a bound of its own, and strong references."),
    ];

    private static readonly Advice[] OnPhantom =
    [
        new(
            "Find what has a Cleaner: direct buffers, mapped files, native handles, and PhantomReference's subclasses in a histogram. "
            + "Close or reuse them (a pool of buffers) rather than have the collector find them.",
            "jcmd PID GC.class_histogram -all"),
    ];

    private static readonly Advice[] OnStrings =
    [
        new(
            "Find who calls String.intern() on values without a bound: names of JSON or XML fields, ids, lines of input. A map with a "
            + "bound, or nothing, does instead; parsers have a switch for it."),
        new("See how many strings are interned (JDK 9 and later).", "jcmd PID VM.stringtable"),
    ];

    private static readonly Advice OnFixedTable = new(
        "The table doesn't grow before JDK 11: with more strings than that, give it more buckets (JDK 7 to 10).",
        "-XX:StringTableSize=1000003");

    private static readonly Advice[] OnUnknown =
    [
        new("Log which kind it is (JDK 9 and later).", "-Xlog:gc*,gc+phases*=debug"),
        new("Log which kind it is (JDK 6 to 8).", "-XX:+PrintReferenceGC"),
    ];

    private static readonly Advice OnOneThread = new(
        "One thread does it while the others wait: let all of the collector's threads (off until JDK 10 for G1, JDK 16 for Parallel, "
        + "always for CMS).",
        "-XX:+ParallelRefProcEnabled");
}
