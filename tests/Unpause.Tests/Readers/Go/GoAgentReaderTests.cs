using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go.Agent;
using Unpause.Recordings.Words;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Tests.Readers.Go;

/// <summary>Real files of the agent against what the recorded programs counted themselves, and made ones for what is seldom.</summary>
public class GoAgentReaderTests
{
    private const long Millisecond = 1_000_000;

    [Theory]
    [InlineData("1.19", "1.19.8")]
    [InlineData("1.26", "1.26.10")]
    public void GoAgentReader_Samples_MatchTheProgram(string sample, string version)
    {
        var recording = Assert.Single(Samples.Load("samples", "go", $"pages-go{sample}.upgo.gz"));
        using var document = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "go", $"pages-go{sample}.json")));
        var said = document.RootElement;
        var (source, first) = (recording.Source, said.GetProperty("first").GetInt64());
        Assert.Equal(("go-agent", Runtimes.Go, version), (source.Format, source.Runtime, source.RuntimeVersion));
        Assert.Equal(("2", "off"), (source.Settings["GOMAXPROCS"], source.Settings["GOMEMLIMIT"]));
        var numbers = recording.Collections.Select(collection => collection.Number).ToList();
        Assert.Equal(Enumerable.Range(0, said.GetProperty("collections").GetInt32()).Select(i => first + i), numbers);
        Assert.Equal(said.GetProperty("pause_total_ns").GetInt64(), recording.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Equal(said.GetProperty("last_pause_ns").GetInt64(), recording.Pauses[^1].DurationNanoseconds);
        Assert.Equal(said.GetProperty("requests").GetInt64(), recording.Requests!.Served);
        // What the clients measured has the way and the wait for the server in it.
        var served = recording.Requests.Requests.Sum(request => request.DurationNanoseconds / 1e6);
        Assert.InRange(served, 1, said.GetProperty("requests_ms").GetDouble());
        Assert.InRange(recording.DurationNanoseconds!.Value, 2_900 * Millisecond, 3_500 * Millisecond);
        Assert.InRange(recording.Clock.UncertaintyNanoseconds!.Value, 100, Millisecond);
        Assert.False(recording.Coverage.Unreadable);
        var sets = RecordedRequestSets.From([recording]);
        Assert.NotNull(RequestAttribution.Compute(sets, [recording], new AttributionOptions(10 * Millisecond)).SlowBecauseOfGcHigh);
    }

    [Fact]
    public void GoAgentReader_AssistsAndSizes_AreFromTheSamples()
    {
        var recording = Read(new GoAgentFile()
            .Sample(1, 10 * Millisecond, (1, 0), (4, 512 << 20), (5, 150), (16, 1.0), (17, 2.0))
            .Cycle(1, 7, 100 * Millisecond, 2 * Millisecond, 200 * Millisecond)
            .Cycle(2, 8, 150 * Millisecond, Millisecond, 200 * Millisecond)
            .Sample(2, 210 * Millisecond, (1, 1), (2, 1000), (3, 2000), (4, 512 << 20), (5, 150), (16, 1.5), (17, 2.25)));
        Assert.Equal(("150", "512 MiB"), (recording.Source.Settings["GOGC"], recording.Source.Settings["GOMEMLIMIT"]));
        Assert.Equal("./app \"two words\"", recording.Source.Command);
        Assert.Equal([true, false], recording.Collections.Select(collection => collection.Induced));
        Assert.Equal([1000, 1000], recording.Collections.Select(collection => collection.HeapAfterBytes!.Value));
        var assists = recording.Counters.Where(counter => counter.Name == GoCounters.AssistMilliseconds).Select(counter => counter.Value);
        Assert.Equal([250.0, 250.0], assists);
        Assert.Equal([98 * Millisecond, 149 * Millisecond], recording.Pauses.Select(pause => pause.StartNanoseconds));
    }

    [Fact]
    public void GoAgentReader_MetricsOfOtherVersions_AreUnknown()
    {
        var recording = Read(new GoAgentFile()
            .Sample(1, 0).Cycle(1, 1, 5 * Millisecond, Millisecond, 6 * Millisecond).Sample(2, 10 * Millisecond));
        Assert.Empty(recording.Counters);
        Assert.Null(Assert.Single(recording.Collections).HeapAfterBytes);
        Assert.Null(recording.ProcessCounters);
        Assert.Equal("off", recording.Source.Settings["GOGC"]);
        Assert.False(recording.Source.Settings.ContainsKey("GOMEMLIMIT"));
    }

    [Fact]
    public void GoAgentReader_OverwrittenCollections_MoveTheBeginning()
    {
        var file = new GoAgentFile(cycles: 2).Sample(1, 0);
        for (var i = 1; i <= 3; i++) file.Cycle(i, i, i * 100 * Millisecond, Millisecond, ((i * 100) + 5) * Millisecond);
        var recording = Read(file.Request(1, 10 * Millisecond, Millisecond, 1).Request(2, 250 * Millisecond, Millisecond, 2)
            .Sample(2, 310 * Millisecond));
        Assert.Equal([2L, 3L], recording.Collections.Select(collection => collection.Number));
        Assert.Equal((1L, "POST /b"), (recording.Requests!.Served, recording.Requests.Names[recording.Requests.Requests[0].Name]));
        Assert.Equal(50 * Millisecond, recording.Requests.Requests[0].StartNanoseconds);
        Assert.Equal(110 * Millisecond, recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("The first 1 of 3 collections", StringComparison.Ordinal));
    }

    [Fact]
    public void GoAgentReader_WallClockSetBack_MovesNoCollection()
    {
        var file = new GoAgentFile().Sample(1, 0)
            .Cycle(1, 1, 100 * Millisecond, Millisecond, 150 * Millisecond).Sample(2, 151 * Millisecond)
            .Cycle(2, 2, (200 - 3_600_000) * Millisecond, Millisecond, 250 * Millisecond).Sample(3, 251 * Millisecond);
        var at = GoAgentFile.HeaderBytes + (4 * 64) + (2 * 1024);
        file.Long(at + 16, GoAgentFile.Wall + ((251 - 3_600_000) * Millisecond));
        var recording = Read(file);
        Assert.Equal([100 * Millisecond, 200 * Millisecond], recording.Collections.Select(collection => collection.EndNanoseconds!.Value));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("wall clock moved", StringComparison.Ordinal));
    }

    private static Recording Read(GoAgentFile file) =>
        Assert.Single(new GoAgentReader().Read(new MemoryStream(file.Bytes), new ReadContext(["x"])));
}
