using Spectre.Console;
using Unpause.Reports;
using Unpause.Reports.Budgets;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Reports;

/// <summary>What the program felt leads the verdict, first numbers and budgets; the collector's own pauses are the detail.</summary>
public class FeltStopTests
{
    /// <summary>A counted loop keeps all threads waiting: the collector works for 38.5 ms, and the program stands for 6.35 s.</summary>
    [Fact]
    public void Verdict_CountedLoop_SeparatesTimeToSafepointFromGcWork()
    {
        var report = Fixture("counted-g1-jdk17.log.gz");
        Assert.Equal(
            "232 ms longest pause, 90.1 % of 7.04 s paused (41 stop-the-world pauses). "
            + "Paused 6.35 s in total: time to safepoint 6.29 s, GC work 38.5 ms (longest 5.1 ms). "
            + "Cause of most of it: Time to safepoint is 99 % of stopped time, up to 230 ms.",
            report.Verdict);
        var process = report.Processes[0];
        Assert.Equal(
            [("longest pause", "232 ms"), ("p99 pause", "232 ms"), ("total pause", "6.35 s"), ("throughput", "9.9 %")],
            StopTables.Headline(process));
        Assert.StartsWith(
            "GC pauses as the collector reports them: 41, total 38.5 ms, longest 5.1 ms", StopTables.Own(process),
                StringComparison.Ordinal);
        Assert.Equal(process.Stops!.MaxMs, process.Stops.Longest![0].DurationMs);
        Assert.True(process.Stops.Longest[0].TimeToSafepointMs!.Value.Nanoseconds > 200 * Recorded.Millisecond);
        Assert.Contains(process.Stops.Longest, stop => stop is { Cause: "G1 Evacuation Pause", Type: "young", Collection: > 0 });
    }

    /// <summary>Leaving the safepoint is part of the stop (JDK 25 prints it).</summary>
    [Fact]
    public void Stops_Jdk25_IncludeLeavingTheSafepoint()
    {
        var longest = Fixture("counted-g1-jdk25.log.gz").Processes[0].Stops!;
        Assert.Equal(195.051539, longest.Longest!.First(stop => stop.TimeToSafepointMs!.Value.Nanoseconds == 189_066_937).DurationMs
            .Nanoseconds / 1e6, 6);
    }

