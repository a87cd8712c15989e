using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>Each rule on real logs: one in which it fires, and others in which it must not.</summary>
public class JvmRulesTests
{
    /// <summary>Logs in the repository with every finding that they give.</summary>
    public static TheoryData<string, string[]> Findings => new()
    {
        {
            "samples/jvm/retaining-g1-jdk17.log.gz",
            ["objects-retained-too-long", "long-evacuation", "low-throughput", "starved-collector"]
        },
        {
            "samples/jvm/retaining-g1-jdk25.log.gz",
            ["objects-retained-too-long", "long-evacuation", "low-throughput", "starved-collector"]
        },
        { "samples/jvm/dropped-g1-jdk17.log.gz", [] },
        { "samples/jvm/steady-g1-jdk17.log.gz", [] },
        { "samples/jvm/leaking-g1-jdk17.log.gz", ["long-evacuation"] },
        { "samples/jvm/g1-jdk17.log", [] },
        { "samples/jvm/g1-jdk25.log", [] },
        { "samples/jvm/parallel-jdk17.log", [] },
        { "samples/jvm/serial-jdk25.log", [] },
        { "samples/jvm/zgc-jdk17.log.gz", [] },
        { "samples/jvm/zgc-jdk25.log.gz", [] },
        { "samples/jvm/shenandoah-jdk17.log.gz", [] },
        { "samples/jvm/shenandoah-generational-jdk25.log.gz", [] },
        { "tests/Unpause.Tests/fixtures/jvm/growing-live-set-jdk17.log.gz", ["growing-live-set", "long-evacuation"] },
        { "tests/Unpause.Tests/fixtures/jvm/evacuation-failure-jdk25.log.gz", ["cramped-heap", "evacuation-failure"] },
        { "tests/Unpause.Tests/fixtures/jvm/allocation-stalls-jdk17.log.gz", ["allocation-stalls"] },
        { "tests/Unpause.Tests/fixtures/jvm/degenerated-shenandoah-jdk17.log.gz", ["allocation-stalls", "full-collections"] },
        { "tests/Unpause.Tests/fixtures/jvm/degenerated-shenandoah-jdk25.log.gz", ["allocation-stalls"] },
        { "tests/Unpause.Tests/fixtures/jvm/pacing-shenandoah-jdk17.log.gz", ["allocation-stalls"] },
        { "tests/Unpause.Tests/fixtures/jvm/unhurried-shenandoah-jdk17.log.gz", [] },
        { "tests/Unpause.Tests/fixtures/jvm/ordinary-allocation-jdk17.log.gz", ["low-throughput"] },
        { "tests/Unpause.Tests/fixtures/jvm/slow-safepoints-jdk17.log.gz", ["slow-safepoints"] },
        { "tests/Unpause.Tests/fixtures/jvm/full-collections-jdk17.log.gz", ["full-collections"] },
        { "tests/Unpause.Tests/fixtures/jvm/cramped-heap-jdk25.log.gz", ["cramped-heap", "full-collections"] },
        { "tests/Unpause.Tests/fixtures/jvm/leak-z-jdk17.log.gz", ["growing-live-set", "allocation-stalls"] },
        { "tests/Unpause.Tests/fixtures/jvm/leak-shenandoah-jdk17.log.gz", ["growing-live-set", "allocation-stalls", "low-throughput"] },
    };

    /// <summary>Logs of a defect and of the same program without it, and the rule that distinguishes them.</summary>
    public static TheoryData<string, string, string> Pairs => new()
    {
        { "humongous-allocation", "humongous-allocation-jdk17.log.gz", "ordinary-allocation-jdk17.log.gz" },
        { "overridden-ergonomics", "undone-ergonomics-jdk25.log.gz", "left-ergonomics-jdk25.log.gz" },
        { "locker-collections", "locker-collections-jdk17.log.gz", "ordinary-allocation-jdk17.log.gz" },
        { "evacuation-failure", "evacuation-failure-jdk25.log.gz", "left-ergonomics-jdk25.log.gz" },
    };

