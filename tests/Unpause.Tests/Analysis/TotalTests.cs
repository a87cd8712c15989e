using Unpause.Analysis.Summaries;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Words;
using Unpause.Reports;
using Unpause.Reports.Budgets;

namespace Unpause.Tests.Analysis;

/// <summary>Sums of hostile numbers: against exact arithmetic, and as they come out in summaries.</summary>
public class TotalTests
{
    private static readonly long[] Hard =
    [
        0, 1, -1, long.MaxValue, long.MinValue, long.MaxValue - 1, long.MaxValue / 2, Limits.PauseNanoseconds, Limits.LongestNanoseconds,
        1_000_000
    ];

    [Fact]
    public void Total_RandomValues_IsExactAndSaturates()
    {
        var random = new Random(20_261_121);
        for (var round = 0; round < 2_000; round++)
        {
            long[] values = [.. Enumerable.Range(0, random.Next(12)).Select(_ => Hostile(random))];
            var exact = values.Aggregate(default(System.Numerics.BigInteger), (sum, value) => sum + Math.Max(0, value));
            var total = Total.Sum(values, value => value);
            var halves = Total.Sum(values[..(values.Length / 2)], value => value)
                + Total.Sum(values[(values.Length / 2)..], value => value);
            Assert.Equal(System.Numerics.BigInteger.Min(exact, long.MaxValue), total.Value);
            Assert.Equal(exact > long.MaxValue, total.IsAtLeast);
            Assert.Equal(total, halves);
            if (values.Length > 0)
            {
                Assert.Equal((double)exact / values.Length, total.Mean(values.Length), Math.Max(1, (double)exact) * 1e-12);
            }
        }
    }

    [Fact]
    public void Total_TooLarge_SaysAtLeast()
    {
        var total = Total.From(long.MaxValue);
        Assert.Equal("292 years", Quantities.Duration(total));
        Assert.Equal("at least 292 years", Quantities.Duration(total + 1));
        Assert.Equal("at least 8388608 TiB", Quantities.Bytes(total + 1));
        Assert.Equal("3,583 at least 9,223,372,036,854,775,807", FormattableString.Invariant($"{Total.From(3583):N0} {total + 1:N0}"));
        Assert.Equal("3 h", Quantities.Duration(Total.From(3 * 3600L * 1_000_000_000)));
        Assert.True((total + 1).CompareTo(total) > 0, "the order is that of the whole sums");
    }

    /// <summary>Recordings as readers build them, and as somebody may put them together without a reader's checks.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Summary_HostileRecording_StaysPossible(bool built)
    {
        var random = new Random(10);
        for (var round = 0; round < 500; round++)
        {
            var recording = HostileRecording(random, built);
            var summary = Summary.Compute(recording);
            AssertPossible(summary.Pauses);
            foreach (var kind in summary.Collections.ByKind)
            {
                AssertPossible(kind.Pauses);
                Assert.True(
                    kind.SuspensionNanoseconds is null or { Value: >= 0 } && kind.PromotedBytes is null or { Value: >= 0 },
                    "sums of a kind");
            }

            Assert.All(summary.Collections.ByGeneration, row => Assert.True(
                row.PauseTotalNanoseconds >= 0 && !(row.PauseMeanNanoseconds > row.PauseMaxNanoseconds), "a generation's sums"));
            Assert.All(summary.Collections.ByCause, row => Assert.True(row.PauseTotalNanoseconds >= 0, "a cause's sum"));
            Assert.All(
                summary.Collections.ByPhase,
                row => Assert.True(row.TotalNanoseconds >= 0 && row.MeanNanoseconds <= row.MaxNanoseconds, "a phase's sums"));
            Assert.All(summary.Stalls, row => Assert.True(row.TotalNanoseconds >= 0, "a wait's sum"));
            Assert.True(summary.Heap is { AllocatedBytes: null or { Value: >= 0 } } and
                not { AllocationRateBytesPerSecond: < 0 } and not { PromotionRateBytesPerSecond: < 0 }, "the heap's sums");
            if (summary.Assists is { } assists) Assert.True(assists.TotalNanoseconds >= 0, "assists");
            if (summary.Stops is not { } stops) continue;
            Assert.True(stops.TotalNanoseconds >= 0 && stops.OutsidePausesNanoseconds >= 0
                && stops.ThroughputPercent is null or (>= 0 and <= 100), "stops");
        }
    }

    [Fact]
    public void Builder_ImpossibleValues_HaveTheirReasonInTheCoverage()
    {
        var random = new Random(11);
        for (var round = 0; round < 500; round++)
        {
            var recording = HostileRecording(random, built: true);
            Assert.All(recording.Pauses, pause => Assert.InRange(pause.DurationNanoseconds, 0, Limits.PauseNanoseconds));
            Assert.True(recording.ObservedNanoseconds is null or >= 0, "a negative stretch was recorded");
            var pauses = Summary.Compute(recording).Pauses;
            if (pauses.TotalNanoseconds.IsAtLeast) Assert.True(recording.Coverage.Unreadable, "a sum without end and no word of it");
            if (pauses.ThroughputPercent is null && recording.ObservedNanoseconds is { } observed && pauses.TotalNanoseconds > observed)
            {
                Assert.NotEmpty(recording.Coverage.Notes);
            }
        }
    }

