using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Python;

/// <summary>Whether the collector was enabled at the end, and what came while it wasn't, as agents/python/FORMAT.md has it.</summary>
public class AgentStateTests
{
    private const long Kibi = 1024;

    [Fact]
    public void AgentState_Numbers_AreThoseOfTheHeader()
    {
        var bytes = File.ReadAllBytes(RepositoryFolder.File("samples", "python", "uncollected.upgc"));
        var recording = Assert.Single(Samples.Of(bytes));
        var came = recording.Uncollected!;
        // 200,000 requests left a session, its answer and its pages each.
        Assert.InRange(came.Stayed, 600_000, 601_000);
        Assert.Equal(BitConverter.ToUInt32(bytes, AgentFile.StateAt + 4), came.Stayed);
        Assert.Equal(BitConverter.ToUInt32(bytes, AgentFile.StateAt + 20) * Kibi, came.ResidentBytes);
        var last = recording.Collections[^1];
        Assert.InRange(came.SinceNanoseconds, recording.Collections[^2].StartNanoseconds!.Value, last.StartNanoseconds!.Value);
        Assert.InRange(came.AtNanoseconds, last.StartNanoseconds!.Value, recording.DurationNanoseconds!.Value);
        Assert.Equal(PythonSettings.Disabled, recording.Source.Settings[PythonSettings.CollectorAtEnd]);
    }

    [Fact]
    public void AgentState_CollectorEnabledAgain_HasNoUncollectedObjects()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "uncollected-loading.upgc"));
        Assert.Null(recording.Uncollected);
        Assert.Equal(PythonSettings.Enabled, recording.Source.Settings[PythonSettings.CollectorAtEnd]);
    }

    [Theory]
    [InlineData(0u)]
    [InlineData(3u)]
    [InlineData(uint.MaxValue)]
    public void AgentState_MissingState_IsUnknown(uint reported)
    {
        var recording = Read(new AgentFile(4).State(reported, stayed: 5_000_000).Bytes);
        Assert.Null(recording.Uncollected);
        Assert.DoesNotContain(PythonSettings.CollectorAtEnd, recording.Source.Settings.Keys);
    }

    [Fact]
    public void AgentState_MissingMemory_IsNull()
    {
        var came = Read(new AgentFile(4).State(2, stayed: uint.MaxValue, residentBefore: 7).Bytes).Uncollected!;
        Assert.Equal((uint.MaxValue, 7 * Kibi, null, null), (came.Stayed, came.ResidentBytesAtStart, came.ResidentBytes, came.GrownBytes));
    }

    [Theory]
    [InlineData(2000, 1999)]
    [InlineData(-1, 1999)]
    [InlineData(500, 999)] // told before recording began
    [InlineData(0, long.MaxValue)]
    [InlineData(long.MinValue, long.MaxValue)]
    public void AgentState_ImpossibleTimes_AreIgnored(long since, long at) =>
        Assert.Null(Read(new AgentFile(4).State(2, 5_000_000, since, at).Bytes).Uncollected);

    [Theory]
    [InlineData(uint.MaxValue)]
    [InlineData(AgentFile.HeaderBytes - 31)]
    public void AgentState_OffsetOutOfBounds_GivesANote(uint at) =>
        Assert.True(Read(new AgentFile(4).Word(124, at).Bytes).Coverage.Unreadable);

    private static Recording Read(byte[] bytes) => Assert.Single(new AgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));
}
