using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Go;

/// <summary>Several processes in one output, and outputs with holes.</summary>
public class GoProcessesTests
{
    [Fact]
    public void GoProcesses_NumberOne_BeginsAProcess()
    {
        var recordings = Samples.Of(Lines((1, 0.1), (2, 0.2), (1, 0.05), (2, 0.3), (3, 0.4)));
        Assert.Equal([2, 3], recordings.Select(recording => recording.Collections.Count));
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("2 Go processes", StringComparison.Ordinal));
    }

    [Fact]
    public void GoProcesses_InterleavedProcesses_AreSeparatedByNumberAndTime()
    {
        var recordings =
            Samples.Of(Lines((1, 0.1), (2, 0.3), (1, 0.05), (3, 0.5), (2, 0.1), (4, 0.9), (3, 0.2), (4, 0.25), (5, 1.4), (5, 0.3)));
        Assert.Equal(2, recordings.Count);
        Assert.Equal([0.1, 0.3, 0.5, 0.9, 1.4], Starts(recordings[0]));
        Assert.Equal([0.05, 0.1, 0.2, 0.25, 0.3], Starts(recordings[1]));
    }

    [Fact]
    public void GoProcesses_ShuffledRealTraces_AreSeparated()
    {
        var one = File.ReadAllLines(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"));
        var two = File.ReadAllLines(RepositoryFolder.File("samples", "go", "catalog-gogc800.gctrace"));
        // In the order in which two processes that began together would have printed them.
        var mixed = one.Concat(two).OrderBy(line => double.Parse(line.Split('@')[1].Split('s')[0], CultureInfo.InvariantCulture));
        var recordings = Samples.Of(string.Join('\n', mixed) + "\n");
        Assert.Equal([two.Length, one.Length], recordings.Select(recording => recording.Collections.Count).Order());
        Assert.All(recordings, recording => Assert.Equal(Starts(recording).Order(), Starts(recording)));
    }

    [Fact]
    public void GoProcesses_OutputFromTheMiddle_BeginsThere()
    {
        var recording = Assert.Single(Samples.Of(Lines((7, 10.0), (8, 11.0), (11, 14.0))));
        Assert.Equal(0, recording.Collections[0].StartNanoseconds);
        Assert.Equal([null, 1L << 20, null], recording.Collections.Select(collection => collection.AllocatedBytes));
        Assert.InRange(recording.DurationNanoseconds!.Value, 4_000_000_000, 4_100_000_000);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("begins with gc 7 ", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("2 collections are missing", StringComparison.Ordinal));
    }

    [Fact]
    public void GoProcesses_ArrivalTimestamps_SeparateEqualNumbers()
    {
        string Stamped(long arrival, int number, double at) => $"{1_763_700_000 + arrival}.000000000 {Lines((number, at))}";
        var text = Stamped(100, 5, 90.0) + Stamped(101, 3, 2.0) + Stamped(103, 6, 4.0) + Stamped(104, 7, 94.0);
        var recordings = Samples.Of(text);
        Assert.Equal(2, recordings.Count);
        Assert.Equal([5, 7], recordings[0].Collections.Select(collection => collection.Number));
        Assert.Equal([3, 6], recordings[1].Collections.Select(collection => collection.Number));
    }

    [Fact]
    public void GoProcesses_TooManyProcesses_AreLeftOutWithANote()
    {
        var recordings = Samples.Of(string.Concat(Enumerable.Repeat(Lines((1, 0.1)), Limits.Processes + 3)));
        Assert.Equal(Limits.Processes, recordings.Count);
        Assert.True(recordings[0].Coverage.Unreadable);
    }

    private static string Lines(params (int Number, double At)[] lines) => string.Concat(lines.Select(line => string.Create(
        CultureInfo.InvariantCulture,
        $"gc {line.Number} @{line.At:0.000}s 3%: 0.02+1.1+0.01 ms clock, 0.18+0.05/2.2/4.5+0.11 ms cpu, 4->5->4 MB, 5 MB goal, 8 P\n")));

    private static IEnumerable<double> Starts(Recording recording) =>
        recording.Collections.Select(collection => collection.StartNanoseconds!.Value / 1e9);
}