    /// <summary>Rules whose causes need a JDK 8 or long traffic: real logs of the corpus.</summary>
    public static TheoryData<string, string[], string[]> CorpusFindings => new()
    {
        {
            "preunified/cms/parnew/details/apptio_gc.log",
            ["concurrent-mode-failure", "full-collections"],
            ["evacuation-failure", "locker-collections"]
        },
        {
            "preunified/cms/parnew/details/gccause/170/1.7.0_cms.log",
            ["locker-collections"],
            ["concurrent-mode-failure", "full-collections"]
        },
        { "preunified/ps/details/long_pause.log", ["starved-collector"], ["locker-collections", "growing-live-set"] },
        {
            "preunified/g1gc/details/g1.details.cause.log",
            ["remembered-set-bound", "evacuation-failure", "full-collections", "cramped-heap"],
            ["long-evacuation", "objects-retained-too-long"]
        },
        {
            "preunified/g1gc/details/tenuring/server1-gc.log",
            ["long-evacuation"],
            ["remembered-set-bound", "evacuation-failure", "full-collections"]
        },
        {
            "preunified/cms/parnew/details/1073_1.log",
            ["concurrent-mode-failure", "full-collections"],
            ["starved-collector", "overridden-ergonomics"]
        },
        { "preunified/g1gc/corrupted/full_concurrent_mark_failure.log", ["full-collections"], ["low-throughput"] },
        {
            "preunified/g1gc/fine/gc_finer.log",
            [],
            ["long-evacuation", "remembered-set-bound", "full-collections", "cramped-heap", "starved-collector"]
        },
    };

