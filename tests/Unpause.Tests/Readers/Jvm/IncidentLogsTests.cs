using Unpause.Recordings.Words;
using System.Globalization;
using System.Text.RegularExpressions;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>The three logs of the RPC client incident: every printed number, found a second time by regular expressions.</summary>
public partial class IncidentLogsTests
{
    [CorpusTheory("incidents", "data")]
    [InlineData("rpc-client-1-retaining.g1-jdk8.log", 190.0627, 87.2, 698, 5.8, 46)]
    [InlineData("rpc-client-2-reference-dropped.g1-jdk8.log", 75.0529, 30.8, 246, 1.0, 8)]
    [InlineData("rpc-client-3-timeout-cancelled.g1-jdk8.log", 16.1575, 29.9, 239, 1.5, 12)]
    public void IncidentLogs_PrintedNumbers_AreAllRead(
        string name, double pauseMs, double buffers, double bufferSum, double attempts, double attemptSum)
    {
        var path = Incident(name);
        var recording = JvmLogs.Read(path);
        var pause = Assert.Single(recording.Pauses);
        Assert.Equal((long)Math.Round(pauseMs * 1e6), pause.DurationNanoseconds);
        Assert.Equal(Generations.Young, Assert.Single(recording.Collections).Generation);
        Assert.Equal("G1 Evacuation Pause", recording.Collections[0].RuntimeCause);
        Assert.Contains(new Counter(0, "Processed Buffers", buffers, bufferSum), recording.Counters);
        Assert.Contains(new Counter(0, "Termination Attempts", attempts, attemptSum), recording.Counters);
        Assert.Equal(2, recording.Counters.Count);
        AssertPhases(File.ReadAllText(path), recording);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [CorpusFact("incidents", "data")]
    public void IncidentLogs_Spaces_GiveSurvivorsAndPromotion()
    {
        var path = Incident("rpc-client-1-retaining.g1-jdk8.log");
        var collection = JvmLogs.Read(path).Collections[0];
        const long Mebibyte = 1 << 20;
        Assert.Equal(5632 * Mebibyte, collection.HeapBeforeBytes);
        Assert.Equal(3238 * Mebibyte, collection.HeapAfterBytes);
        Assert.Equal(8192 * Mebibyte, collection.HeapCapacityBytes);
        Assert.Equal((2796 + 208) * Mebibyte, collection.YoungBeforeBytes);
        Assert.Equal((3238 - 376 - (5632 - 2796 - 208)) * Mebibyte, collection.PromotedBytes);
        Assert.Equal((376 + 234) * Mebibyte, collection.SurvivorBytes);
        Assert.Equal(1_400_000_000, collection.CpuNanoseconds);
        Assert.Null(collection.AllocatedBytes);
    }

    [CorpusFact("incidents", "data")]
    public void IncidentLogs_Clock_IsTheDateStamp()
    {
        var path = Incident("rpc-client-3-timeout-cancelled.g1-jdk8.log");
        var recording = JvmLogs.Read(path);
        Assert.Equal(DateTimeOffset.Parse("2019-05-10T11:59:28.390+08:00", CultureInfo.InvariantCulture), recording.Clock.StartedAt);
        Assert.Equal(0, recording.Pauses[0].StartNanoseconds);
        Assert.Equal(16_157_500, recording.DurationNanoseconds);
    }

    private static void AssertPhases(string text, Recording recording)
    {
        var expected = new Dictionary<string, Phase>(StringComparer.Ordinal);
        foreach (Match match in WorkerLine().Matches(text))
        {
            if (match.Groups["name"].Value is "GC Worker Start" or "GC Worker End") continue;
            var spread = new WorkerSpread(Nanoseconds(match, "min"), Nanoseconds(match, "max"), Nanoseconds(match, "sum"));
            expected.Add(match.Groups["name"].Value, new Phase(0, match.Groups["name"].Value, Nanoseconds(match, "avg"), spread));
        }

        foreach (Match match in PlainLine().Matches(text))
        {
            expected.Add(match.Groups["name"].Value, new Phase(0, match.Groups["name"].Value, Nanoseconds(match, "value")));
        }

        Assert.Equal(20, expected.Count);
        Assert.Equal(
            expected.Values.OrderBy(phase => phase.Name, StringComparer.Ordinal),
            recording.Phases.OrderBy(phase => phase.Name, StringComparer.Ordinal));
    }

    private static long Nanoseconds(Match match, string group) =>
        (long)Math.Round(double.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture) * 1e6);

    private static string Incident(string name) => RepositoryFolder.SharedFile("incidents", "data", name);

    [GeneratedRegex(
        @"\[(?<name>[^\[\]:(]+) \(ms\): Min: (?<min>[\d.]+), Avg: (?<avg>[\d.]+), Max: (?<max>[\d.]+), Diff: "
        + @"[\d.]+(, Sum: (?<sum>[\d.]+))?\]",
        RegexOptions.ExplicitCapture,
        1000)]
    private static partial Regex WorkerLine();

    [GeneratedRegex(@"\[(?<name>[^\[\]:(]+): (?<value>[\d.]+) ms[\],]", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex PlainLine();
}
