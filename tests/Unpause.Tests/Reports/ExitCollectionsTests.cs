using Unpause.Recordings;
using Unpause.Recordings.Exits;
using Unpause.Reports;
using Unpause.Reports.Budgets;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Tests.Analysis.Attribution;
using Unpause.Tests.Readers.Python;

namespace Unpause.Tests.Reports;

/// <summary>
/// Collections that the interpreter makes on its way out count in nothing, are named in a line, and may still hold a request.
/// </summary>
public class ExitCollectionsTests
{
    private const string Line = "1 collection at the interpreter's exit, 104 ms, is not counted, because no request waits for it";
    private const long Millisecond = Recorded.Millisecond;

    /// <summary>Served for 3 s with pauses of 30 and 37.9 ms, then 104 ms on the way out.</summary>
    private static AgentFile Served() => new AgentFile(8, begun: 3, exited: 3_000 * Millisecond)
        .Record(1, 500 * Millisecond, 530 * Millisecond)
        .Record(2, 1_000 * Millisecond, 1_037_900_000)
        .Record(3, 3_001 * Millisecond, 3_105 * Millisecond, generation: 2);

    [Fact]
    public void ToDocument_ExitCollections_CountNowhereElse()
    {
        var recording = Assert.Single(Samples.Of(Served().Bytes));
        Assert.Equal((2, 2), (recording.Collections.Count, recording.Pauses.Count));
        Assert.Equal((3_000 * Millisecond) - 1000, recording.DurationNanoseconds);
        var document = Report.Create([recording]).ToDocument();
        var process = document.Processes[0];
        Assert.Equal((2L, 37_900_000L), (process.Pauses.Count, process.Pauses.MaxMs!.Value.Nanoseconds));
        Assert.Equal(2, process.Pauses.Longest!.Count);
        Assert.Equal(100 * (1 - (67.9 / 2999.999)), process.Pauses.ThroughputPercent!.Value, 3);
        Assert.Equal(2, process.Collections.Count);
        Assert.DoesNotContain(process.Collections.ByCause, cause => cause.RuntimeCause == "interpreter exit");
        Assert.StartsWith("37.9 ms longest pause, ", document.Verdict, StringComparison.Ordinal);
        Assert.True(Budget.TryParse("max_pause>100ms", out var budget, out _));
        Assert.Equal(BudgetOutcome.Kept, budget!.Judge(process).Outcome);
        var exit = process.ExitCollections!;
        Assert.Equal((1L, 104 * Millisecond, 104 * Millisecond), (exit.Count, exit.TotalMs.Nanoseconds, exit.MaxMs!.Value.Nanoseconds));
    }

    [Fact]
    public void Outputs_ExitCollections_HaveALine()
    {
        var report = Report.Create(Samples.Of(Served().Bytes));
        Assert.Contains(Line, Terminal(report), StringComparison.Ordinal);
        Assert.Contains(Line, new MarkdownReportWriter().Text(report), StringComparison.Ordinal);
        var json = new JsonReportWriter(events: true).Text(report);
        Assert.Contains("\"exit_collections\":", json, StringComparison.Ordinal);
        var stored = StoredReports.Read(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(json)), out _)!;
        Assert.Equal(Line, ExitText.Line(stored.Document.Processes[0]));
    }

    /// <summary>A program that never collected but on its way out, as most short ones.</summary>
    [Fact]
    public void Verdict_OnlyExitCollections_SaysNoPause()
    {
        var report = Report.Create(Samples.Of(new AgentFile(8, begun: 1, exited: 50 * Millisecond)
            .Record(1, 51 * Millisecond, 155 * Millisecond, generation: 2).Bytes));
        Assert.StartsWith("There was no GC pause", report.ToDocument().Verdict, StringComparison.Ordinal);
        Assert.Contains(Line, Terminal(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Line_ManyExitCollections_NamesTheLongest()
    {
        var file = new AgentFile(8, begun: 3, exited: 5_000).Record(1, 6_000, 7_000).Record(2, 8_000, 28_000).Record(3, 30_000, null);
        var process = Report.Create(Samples.Of(file.Bytes)).ToDocument().Processes[0];
        Assert.Equal(
            "3 collections at the interpreter's exit, longest 20 µs, are not counted, because no request waits for them",
            ExitText.Line(process));
    }

    /// <summary>What began before the exit handlers was waited for.</summary>
    [Fact]
    public void AtExit_StartedBeforeExit_CountsAsUsual()
    {
        var recording = Assert.Single(
            Samples.Of(new AgentFile(8, begun: 1, exited: 6_500).Record(1, 6_000, 7_000).Bytes));
        Assert.Null(recording.AtExit);
        Assert.Equal(6_000, recording.DurationNanoseconds);
        Assert.Single(recording.Pauses);
    }

    /// <summary>A request that was open while the interpreter ended did stand: it is judged as if those pauses were others.</summary>
    [Fact]
    public void Of_RequestDuringExit_IsJudgedByThem()
    {
        const long second = SimulatedService.Second;
        (long Start, long Length)[] pauses =
            [.. Enumerable.Range(1, 20).Select(i => ((i * second) + (i * 31 * Millisecond), 300 * Millisecond))];
        var all = SimulatedService.RecordingOf(pauses, 21 * second);
        var apart = SimulatedService.RecordingOf(pauses[..^1], 21 * second) with
        {
            AtExit = new ExitCollections([all.Collections[^1]], [all.Pauses[^1] with { Collection = 0 }]),
        };
        var without = Judge(SimulatedService.RecordingOf(pauses[..^1], 21 * second));
        Assert.Equal(Judge(all), Judge(apart));
        Assert.True(Judge(apart).SlowWithPause > without.SlowWithPause);

        (long Slow, long? Touched, long? SlowWithPause, long? Because) Judge(Recording recording)
        {
            var set = new RequestSet { Files = ["requests"], Format = "csv" };
            for (var at = 100 * Millisecond; at < pauses[^1].Start + (200 * Millisecond); at += 17 * Millisecond)
            {
                // Each is held until the end of the pause that it meets.
                var held = pauses.Sum(pause => at < pause.Start + pause.Length && at + (10 * Millisecond) > pause.Start
                    ? pause.Start + pause.Length - Math.Max(at, pause.Start)
                    : 0);
                set.Requests.Add(new Request(SimulatedService.Zero + at, (10 * Millisecond) + held, -1, -1, -1));
            }

            var judged = RequestAttribution.Compute([set], [recording], new AttributionOptions(100 * Millisecond));
            return (judged.Measured.Slow, judged.WithPause, judged.SlowWithPause, judged.SlowBecauseOfGc);
        }
    }

    private static string Terminal(Report report)
    {
        return PlainConsole.Text(200, console => new TerminalReportWriter().Write(report, console));
    }
}
