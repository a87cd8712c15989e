using System.Text;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Rotated logs: a JVM wrote parts of 16 KB; the newest has the base name.</summary>
public class RotatedSeriesTests
{
    [Fact]
    public void RotatedSeries_PartsInAnyOrder_GiveOneRecording()
    {
        string[] parts = ["run-1.log", "run-1.log.01", "run-1.log.00"];
        var loaded = Load(parts);
        var recording = Assert.Single(loaded.Recordings);
        Assert.Equal(["run-1.log.00", "run-1.log.01", "run-1.log"], recording.Source.Files);
        var inOrder = new[] { "run-1.log.00", "run-1.log.01", "run-1.log" }.SelectMany(
            part => File.ReadAllBytes(JvmLogs.Fixture("rotated", part))).ToArray();
        Assert.Equal(JvmLogs.Describe(JvmLogs.Load(inOrder)), JvmLogs.Describe(loaded));
        Assert.Empty(recording.Coverage.Notes);
        Assert.Equal(0, recording.LostNanoseconds);
    }

    [Fact]
    public void RotatedSeries_MissingPart_IsNamedAndLeftOutOfShares()
    {
        var whole = Assert.Single(Load(["run-1.log.00", "run-1.log.01", "run-1.log"]).Recordings);
        var holed = Assert.Single(Load(["run-1.log", "run-1.log.00"]).Recordings);
        Assert.Contains(holed.Coverage.Notes, note => note.Text.Contains("are missing from the log", StringComparison.Ordinal));
        Assert.InRange(holed.LostNanoseconds, 1, whole.DurationNanoseconds!.Value);
        Assert.Equal(whole.DurationNanoseconds, holed.DurationNanoseconds);
        Assert.True(holed.ObservedNanoseconds < whole.ObservedNanoseconds);
    }

    [Fact]
    public void RotatedSeries_DifferentSeries_StaySeparate()
    {
        var loaded = Load(["run-1.log.00", "run-2.log.00", "run-1.log.01", "run-2.log", "run-1.log"]);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.Equal(25, loaded.Recordings[0].Pauses.Count);
        Assert.Equal(13, loaded.Recordings[1].Pauses.Count);
    }

    [Fact]
    public void RotatedSeries_RestartInsideASeries_IsASeparateRecording()
    {
        var parts = new (string, string)[] { ("gc.log.1", "run-2.log.00"), ("gc.log", "run-2.log"), ("gc.log.0", "run-1.log.00") };
        var loaded = RuntimeTable.Default.Load(
            [.. parts.Select(part => new RecordingInput(part.Item1, () => File.OpenRead(JvmLogs.Fixture("rotated", part.Item2))))]);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.Equal(13, loaded.Recordings[1].Pauses.Count);
        Assert.True(loaded.Recordings[0].Clock.StartedAt < loaded.Recordings[1].Clock.StartedAt);
    }

    [Fact]
    public void RotatedSeries_OtherFilesWithTheName_AreReadSeparately()
    {
        var loaded = RuntimeTable.Default.Load(
        [
            new RecordingInput("gc.log.0", () => File.OpenRead(JvmLogs.Fixture("rotated", "run-1.log.00"))),
            new RecordingInput("gc.log.1", () => new MemoryStream("nothing of ours\n"u8.ToArray())),
            new RecordingInput("gc.log.2", () => throw new UnauthorizedAccessException("no access")),
        ]);
        Assert.Single(loaded.Recordings);
        Assert.Equal(["gc.log.1", "gc.log.2"], loaded.Unread.Select(unread => unread.Name));
    }

    [Fact]
    public void RotatedSeries_Jdk8PartsWithoutALastLineEnd_AreJoined()
    {
        string[] texts =
        [
            "1.000: [GC 17024K->13057K(83008K), 0.0441346 secs]\n2.000: [GC 27711K->25864K(83008K), 0.0413429 secs]",
            "3.000: [Full GC 41044K->1232K(83008K), 0.0526802 secs]\n",
        ];
        var loaded = RuntimeTable.Default.Load(
        [
            new RecordingInput("gc.log.1.current", () => new MemoryStream(Encoding.UTF8.GetBytes(texts[1]))),
            new RecordingInput("gc.log.0", () => new MemoryStream(Encoding.UTF8.GetBytes(texts[0]))),
        ]);
        var recording = Assert.Single(loaded.Recordings);
        Assert.Equal([44_134_600, 41_342_900, 52_680_200], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(["gc.log.0", "gc.log.1.current"], recording.Source.Files);
    }

    [Theory]
    [InlineData("gc.log", "gc.log")]
    [InlineData("/a.1/gc.log.12", "/a.1/gc.log")]
    [InlineData("gc.log.0.current", "gc.log")]
    [InlineData("gc.log.3.gz", "gc.log")]
    [InlineData("gc.log.gz", "gc.log")]
    [InlineData("app-1.2.3", "app-1.2")]
    [InlineData("12", "12")]
    [InlineData(".1", ".1")]
    public void RotatedSeries_Name_IsTheFileNameWithoutThePart(string name, string series) =>
        Assert.Equal(series, RotatedSeries.SeriesOf(name));

    private static LoadedRecordings Load(string[] names) =>
        RuntimeTable.Default.Load(
            [.. names.Select(name => new RecordingInput(name, () => File.OpenRead(JvmLogs.Fixture("rotated", name))))]);
}
