using System.Buffers.Binary;
using System.Text.Json;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Python;

/// <summary>Real files of the agent against the counters that the recorded programs kept themselves.</summary>
public class AgentReaderTests
{
    [Theory]
    [InlineData("film-default")]
    [InlineData("film-tuned")]
    [InlineData("cycles")]
    [InlineData("live-usdt")]
    public void AgentReader_RecordedProgram_MatchesItsOwnCounts(string sample)
    {
        var recording = Assert.Single(Samples.Load("samples", "python", sample + ".upgc"));
        using var document = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "python", sample + ".json")));
        var said = document.RootElement;
        var zero = BinaryPrimitives.ReadInt64LittleEndian(
            File.ReadAllBytes(RepositoryFolder.File("samples", "python", sample + ".upgc")).AsSpan(40));
        var (began, ended) = (said.GetProperty("began_ns").GetInt64() - zero, said.GetProperty("ended_ns").GetInt64() - zero);
        var inside = recording.Pauses.Where(pause => pause.StartNanoseconds >= began && pause.EndNanoseconds <= ended).ToList();
        var collections = inside.ConvertAll(pause => recording.Collections[pause.Collection]);
        string[] generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2];
        Assert.Equal(
            said.GetProperty("collections").EnumerateArray().Select(count => count.GetInt32()),
            generations.Select(generation => collections.Count(collection => collection.Generation == generation)));
        Assert.Equal(said.GetProperty("freed").GetInt64(), collections.Sum(collection => collection.FreedObjects));
        // The two callbacks run one after the other: some microseconds a collection, never a different order.
        var total = inside.Sum(pause => pause.DurationNanoseconds) / 1e6;
        Assert.InRange(
            total,
            said.GetProperty("gc_total_ms").GetDouble() * 0.9,
            (said.GetProperty("gc_total_ms").GetDouble() * 1.1) + (collections.Count * 0.02));
        if (sample is "film-default" or "film-tuned")
        {
            Assert.Equal(said.GetProperty("gc_longest_ms").GetDouble(), inside.Max(pause => pause.DurationNanoseconds) / 1e6, 0);
        }
    }

    [Fact]
    public void AgentReader_Source_IsDescribed()
    {
        var source = Assert.Single(Samples.Load("samples", "python", "film-tuned.upgc")).Source;
        Assert.Equal(
            ("python-agent", Runtimes.CPython, "3.11.2", "generational"),
            (source.Format, source.Runtime, source.RuntimeVersion, source.Collector));
        Assert.Equal("/usr/bin/python3 ../../labs/recommendations/film.py 200000 --thresholds 10000,50,20", source.Command);
        Assert.Equal(
            ("700,10,10", "10000", "10000,?,20"),
            (source.Settings["thresholds"], source.Settings["threshold0_at_end"], source.Settings["thresholds_at_end"]));
        Assert.NotNull(source.ProcessId);
    }

    /// <summary>What kernel probes do not record is unknown, not 0.</summary>
    [Fact]
    public void AgentReader_RecordedFromOutside_CausesAndCountsAreUnknown()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "live-usdt.upgc"));
        Assert.All(recording.Collections, collection => Assert.Null(collection.Cause));
        Assert.All(recording.Collections, collection => Assert.False(collection.Induced is true));
        Assert.All(recording.Collections, collection => Assert.Null(collection.AllocatedObjects));
        Assert.All(recording.Collections, collection => Assert.Null(collection.UncollectableObjects));
        Assert.DoesNotContain("thresholds", recording.Source.Settings.Keys);
        // It was recorded for four seconds, longer than the program collected.
        Assert.InRange(recording.DurationNanoseconds!.Value, 3_900_000_000, 4_500_000_000);
        Assert.InRange(recording.Clock.UncertaintyNanoseconds!.Value, 100, 1_000_000);
    }

    /// <summary>A generation that was not recorded, and ends that were lost.</summary>
    [Fact]
    public void AgentReader_RecordedFromOutside_GenerationMayBeUnknown()
    {
        const uint Outside = 64, NotCounted = uint.MaxValue;
        var file = new AgentFile(8, flags: Outside, begun: 2)
            .Record(1, 2000, 3000, generation: 255, enabled: false, count0: uint.MaxValue, freed: NotCounted)
            .Record(2, 2500, 2700, generation: 1, enabled: false, freed: 7)
            .Long(88, 9000).Long(96, 3);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.Equal([null, "gen1"], recording.Collections.Select(collection => collection.Generation));
        Assert.Equal([null, 7L], recording.Collections.Select(collection => collection.FreedObjects));
        Assert.All(recording.Collections, collection => Assert.Null(collection.Cause));
        Assert.Equal(8000, recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("3 probe hits were lost", StringComparison.Ordinal));
    }

    [Fact]
    public void AgentReader_Clock_IsFromTheAnchors()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "film-default.upgc"));
        Assert.InRange(recording.Clock.UncertaintyNanoseconds!.Value, 100, 1_000_000);
        Assert.Equal(2026, recording.Clock.StartedAt!.Value.Year);
        Assert.True(recording.DurationNanoseconds > recording.Pauses.Sum(pause => pause.DurationNanoseconds));
    }

    [Fact]
    public void AgentReader_Causes_AreThoseThatTheCountersProve()
    {
        var fixedOne = Assert.Single(Samples.Load("samples", "python", "recommend-fixed.upgc"));
        var asked = Assert.Single(fixedOne.Collections, collection => collection.Induced);
        Assert.Equal((Causes.Induced, Generations.Gen2), (asked.Cause, asked.Generation));
        Assert.Equal("interpreter exit", Assert.Single(fixedOne.AtExit!.Collections).RuntimeCause);
        var busy = Summary.Compute(Assert.Single(Samples.Load("samples", "python", "film-default.upgc"))).Collections;
        Assert.Equal(0, busy.Induced);
        Assert.Equal([Causes.Allocation], busy.ByCause.Select(cause => cause.Cause));
    }
}