    [Fact]
    public void Summary_SaturatedPauses_AreALowerBoundInBudgets()
    {
        var begun = Recorded.Begun(3_600_000);
        begun.Begin(0);
        for (var i = 0; i < 110_000; i++) begun.Pauses.Add(new Pause(i, Limits.PauseNanoseconds, 0, "Pause Young"));
        var recording = begun.Build();
        var summary = Summary.Compute(recording);
        Assert.True(recording.Coverage.Unreadable);
        Assert.Equal(
            "The pauses add up to at least 292 years, which is longer than any recording: the input is damaged.",
            Assert.Single(recording.Coverage.Notes).Text);
        Assert.Equal(
            (long.MaxValue, true, (double)Limits.PauseNanoseconds, null),
            (
                summary.Pauses.TotalNanoseconds.Value,
                summary.Pauses.TotalNanoseconds.IsAtLeast,
                summary.Pauses.MeanNanoseconds,
                summary.Pauses.ThroughputPercent));
        Assert.Equal(BudgetOutcome.Unknown, Judge("throughput<95%", recording));
        Assert.Equal(BudgetOutcome.Broken, Judge("total_pause>1h", recording));
        Assert.Equal(BudgetOutcome.Broken, Judge("mean_pause>1h", recording));
    }

    [Fact]
    public void Builder_PausesLongerThanTheRecording_AreNoted()
    {
        var one = Recorded.With(10, (-100, 105), (7, 1));
        Assert.Equal(
            "The pauses add up to 106 ms, but only 10 ms were recorded: "
            + "the first may have begun before the recording. The share of time outside of them is unknown.",
            Assert.Single(one.Coverage.Notes).Text);
        Assert.False(one.Coverage.Unreadable);
        var many = Recorded.With(10, (0, 7), (1, 7), (2, 7));
        Assert.Contains("some of their lengths or times are damaged", Assert.Single(many.Coverage.Notes).Text, StringComparison.Ordinal);
        Assert.True(many.Coverage.Unreadable);
        Assert.Empty(Recorded.With(10, (0, 3), (5, 3)).Coverage.Notes);
    }

    private static BudgetOutcome Judge(string text, Recording recording)
    {
        Assert.True(Budget.TryParse(text, out var budget, out _), text);
        return budget!.Judge(Report.Create([recording]).ToDocument().Processes[0]).Outcome;
    }

    private static void AssertPossible(PauseSummary pauses)
    {
        Assert.True(pauses.TotalNanoseconds >= 0, "a negative sum");
        Assert.True(pauses.ThroughputPercent is null or (>= 0 and <= 100), $"throughput {pauses.ThroughputPercent}");
        Assert.True(pauses.P50Nanoseconds is null || (pauses.P50Nanoseconds <= pauses.P90Nanoseconds
            && pauses.P90Nanoseconds <= pauses.P99Nanoseconds
            && pauses.P99Nanoseconds <= pauses.P999Nanoseconds
            && pauses.P999Nanoseconds <= pauses.MaxNanoseconds), "percentiles in order");
        Assert.False(pauses.MeanNanoseconds > pauses.MaxNanoseconds, "a mean above the longest");
    }

    private static Recording HostileRecording(Random random, bool built)
    {
        var begun = Recorded.Begun();
        begun.DurationNanoseconds = random.Next(4) == 0 ? null : Hostile(random);
        begun.LostNanoseconds += Hostile(random);
        begun.AllocatedBytes = random.Next(3) == 0 ? Hostile(random) : null;
        var pauses = new PauseList();
        for (var i = 0; i < 1 + random.Next(6); i++)
        {
            var collection = begun.Begin(i);
            collection.Generation = Generations.Young;
            collection.AllocatedBytes = Hostile(random);
            collection.PromotedBytes = Hostile(random);
            collection.HeapAfterBytes = Hostile(random);
            collection.CpuNanoseconds = Hostile(random);
            var pause = new Pause(random.Next(2) == 0 ? Pause.NoTime : Hostile(random), Hostile(random), i, "Pause Young");
            pauses.Add(pause);
            begun.Pauses.Add(pause);
            begun.Phases.Add(new Phase(i, "Object Copy", Hostile(random)));
            begun.Stalls.Add(new Stall(Pause.NoTime, Hostile(random), "Allocation Stall"));
            begun.Counters.Add(new Counter(i, AssistCounter.Milliseconds, random.Next(5) switch { 0 =>
                double.NaN, 1 => double.PositiveInfinity, 2 => -1e300, _ => Hostile(random) }));
            if (random.Next(2) == 0) (begun.Stops ??= []).Add(new Stop(Hostile(random), Hostile(random), Hostile(random), "G1", true));
        }

        var recording = begun.Build();
        return built ? recording : recording with { Pauses = new Column<Pause>(pauses), DurationNanoseconds = Hostile(random) };
    }

    private static long Hostile(Random random) => random.Next(3) switch { 0 =>
        Hard[random.Next(Hard.Length)], 1 => random.NextInt64(long.MinValue, long.MaxValue), _ => random.NextInt64(10_000_000_000) };
}
