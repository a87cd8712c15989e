using System.Text.Json;
using Unpause.Experiments.Tuning;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Reports.Budgets;
using Unpause.Requests;

namespace Unpause.Tests.Reports.Tuning;

public class TrialNumbersTests
{
    /// <summary>The script counted its own collections in gc.callbacks, for the time that it built its list.</summary>
    [Fact]
    public void TrialNumbers_Window_CountsThePausesUnderLoad()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "film-default.upgc"));
        using var counted = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "python", "film-default.json")));
        var whole = TrialNumbers.Compute([recording], [], null, null);
        var started = (recording.Clock.StartedAt!.Value.UtcTicks - DateTime.UnixEpoch.Ticks) * TimeSpan.NanosecondsPerTick;
        // The longest collection is one of the last of the building; what came before its middle is another part.
        var longest = recording.Pauses.MaxBy(pause => pause.DurationNanoseconds);
        var before = Under(0, longest.StartNanoseconds);
        var rest = Under(longest.StartNanoseconds, recording.DurationNanoseconds!.Value + 1);

        Assert.Equal(counted.RootElement.GetProperty("gc_longest_ms").GetDouble(), whole["max_pause"] / 1e6, 0.5);
        Assert.Equal(whole["max_pause"], rest["max_pause"]);
        Assert.True(before["max_pause"] < whole["max_pause"]);
        Assert.Equal(whole["total_pause"], before["total_pause"] + rest["total_pause"]);
        Assert.Equal(whole["pauses"], before["pauses"] + rest["pauses"]);
        Assert.Equal(100 * (1 - (before["total_pause"] / longest.StartNanoseconds)), before["throughput"], 0.01);
        // What has no place in time is the whole run's.
        Assert.Equal(whole["collections"], before["collections"]);

        IReadOnlyDictionary<string, double> Under(long from, long until) =>
            TrialNumbers.Compute([recording], [], new TrialWindow(started + from, started + until), null);
    }

    [Fact]
    public void TrialNumbers_NoPause_IsZero()
    {
        var numbers = TrialNumbers.Compute([Recorded.With(1_000)], [], null, null);
        Assert.Equal((0, 0, 100), (numbers["max_pause"], numbers["total_pause"], numbers["throughput"]));
        Assert.Empty(TrialNumbers.Compute([], [], null, null));
    }

    [Fact]
    public void TrialNumbers_SeveralProcesses_TakeTheWorst()
    {
        Recording[] recordings = [Recorded.With(1_000, (10, 5)), Recorded.With(1_000, (10, 50), (500, 1))];
        var numbers = TrialNumbers.Compute(recordings, [], null, null);
        Assert.Equal((50e6, 51e6, 2), (numbers["max_pause"], numbers["total_pause"], numbers["collections"]));
        Assert.Equal(94.9, numbers["throughput"], 3);
    }

    /// <summary>Percentiles of numbers that can be counted on: 1 to 100 ms, the warm-up before them.</summary>
    [Fact]
    public void TrialNumbers_WarmUp_IsLeftOutOfLatencies()
    {
        var lines = Enumerable.Range(1, 100).Select(number => $"{2_000_000_000_000 + number},{number}").Prepend("1999999999000,9999");
        var sets = new RequestLoader(RequestOptions.Default).Load(
            [new RecordingInput("mine.csv", () => new MemoryStream(
                System.Text.Encoding.ASCII.GetBytes("start_ms,duration_ms\n" + string.Join('\n', lines) + "\n")))]).Sets;
        var numbers = TrialNumbers.Compute([], sets, new TrialWindow(2_000_000_000_000_000_000, 2_000_000_001_000_000_000), null);
        Assert.Equal(
            (100, 50e6, 90e6, 99e6, 100e6),
            (numbers["requests"], numbers["p50_request"], numbers["p90_request"], numbers["p99_request"], numbers["max_request"]));
    }

    [Theory]
    [InlineData("max_rss<500MB", 500e6, true)]
    [InlineData("max_rss<500MB", 499e6, false)]
    [InlineData("max_rss <= 500MB", 500e6, false)]
    [InlineData("throughput>95%", 96, true)]
    public void TrialConstraint_Number_IsBrokenOrKept(string text, double rss, bool broken)
    {
        var constraint = TrialConstraint.Read(text, out var problem);
        Assert.Null(problem);
        // A number that a trial doesn't tell keeps nothing.
        Assert.Equal(broken, constraint!.IsBrokenBy(new Dictionary<string, double> { ["max_rss"] = rss }));
    }

    [Fact]
    public void TrialMetric_RequestsAndThreshold_AreKnownNeeds()
    {
        Assert.True(TrialMetric.NeedsRequests("p99_request") && TrialMetric.NeedsRequests("error_rate"));
        Assert.False(TrialMetric.NeedsRequests("max_pause") || BudgetMetric.NeedsThreshold("p99_request"));
        Assert.True(BudgetMetric.NeedsThreshold("slow_percent"));
        Assert.True(TrialMetric.Find("throughput", out _)!.HigherIsBetter);
        Assert.False(TrialMetric.Find("max_rss", out _)!.HigherIsBetter);
        Assert.Null(TrialMetric.Find("p99-request", out var problem));
        Assert.StartsWith("'p99-request' is not a known metric; did you mean p99_request?", problem, StringComparison.Ordinal);
    }
}
