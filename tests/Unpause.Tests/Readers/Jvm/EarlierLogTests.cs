using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>A JVM's own log up to where our recording of it begins: one JVM is one recording.</summary>
public class EarlierLogTests
{
    private static readonly DateTimeOffset Began = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("[{1}s][info][gc]")]
    [InlineData("[{0}][{1}s][info][gc]")]
    [InlineData("[{1}s]")]
    public void EarlierLog_ComparableTimes_JoinsWithOurRecording(string decorators)
    {
        var loaded = Load(decorators);
        var recording = Assert.Single(loaded);
        Assert.Equal(["gc.log, before", "process 77"], recording.Source.Files);
        Assert.Equal(20, recording.Pauses.Count);
        Assert.Equal(Enumerable.Range(0, 20).Select(number => (long)number), recording.Collections.Select(collection => collection.Number));
        Assert.Equal(20 * 5_000_000L, recording.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Equal(0, recording.LostNanoseconds);
        // Its end is when we stopped, not the last line, and what is before stays.
        var whole = new Observation(77, null, null, "java App", null, 10_500_000_000)
        {
            EndedAt = Began.AddSeconds(25),
            Before = "gc.log, before",
        }.Complete(recording);
        // Its first line has the uptime 1 s, and it has no header, so it begins there.
        Assert.Equal(24_000_000_000, whole.DurationNanoseconds!.Value, 5_000_000.0);
        Assert.Contains(
            whole.Coverage.Notes,
            note => note.Text.StartsWith("all but the last 10.5 s is from the program's own log (gc.log, b", StringComparison.Ordinal));
    }

    /// <summary>Wall time alone, or no time at all, cannot be aligned with ours: two recordings, and no collection in both.</summary>
    [Theory]
    [InlineData("[{0}][gc]")]
    [InlineData("[info][gc]")]
    public void EarlierLog_IncomparableTimes_StaysSeparate(string decorators)
    {
        var loaded = Load(decorators);
        Assert.Equal(2, loaded.Count);
        Assert.Equal(20, loaded.Sum(recording => recording.Pauses.Count));
        Assert.All(loaded, recording => Assert.Single(recording.Source.Files));
    }

    private static IReadOnlyList<Recording> Load(string decorators) => RuntimeTable.Default.Load(
    [
        Input("process 77", "[{0}][{1}s][info][gc]", 10, 20),
        Input("gc.log, before", decorators, 0, 10),
    ]).Recordings;

    private static RecordingInput Input(string name, string decorators, int from, int to)
    {
        var lines = Enumerable.Range(from, to - from).Select(number =>
            string.Format(
                CultureInfo.InvariantCulture,
                decorators,
                Began.AddSeconds(number + 1).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'+0000'", CultureInfo.InvariantCulture),
                $"{number + 1}.000")
            + $" GC({number}) Pause Young (Normal) (G1 Evacuation Pause) 40M->10M(64M) 5.000ms\n");
        var bytes = System.Text.Encoding.UTF8.GetBytes(string.Concat(lines));
        return new RecordingInput(name, () => new MemoryStream(bytes)) { Series = "live" };
    }
}
