using Unpause.Analysis;
using Unpause.Analysis.Minutes;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Analysis;

/// <summary>The minute with the most paused time.</summary>
public sealed class WorstMinuteTests
{
    private const long Ms = Recorded.Millisecond, Minute = 60_000;

    [Fact]
    public void Sums_RandomPauses_EqualMillisecondByMillisecond()
    {
        var random = new Random(11);
        for (var round = 0; round < 200; round++)
        {
            var length = random.Next(1, 5 * (int)Minute);
            var pauses = new List<(long, long)>();
            for (long at = random.Next(2000); at < length; at += random.Next(1, 30_000))
            {
                var duration = random.Next(0, 90_000);
                pauses.Add((at, duration));
                at += duration;
            }

            var began = random.Next(60_000);
            var recording = Recorded.Begun(length, [.. pauses]);
            recording.Clock = new Clock(new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero).AddMilliseconds(began), 1_000, "test");
            var sums = MinuteSums.Compute(AnalysedProcess.From(recording.Build()))!;
            Assert.Equal(-began * Ms, sums.From);
            var naive = new long[(length + began + Minute - 1) / Minute];
            foreach (var (start, duration) in pauses)
            {
                for (var at = start; at < Math.Min(length, start + duration); at++) naive[(at + began) / Minute]++;
            }

            Assert.Equal(naive.Select(paused => paused * Ms), sums.Paused);
            Assert.Equal(length * Ms, Enumerable.Range(0, sums.Count).Sum(sums.Recorded));
        }
    }

    /// <summary>Twenty minutes with a pause each; in the seventh GC is called often, and one pause is long.</summary>
    [Fact]
    public void Find_OneBadMinute_SaysWhatWasDifferent()
    {
        var recording = Recorded.Begun(20 * Minute, [.. Enumerable.Range(0, 20).Select(minute => (minute * Minute, 10L))]);
        for (var call = 0; call < 5; call++)
        {
            var collection = recording.Begin(100 + call);
            (collection.RuntimeCause, collection.Cause) = ("System.gc()", Causes.Induced);
            collection.StartNanoseconds = ((6 * Minute) + 1000 + (call * 1000)) * Ms;
            collection.AllocatedBytes = 1000;
            recording.Pauses.Add(new Pause(
                collection.StartNanoseconds.Value, (call == 0 ? 500 : 20) * Ms, recording.Collections.Count - 1, "Pause Full"));
        }

        var worst = WorstMinute.Find(AnalysedProcess.From(recording.Build()))!;
        Assert.Equal((6 * Minute * Ms, Minute * Ms, 590 * Ms), (worst.StartNanoseconds, worst.LengthNanoseconds, worst.PausedNanoseconds));
        Assert.Equal((19, 10 * Ms), (worst.OtherMinutes, worst.UsualNanoseconds));
        Assert.Equal((500 * Ms, 6L), (worst.LongestNanoseconds, worst.Collections));
        Assert.Equal(
            [
                new MinuteDifference(MinuteFact.LongestPause, null, 500 * Ms, 10 * Ms),
                new MinuteDifference(MinuteFact.Collections, null, 6, 1),
                new MinuteDifference(MinuteFact.Allocated, null, 5060, 60),
                new MinuteDifference(MinuteFact.Cause, "System.gc()", 5, 0),
            ],
            worst.Differences);
        Assert.Equal((1, 20, 590 * Ms), (worst.Strip.Minutes, worst.Strip.PausedNanoseconds.Count, worst.Strip.PausedNanoseconds[6]));
    }

    [Theory]
    [InlineData(9)]
    [InlineData(60 * 24 * 400)]
    public void Find_RecordingTooShortOrLong_IsNone(long minutes) =>
        Assert.Null(WorstMinute.Find(AnalysedProcess.From(Recorded.With(minutes * Minute, (1000, 10)))));

    [Fact]
    public void Find_WithoutPauses_IsNone() =>
        Assert.Null(WorstMinute.Find(AnalysedProcess.From(Recorded.With(60 * Minute))));

    [Fact]
    public void Find_PauseOverManyMinutes_HasItInEach()
    {
        var worst = WorstMinute.Find(AnalysedProcess.From(Recorded.With(20 * Minute, (30_000, 10 * Minute))))!;
        Assert.Equal((Minute * Ms, Minute * Ms), (worst.StartNanoseconds, worst.PausedNanoseconds));
        Assert.Equal(10 * Minute * Ms, worst.LongestNanoseconds);
        Assert.Equal(10 * Minute * Ms, worst.Strip.PausedNanoseconds.Sum());
    }

    [Fact]
    public void Find_Days_FitIntoTheStrip()
    {
        var worst = WorstMinute.Find(AnalysedProcess.From(Recorded.With(30 * 24 * 60 * Minute, (5 * Minute, 10))))!;
        Assert.Equal((360, 120), (worst.Strip.Minutes, worst.Strip.PausedNanoseconds.Count));
    }

    /// <summary>A script over the raw text: in minutes from its first line on, the second full collection, and 45 others' median.</summary>
    [Fact]
    public void Find_RealLog_EqualsAScriptsCount()
    {
        var log = RepositoryFolder.SharedFile("corpus", "jvm", "preunified", "ps", "details", "960_old.log");
        var recording = Samples.Of(File.ReadAllBytes(log))[0];
        var worst = WorstMinute.Find(AnalysedProcess.From(recording))!;
        Assert.Equal((178 * Minute * Ms, 45), (worst.StartNanoseconds, worst.OtherMinutes));
        Assert.Equal((5_676_610_500, 3_563_950_400), (worst.PausedNanoseconds, worst.UsualNanoseconds));
    }
}