    [Fact]
    public void Verdict_SafepointsWithoutCycles_SaysThatTheyWereForGc()
    {
        var report = Fixture("safepoints-only-jdk17.log.gz");
        Assert.Equal(
            "247 ms longest pause, 74.9 % of 2.71 s paused (12 stop-the-world pauses). "
            + "Paused 2.03 s in total, 2.02 s of it time to safepoint. "
            + "This file does not record GC cycles, but all of the pauses were for GC (2.03 s). "
            + "Cause of most of it: Time to safepoint is 99 % of stopped time, up to 246 ms.",
            report.Verdict);
        Assert.Contains("247 ms", Terminal(report), StringComparison.Ordinal);
        Assert.DoesNotContain("no GC recorded", Terminal(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Stops_JvmOperations_HaveTheirReasons()
    {
        var stops = Fixture("inspected-g1-jdk17.log.gz").Processes[0].Stops!;
        Assert.Equal(
            ["collection", "heap inspection", "search for deadlocks", "thread dump"],
            stops.ByReason!.Select(row => row.Reason).Order(StringComparer.Ordinal));
        Assert.True(stops.ByReason!.Single(row => row.Reason == "heap inspection").IsGc, "a full collection is in it");
        Assert.Equal(["FindDeadlocks"], stops.ByReason!.Single(row => row.Reason == "search for deadlocks").Operations);
        Assert.Equal(stops.Count - 3, stops.GcStops!.Count);
    }

    /// <summary>Of .NET the longest stop is longer than any pause, and one stop only changed the number of heaps (DATAS).</summary>
    [Fact]
    public void Stops_DotNetSuspensions_HaveTheirReasons()
    {
        var process = Report.Create(Samples.Load("samples", "dotnet", "server.nettrace.gz")).ToDocument().Processes[0];
        var stops = process.Stops!;
        Assert.True(stops.MaxMs!.Value.Nanoseconds > process.Pauses.MaxMs!.Value.Nanoseconds + (2 * Recorded.Millisecond));
        var change = Assert.Single(stops.ByReason!, row => !row.IsGc);
        Assert.Equal(("change of the number of heaps", 1), (change.Reason, change.Count));
        Assert.Equal((72, 71), (stops.Count, stops.GcStops!.Count));
    }

    [Fact]
    public void Verdict_Pacing_ReportsTheLongestAllocationStall()
    {
        var report = Fixture("pacing-shenandoah-jdk17.log.gz");
        Assert.EndsWith(
            "Longest allocation stall of a single thread: 198 ms (Pacing).", report.Verdict, StringComparison.Ordinal);
        Assert.Contains("longest stall of a single thread 198 ms", StopTables.Own(report.Processes[0]), StringComparison.Ordinal);
        Assert.Equal(56, report.Processes[0].Stops!.Count);
    }

    [Fact]
    public void Verdict_JvmWithoutSafepoints_SaysSo()
    {
        var report = Report.Create(
            Samples.Of("[0.100s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 20M->5M(64M) 12.000ms\n"));
        Assert.Contains("Time to safepoint is not recorded", report.ToDocument().Verdict, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "safepoint", Report.Create(Samples.Load("samples", "python", "cycles.upgc")).ToDocument().Verdict, StringComparison.Ordinal);
    }

    [Theory]
    // Of .NET all threads stood for 41 ms, of which the collector counts 38.2 ms.
    [InlineData("samples/dotnet/server.nettrace.gz", "max_pause>40ms", BudgetOutcome.Broken)]
    [InlineData("samples/dotnet/server.nettrace.gz", "max_gc_pause>40ms", BudgetOutcome.Kept)]
    [InlineData("samples/dotnet/server.nettrace.gz", "max_gc_pause>38ms", BudgetOutcome.Broken)]
    [InlineData("samples/jvm/zgc-jdk25.log.gz", "max_pause>5ms", BudgetOutcome.Broken)]
    [InlineData("samples/jvm/zgc-jdk25.log.gz", "max_gc_pause>1ms", BudgetOutcome.Kept)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/counted-g1-jdk17.log.gz", "throughput<95", BudgetOutcome.Broken)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/counted-g1-jdk17.log.gz", "gc_throughput<95", BudgetOutcome.Kept)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/counted-g1-jdk17.log.gz", "total_pause>6s", BudgetOutcome.Broken)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/counted-g1-jdk17.log.gz", "total_gc_pause>1s", BudgetOutcome.Kept)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/counted-g1-jdk17.log.gz", "p50_pause>100ms", BudgetOutcome.Broken)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/counted-g1-jdk17.log.gz", "max_time_to_safepoint>200ms", BudgetOutcome.Broken)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/safepoints-only-jdk17.log.gz", "max_pause>200ms", BudgetOutcome.Broken)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/safepoints-only-jdk17.log.gz", "max_gc_pause>200ms", BudgetOutcome.Unknown)]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/pacing-shenandoah-jdk17.log.gz", "max_wait>100ms", BudgetOutcome.Broken)]
    public void Judge_Budget_UsesStops(string file, string budget, BudgetOutcome expected)
    {
        Assert.True(Budget.TryParse(budget, out var parsed, out var problem), problem);
        var verdict = parsed!.Judge(Report.Create(Samples.Load(file.Split('/'))).ToDocument().Processes[0]);
        Assert.Equal(expected, verdict.Outcome);
        Assert.Null(verdict.Basis);
    }

    [Theory]
    [InlineData("jvm_zgc-jdk25.log.gz", "max_pause>5ms", BudgetOutcome.Kept, "older version")]
    [InlineData("jvm_zgc-jdk25.log.gz", "max_stop>5ms", BudgetOutcome.Broken, null)]
    [InlineData("python_recommend-fixed.upgc", "max_pause>0ms", BudgetOutcome.Broken, null)]
    public void Judge_OlderReport_UsesPausesAndSaysSo(string name, string budget, BudgetOutcome expected, string? basis)
    {
        Assert.True(Budget.TryParse(budget, out var parsed, out _));
        var process = Contract.OlderReports.Read(name).Document.Processes[0];
        Assert.True(process.Source.HasCollections);
        var verdict = parsed!.Judge(process);
        Assert.Equal(expected, verdict.Outcome);
        if (basis is null) Assert.Null(verdict.Basis);
        else Assert.Contains(basis, verdict.Basis, StringComparison.Ordinal);
    }

    private static ReportDocument Fixture(string name) =>
        Report.Create(Samples.Load("tests", "Unpause.Tests", "fixtures", "jvm", name)).ToDocument();

    private static string Terminal(ReportDocument report)
    {
        using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(text) });
        new TerminalReportWriter().Write(report, console);
        return text.ToString();
    }
}
