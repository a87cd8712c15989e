using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Tests.Readers.Python;

/// <summary>Callers of gc.collect(), from the table in the file's header, against the program's text.</summary>
public class AgentCallersTests
{
    private const int CallersAt = 12_544;
    private static readonly string s_sample = RepositoryFolder.File("samples", "python", "collects.upgc");

    [Fact]
    public void AgentCallers_Call_IsNamedWithItsLineAndCaller()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "collects.upgc"));
        var lines = File.ReadAllLines(RepositoryFolder.File("samples", "python", "collects.py"));
        var call = Assert.Single(recording.InducedBy!);
        Assert.Equal(60, call.Count);
        var (asking, calling) = (LineOf(lines, "    gc.collect()"), LineOf(lines, "print(sum(answer"));
        Assert.Matches($@"^answer \(.*samples/python/collects\.py:{asking}\)$", call.Stack[0]);
        Assert.Matches($@"^main\.<locals>\.<genexpr> \(.*samples/python/collects\.py:{calling}\)$", call.Stack[1]);
        var induced = recording.Pauses.Where(pause => recording.Collections[pause.Collection].Induced).ToList();
        Assert.Equal(induced.Sum(pause => pause.DurationNanoseconds), call.PauseNanoseconds);
        Assert.Equal(induced.Max(pause => pause.DurationNanoseconds), call.LongestNanoseconds);
        var found = Diagnoses.Run([AnalysedProcess.From(recording)]).Findings[0].Finding;
        Assert.Equal("explicit-collections", found.Id);
        Assert.StartsWith($"Look at {call.Stack[0]}, called by {call.Stack[1]}: it makes 60 of the calls", found.Advice[0].Text,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(112, uint.MaxValue)]
    [InlineData(116, 1000u)]
    [InlineData(120, uint.MaxValue)]
    public void AgentCallers_TableOutOfBounds_GivesANote(int at, uint value)
    {
        var bytes = File.ReadAllBytes(s_sample);
        BitConverter.GetBytes(value).CopyTo(bytes, at);
        var recording = Assert.Single(new AgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void AgentCallers_BrokenTextAndCaller_AreCounted()
    {
        var bytes = File.ReadAllBytes(s_sample);
        bytes.AsSpan(CallersAt, 15 * 256).Fill((byte)'x');
        bytes[AgentFile.HeaderBytes + (int)(FirstInduced(bytes) * 64) + 43] = 255;
        var recording = Assert.Single(new AgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));
        Assert.Equal([(59L, 1), (1L, 0)], recording.InducedBy!.Select(call => (call.Count, call.Stack.Count)));
        Assert.Equal(256, recording.InducedBy![0].Stack[0].Length);
    }

    private static int LineOf(string[] lines, string text) =>
        Array.FindIndex(lines, line => line.Contains(text, StringComparison.Ordinal)) + 1;

    private static long FirstInduced(byte[] bytes)
    {
        var slot = 0;
        while (bytes[AgentFile.HeaderBytes + (slot * 64) + 43] == 0) slot++;
        return slot;
    }
}
