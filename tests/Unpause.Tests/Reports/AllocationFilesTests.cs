using System.Text;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Reports;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Reports;

/// <summary>
/// Folded stacks and Speedscope files. The web tests open the same files in Speedscope (web/tests/e2e/traceEvents.test.ts).
/// </summary>
public class AllocationFilesTests
{
    [Fact]
    public void FoldedStacks_MadeRecording_EqualTheFixtureOfSpeedscope() =>
        Assert.Equal(
            File.ReadAllText(RepositoryFolder.File("web", "fixtures", "allocations.folded")), Written(new FoldedReportWriter(), Made()));

    [Fact]
    public void Speedscope_MadeRecording_EqualsTheFixture()
    {
        var expected =
            JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("web", "fixtures", "allocations.speedscope.json"))).RootElement;
        var written = Written(new SpeedscopeReportWriter(), Made());
        Assert.True(
            JsonElement.DeepEquals(expected.GetProperty("profiles"), JsonDocument.Parse(written).RootElement.GetProperty("profiles")),
            written);
        Assert.True(
            JsonElement.DeepEquals(expected.GetProperty("shared"), JsonDocument.Parse(written).RootElement.GetProperty("shared")), written);
    }

    /// <summary>Every tick of the sample is in both files: awk adds up what the JSON says.</summary>
    [Fact]
    public void AllocationFiles_Sample_LoseNoByte()
    {
        var recording = NettraceSample.Read("large-objects");
        var bytes = recording.Allocations!.Sites.Sum(site => site.Bytes);
        var lines = Written(new FoldedReportWriter(), Report.Create([recording])).TrimEnd().Split('\n');
        Assert.Equal(
            bytes, lines.Sum(line => long.Parse(line[(line.LastIndexOf(' ') + 1)..], System.Globalization.CultureInfo.InvariantCulture)));
        using var speedscope = JsonDocument.Parse(Written(new SpeedscopeReportWriter(), Report.Create([recording])));
        var profile = speedscope.RootElement.GetProperty("profiles")[0];
        Assert.Equal(bytes, profile.GetProperty("weights").EnumerateArray().Sum(weight => weight.GetInt64()));
        Assert.Equal(bytes, profile.GetProperty("endValue").GetInt64());
        Assert.Equal(profile.GetProperty("weights").GetArrayLength(), profile.GetProperty("samples").GetArrayLength());
        var frames = speedscope.RootElement.GetProperty("shared").GetProperty("frames");
        var first = profile.GetProperty("samples")[0]
            .EnumerateArray()
            .Select(frame => frames[frame.GetInt32()].GetProperty("name").GetString());
        Assert.Equal(lines[0][..lines[0].LastIndexOf(' ')], string.Join(';', first));
    }

    [Fact]
    public void AllocationFiles_RecordingWithoutSamples_AreEmpty()
    {
        Assert.Equal("", Written(new FoldedReportWriter(), Report.Create([Recorded.With(1000, (1, 1))])));
        using var speedscope = JsonDocument.Parse(Written(new SpeedscopeReportWriter(), Report.Create([Recorded.With(1000, (1, 1))])));
        Assert.Equal(0, speedscope.RootElement.GetProperty("profiles").GetArrayLength());
    }

    [Fact]
    public void FoldedStacks_SeveralProcesses_StartWithTheirNames()
    {
        var lines = Written(new FoldedReportWriter(), Report.Create([Recording(41), Recording(42)])).TrimEnd().Split('\n');
        Assert.Equal(2, lines.Count(
            line => line.StartsWith("gc.log (pid 41);", StringComparison.Ordinal) && line.Contains("Large", StringComparison.Ordinal)));
    }

    private static Report Made() => Report.Create([Recording(7)]);

    private static Recording Recording(int pid)
    {
        var recording = Recorded.Begun(1000, (100, 30));
        recording.Source.ProcessId = pid;
        recording.Allocations = new AllocationSamples(
            [
                new("System.Byte[]", AllocationHeap.Large, 1_000_000, 4, ["Shop.Large.Make", "Shop.Program.Main", "System.Root"]),
                new(
                    "System.String",
                    AllocationHeap.Small,
                    300_000,
                    3,
                    ["System.String.Concat", "Shop.Large.Make", "Shop.Program.Main", "System.Root"]),
                new(null, AllocationHeap.Pinned, 20_000, 1, []),
                new("A;B\n\u001b[31m C", AllocationHeap.Small, 10_000, 1, ["x;y z\r", "System.Root"]),
            ],
            "test",
            true);
        return recording.Build();
    }

    private static string Written(IReportWriter writer, Report report)
    {
        using var output = new MemoryStream();
        writer.Write(report, output);
        return Encoding.UTF8.GetString(output.ToArray());
    }
}