    [Theory]
    [MemberData(nameof(Findings))]
    public void JvmRules_Log_GiveExactlyItsFindings(string path, string[] expected)
    {
        var findings = FindingsOf(RepositoryFolder.File(path.Split('/')));
        Assert.Equal(expected.Order(StringComparer.Ordinal), findings.Select(finding => finding.Id).Order(StringComparer.Ordinal));
        Assert.All(findings, finding =>
        {
            Assert.NotEmpty(finding.Evidence);
            Assert.NotEmpty(finding.Advice);
            Assert.All(
                finding.Evidence,
                evidence => Assert.True(evidence.Value is null || double.IsFinite(evidence.Value.Value), evidence.Text));
        });
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Rule_DefectAndFix_FiresOnTheDefectOnly(string id, string defect, string without)
    {
        var finding = FindingsOf(JvmLogs.Fixture(defect)).Single(finding => finding.Id == id);
        Assert.NotEmpty(finding.Evidence);
        Assert.Contains(finding.Advice, advice => advice.Setting is not null || advice.Text.Contains("JDK", StringComparison.Ordinal));
        Assert.DoesNotContain(FindingsOf(JvmLogs.Fixture(without)), other => other.Id == id);
    }

    /// <summary>The heap of 128 MiB has 128 regions of 1 MiB: it would have too few larger ones.</summary>
    [Fact]
    public void HumongousAllocation_SmallHeap_AdvisesNoRegionSize()
    {
        var finding =
            FindingsOf(JvmLogs.Fixture("humongous-allocation-jdk17.log.gz")).Single(finding => finding.Id == "humongous-allocation");
        Assert.DoesNotContain(finding.Advice, advice => advice.Setting?.Contains("G1HeapRegionSize", StringComparison.Ordinal) == true);
        Assert.Contains(finding.Evidence, evidence => evidence.Value == 512 * 1024 && evidence.Unit == "bytes");
    }

    /// <summary>Each collector has its own switch to start earlier; the switch of another collector has no effect.</summary>
    [Theory]
    [InlineData(
        "1.000: [GC 1.000: [ParNew: 17024K->17024K(19136K), 0.0000050 secs]1.000: [CMS (concurrent mode failure): 60000K->5000K(63872K), "
        + "0.6 secs] 77024K->5000K(83008K), [CMS Perm : 2000K->2000K(4000K)], 0.6 secs]\n",
        "CMSInitiatingOccupancyFraction",
        "InitiatingHeapOccupancyPercent")]
    [InlineData(
        "1.000: [GC pause (G1 Evacuation Pause) (young), 0.01 secs]\n2.000: [Full GC (System.gc()) 50M->40M(64M), 0.6 secs]\n",
        "record PID --jfr",
        "UseG1GC")]
    [InlineData(
        "2.000: [Full GC (System.gc()) [PSYoungGen: 10K->0K(1000K)] [ParOldGen: 10K->9K(1000K)] 20K->9K(2000K), 0.6 secs]\n",
        "record PID --jfr",
        "InitiatingHeapOccupancyPercent")]
    public void FullCollections_EachCollector_GetsItsOwnSwitch(string log, string with, string without)
    {
        // A consequence does not repeat the setting of its cause.
        var all = Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(log).Recordings[0])]).Findings
            .SelectMany(found => found.Finding.Advice).ToList();
        Assert.Contains(all, advice => advice.Setting?.Contains(with, StringComparison.Ordinal) == true);
        Assert.DoesNotContain(all, advice => advice.Setting?.Contains(without, StringComparison.Ordinal) == true
            && advice.Setting.Contains(with, StringComparison.Ordinal) == false);
    }

    /// <summary>One GC thread is Shenandoah's default on two processors.</summary>
    [Fact]
    public void OverriddenErgonomics_ShenandoahWithOneThread_IsSilent()
    {
        var log = "[0.001s][info][gc,init] CPUs: 2 total, 2 available\n[0.001s][info][gc,init] Parallel Workers: 1\n"
            + "[0.001s][info][gc] Using Shenandoah\n";
        for (var i = 0; i < 8; i++) log += $"[{i + 1}.000s][info][gc] GC({i}) Pause Degenerated GC (Mark) 60M->20M(64M) 500.000ms\n";
        var ids = Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(log).Recordings[0])]).Findings.Select(found =>
            found.Finding.Id).ToList();
        Assert.Contains("allocation-stalls", ids);
        Assert.DoesNotContain("overridden-ergonomics", ids);
    }

    [Fact]
    public void OverriddenErgonomics_FixedYoungAndOneThread_AdvisesToRemoveBoth()
    {
        var finding = FindingsOf(JvmLogs.Fixture("undone-ergonomics-jdk25.log.gz")).Single();
        Assert.Contains(finding.Evidence, evidence => evidence.Value == 4 << 20 && evidence.Unit == "bytes");
        Assert.Contains(finding.Advice, advice => advice.Setting!.Contains("-Xmn", StringComparison.Ordinal));
        Assert.Contains(finding.Advice, advice => advice.Setting == "remove -XX:ParallelGCThreads=1");
    }

    [Fact]
    public void LowThroughput_RetainingLog_IsHighAndDoesNotAdviseALargerHeap()
    {
        var finding = FindingsOf(JvmLogs.Sample("retaining-g1-jdk17.log.gz")).Single(finding => finding.Id == "low-throughput");
        Assert.Equal(Severity.High, finding.Severity);
        Assert.InRange(finding.Evidence[0].Value!.Value, 79.0, 82.0);
        Assert.DoesNotContain(finding.Advice, advice => advice.Setting == "-Xmx");
        Assert.IsType<Verdict.NotApplicableVerdict>(
            new Unpause.Analysis.Diagnosis.Jvm.LowThroughput().Check(AnalysedProcess.From(JvmLogs.Read(JvmLogs.Fixture(
                "decorators-none.log")))));
    }

    /// <summary>Half of the time is young collections with 12 % survival: more time to die helps, too.</summary>
    [Fact]
    public void LowThroughput_MostObjectsDieYoung_AdvisesALargerHeapToo()
    {
        var log = new System.Text.StringBuilder("[0.001s][info][gc] Using G1\n[0.002s][info][gc,init] Heap Region Size: 1M\n");
        for (var i = 0; i < 20; i++)
        {
            log.Append($"[{i}.500s][info][gc,start] GC({i}) Pause Young (Normal) (G1 Evacuation Pause)\n");
            log.Append($"[{i + 1}.000s][info][gc,heap] GC({i}) Eden regions: 32->0(32)\n[{i + 1}.000s][info][gc,heap] GC({i}) Survivor "
                + $"regions: 4->4(5)\n[{i + 1}.000s][info][gc,heap] GC({i}) Old regions: 14->14\n");
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) 50M->18M(64M) 500.000ms\n");
        }

        var finding = Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(log.ToString()).Recordings[0])]).Findings
            .Select(found => found.Finding)
            .Single(found => found.Id == "low-throughput");
        Assert.InRange(
            finding.Evidence.Single(evidence => evidence.Key == "survival_percent").Value!.Value, 10.1, 29.9);
        Assert.False(finding.NamesCause);
        string[] settings = ["-Xlog:gc*,gc+phases=debug", "unpause heap PID --by plunge", "-Xmx128m"];
        Assert.Equal(settings, finding.Advice.Select(advice => advice.Setting));
    }

    [CorpusTheory("corpus", "jvm")]
    [MemberData(nameof(CorpusFindings))]
    public void JvmRules_RealLog_FireItsRulesAndNoOthers(string path, string[] firing, string[] silent)
    {
        var ids = FindingsOf(RepositoryFolder.SharedFile("corpus", "jvm", path)).Select(finding => finding.Id).ToList();
        Assert.All(firing, id => Assert.Contains(id, ids));
        Assert.All(silent, id => Assert.DoesNotContain(id, ids));
    }

    /// <summary>The timer retains each reply for 3 s; Little's law adds the time until marking finds it dead.</summary>
    [Theory]
    [InlineData("retaining-g1-jdk17.log.gz")]
    [InlineData("retaining-g1-jdk25.log.gz")]
    public void ObjectsRetainedTooLong_TimerOfThreeSeconds_LifetimeIsThreeToFiveSeconds(string name)
    {
        var retained = FindingsOf(JvmLogs.Sample(name)).Single(finding => finding.Id == "objects-retained-too-long");
        Assert.Equal("s", retained.Evidence[0].Unit);
        Assert.InRange(retained.Evidence[0].Value!.Value, 3.0, 5.0);
        Assert.Equal(Severity.High, retained.Severity);
    }

    [Fact]
    public void FullCollections_UnknownCallers_AreNotMadeConcurrent()
    {
        var finding = FindingsOf(JvmLogs.Fixture("full-collections-jdk17.log.gz")).Single();
        Assert.DoesNotContain(finding.Advice, advice => advice.Setting?.Contains("InvokesConcurrent", StringComparison.Ordinal) == true);
        Assert.DoesNotContain(finding.Advice, advice => advice.Setting?.Contains("Metaspace", StringComparison.Ordinal) == true);
        Assert.Equal(12, finding.Evidence[0].Value);
    }

    /// <summary>At least 256 regions must remain.</summary>
    [Theory]
    [InlineData(300, null)]
    [InlineData(600, "-XX:G1HeapRegionSize=2m")]
    [InlineData(1024, "-XX:G1HeapRegionSize=4m")]
    public void HumongousAllocation_RegionsOfOneMebibyte_KeepsEnoughOfThem(int heapMebibytes, string? setting)
    {
        var log = new System.Text.StringBuilder("[0.001s][info][gc] Using G1\n[0.002s][info][gc,init] Heap Region Size: 1M\n");
        log.Append(System.Globalization.CultureInfo.InvariantCulture, $"[0.003s][info][gc,init] Heap Max Capacity: {heapMebibytes}M\n");
        for (var i = 0; i < 10; i++)
        {
            log.Append(
                System.Globalization.CultureInfo.InvariantCulture,
                $"[{i + 1}.000s][info][gc] GC({i}) Pause Young (Concurrent Start) (G1 Humongous Allocation) 30M->10M(64M) 2.500ms\n");
        }

        var process = AnalysedProcess.From(JvmLogs.Load(log.ToString()).Recordings[0]);
        var finding = Assert.Single(Diagnoses.Run([process]).Findings).Finding;
        Assert.Equal("humongous-allocation", finding.Id);
        var regions = finding.Advice.Select(advice => advice.Setting)
            .SingleOrDefault(name => name?.Contains("G1HeapRegionSize", StringComparison.Ordinal) == true);
        Assert.Equal(setting, regions);
        Assert.Contains(finding.Evidence, evidence => evidence.Value == 512 * 1024 && evidence.Unit == "bytes");
    }

    /// <summary>The evidence text and the check use the same number: 80 % of a pause of 100 ms.</summary>
    [Theory]
    [InlineData("0.07", 5)]
    [InlineData("0.08", 0)]
    public void StarvedCollector_CpuTimeBelowThreshold_CountsThePause(string user, int waited)
    {
        var log = new System.Text.StringBuilder("[0.001s][info][gc] Using G1\n");
        for (var i = 0; i < 5; i++)
        {
            log.Append($"[{i + 1}.000s][info][gc] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) 30M->10M(64M) 100.000ms\n");
            log.Append($"[{i + 1}.000s][info][gc,cpu] GC({i}) User={user}s Sys=0.00s Real=0.10s\n");
        }

        var findings = Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(log.ToString()).Recordings[0])]).Findings;
        var starved = findings.Select(found => found.Finding).SingleOrDefault(finding => finding.Id == "starved-collector");
        Assert.Equal(waited, starved?.Evidence[0].Value ?? 0);
        if (waited > 0)
        {
            Assert.Equal("pauses of at least 100 ms with CPU time below 80 % of their length", starved!.Evidence[0].Text);
        }
    }

    [Fact]
    public void HeapInspections_DiagnosticFullCollections_AreNotFullCollections()
    {
        var log = "[0.001s][info][gc] Using G1\n[1.000s][info][gc] GC(0) Pause Full (Heap Inspection Initiated GC) 300M->200M(1024M) "
            + "900.000ms\n[2.000s][info][gc] GC(1) Pause Full (Diagnostic Command) 300M->200M(1024M) 800.000ms\n";
        var findings = Diagnoses.Run([AnalysedProcess.From(JvmLogs.Load(log).Recordings[0])]).Findings;
        Assert.Equal("heap-inspections", Assert.Single(findings, found => found.FollowsFrom is null).Finding.Id);
        Assert.DoesNotContain(findings, found => found.Finding.Id == "full-collections");
    }

    private static List<Finding> FindingsOf(string path) =>
        [.. Diagnoses.Run([AnalysedProcess.From(JvmLogs.Read(path))]).Findings.Select(found => found.Finding)];
}
