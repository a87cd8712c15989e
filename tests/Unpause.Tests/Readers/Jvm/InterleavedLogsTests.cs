using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Two JVMs that write one file or one container's output, without the decorator pid.</summary>
public partial class InterleavedLogsTests
{
    /// <summary>Real logs, put together line by line in the order of wall time, as if the second JVM had started later.</summary>
    [Theory]
    [InlineData("retaining-g1-jdk17.log.gz", "dropped-g1-jdk17.log.gz", 10.0)]
    [InlineData("retaining-g1-jdk17.log.gz", "steady-g1-jdk17.log.gz", 4.0)]
    [InlineData("steady-g1-jdk17.log.gz", "leaking-g1-jdk17.log.gz", 15.0)]
    public void UnifiedReader_JvmsWithDifferentStarts_AreSeparated(string first, string second, double secondsLater)
    {
        var loaded = JvmLogs.Load(Merge(JvmLogs.Bytes(JvmLogs.Sample(first)), JvmLogs.Bytes(JvmLogs.Sample(second)), secondsLater));
        Assert.Equal(2, loaded.Recordings.Count);
        AssertSame(JvmLogs.Read(JvmLogs.Sample(first)), loaded.Recordings[0]);
        AssertSame(JvmLogs.Read(JvmLogs.Sample(second)), loaded.Recordings[1]);
        Assert.Contains(
            loaded.Recordings.SelectMany(recording => recording.Coverage.Notes),
            note => note.Text.Contains("The decorator pid", StringComparison.Ordinal));
    }

    [Fact]
    public void UnifiedReader_JvmsWithEqualStarts_GiveANote()
    {
        var log = JvmLogs.Bytes(JvmLogs.Sample("g1-jdk17.log"));
        var loaded = JvmLogs.Load(Merge(log, log, 0.02));
        Assert.Contains(loaded.Recordings, recording => recording.Coverage.Unreadable);
        Assert.Contains(
            loaded.Recordings.SelectMany(recording => recording.Coverage.Notes),
            note => note.Text.Contains("ends twice", StringComparison.Ordinal));
    }

    /// <summary>Restarts one after the other, some shorter than others, are no interleaving.</summary>
    [Fact]
    public void UnifiedReader_Restarts_AreSeparated()
    {
        var logs = new[] { "g1-jdk17.log", "g1-jdk25.log", "serial-jdk17.log", "g1-jdk17.log" };
        var text = string.Concat(logs.Select(log => Encoding.UTF8.GetString(JvmLogs.Bytes(JvmLogs.Sample(log)))));
        var loaded = JvmLogs.Load(text);
        Assert.Equal(logs.Length, loaded.Recordings.Count);
        for (var i = 0; i < logs.Length; i++) AssertSame(JvmLogs.Read(JvmLogs.Sample(logs[i])), loaded.Recordings[i]);
        Assert.DoesNotContain(
            loaded.Recordings.SelectMany(recording => recording.Coverage.Notes),
            note => note.Text.Contains("are interleaved", StringComparison.Ordinal));
    }

    private static void AssertSame(Recording expected, Recording actual)
    {
        Assert.Equal(
            expected.Pauses.Select(pause => (pause.Name, pause.DurationNanoseconds)),
            actual.Pauses.Select(pause => (pause.Name, pause.DurationNanoseconds)));
        Assert.Equal(
            expected.Collections.Select(collection => (collection.Number, collection.HeapBeforeBytes, collection.HeapAfterBytes)),
            actual.Collections.Select(collection => (collection.Number, collection.HeapBeforeBytes, collection.HeapAfterBytes)));
    }

    private static string Merge(byte[] first, byte[] second, double secondsLater)
    {
        var lines = Stamped(first, 0).Concat(Stamped(second, secondsLater));
        return string.Concat(lines.OrderBy(line => line.At).Select(line => line.Text + "\n"));
    }

    private static IEnumerable<(double At, string Text)> Stamped(byte[] log, double later)
    {
        var at = 0.0;
        foreach (var line in Encoding.UTF8.GetString(log).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (Uptime().Match(line) is { Success: true } match) at = double.Parse(match.Groups["s"].Value, CultureInfo.InvariantCulture);
            yield return (at + later, line);
        }
    }

    [GeneratedRegex(@"^\[(?<s>\d+\.\d+)s\]", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Uptime();
}
