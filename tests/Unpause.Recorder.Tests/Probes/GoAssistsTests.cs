using System.Globalization;
using System.Text.RegularExpressions;
using Unpause.Recorder.Live;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>
/// Mark assists of running Go programs, recorded by probes. The runtime's count is a lower bound (marking time, without waits and without
/// assists that found enough marked). The program's own allocation time is an upper bound.
/// </summary>
[Trait("Tier", "live")]
public sealed partial class GoAssistsTests(GoProgramFixture programs) : IClassFixture<GoProgramFixture>
{
    private const double LeastSeen = 0.95;
    private const long Many = 1_000_000;
    private const int MicrosecondNanoseconds = 1000, MillisecondNanoseconds = 1_000_000;

    [RootFact]
    public void MarkAssists_RunningProgram_LieBetweenRuntimeAndProgramTotals()
    {
        var file = programs.Build("assists", "assists.go", "go", null);
        var lines = programs.File("lines");
        using var program = new RunningGo("sh", "-c", $"GODEBUG=gctrace=1 exec {file} 2000 2>{lines}");
        var before = AssistsOf(lines).Count;
        using var result = program.Record(assists: Many);
        // Lines follow their collections: the newest line may be of an earlier collection, or late, and the first one of an earlier part.
        var printed = AssistsOf(lines).Skip(before).ToList();
        var seen = Seen(program, result);
        Assert.InRange(
            seen.Sum / (double)MillisecondNanoseconds,
            LeastSeen * (printed.Sum() - printed[0]),
            program.Said[1] / (double)MicrosecondNanoseconds);
    }

    [GoVersionTheory]
    [InlineData("1.21")]
    [InlineData("1.23")]
    [InlineData("1.26")]
    public void MarkAssists_OtherGoVersions_AreRecorded(string version)
    {
        var go = Path.Combine(GoVersionTheoryAttribute.Root!, version, "bin", "go");
        using var program = new RunningGo(programs.Build($"assists-{version}", "assists.go", go, null, "-ldflags", "-s -w"), "2000");
        using var result = program.Record(assists: Many);
        var seen = Seen(program, result);
        Assert.InRange(
            seen.Sum, LeastSeen * program.Said[2] * MicrosecondNanoseconds, (double)program.Said[1] * MicrosecondNanoseconds);
    }

    [RootFact]
    public void MarkAssists_TooManyHits_RemovesTheirProbesAndKeepsStops()
    {
        var file = programs.Build("allocates", "assists.go", "go", null, "-ldflags", "-s -w");
        using var program = new RunningGo(file, "3000");
        using var result = program.Record(assists: 20);
        var words = StopsFile.Words(result);
        var ended = Assert.Single(words, line => line[0] == "assists-end");
        Assert.Equal("20", ended[2]);
        var at = long.Parse(ended[1], CultureInfo.InvariantCulture);
        var stops = StopsFile.Of(result).Stops;
        Assert.Contains(stops, stop => stop.Start > at);
        // One collection may have started and not be counted yet.
        Assert.InRange(stops.Count(stop => stop.What == "sweep"), program.Collections, program.Collections + 1);
        Assert.DoesNotContain(words.SkipWhile(line => line != ended), line => line[0] is "assist" or "brief");
    }

    [RootFact]
    public void MarkAssists_FunctionMissing_IsReported()
    {
        var copy = programs.File("renamed");
        var bytes = File.ReadAllBytes(programs.Kinds);
        var name = bytes.AsSpan().LastIndexOf("\0runtime.gcAssistAlloc\0"u8);
        bytes[name + 1] = (byte)'R'; // which only stack traces show
        File.WriteAllBytes(copy, bytes);
        File.SetUnixFileMode(copy, (UnixFileMode)0b111_101_101);
        using var program = new RunningGo(copy, "40");
        using var result = program.Record(assists: Many);
        Assert.Contains("its function gcAssistAlloc was not found", Assert.Single(result.NotRecorded), StringComparison.Ordinal);
        Assert.DoesNotContain(StopsFile.Words(result), line => line[0] == "assists");
        Assert.NotEmpty(StopsFile.Of(result).Stops);
    }

    private static (long Count, long Sum) Seen(RunningGo program, LiveResult result)
    {
        Assert.Empty(result.NotRecorded);
        var words = StopsFile.Words(result);
        Assert.DoesNotContain(words, line => line[0] is "lost" or "assists-end");
        Assert.Single(words, line => line is ["assists"]);
        Assert.True(program.Collections > 1);
        var (count, sum) = (0L, 0L);
        foreach (var line in words)
        {
            var numbers = line.Skip(1)
                .Select(word => long.TryParse(word, CultureInfo.InvariantCulture, out var number) ? number : -1).ToList();
            if (line[0] == "assist") (count, sum) = (count + 1, sum + numbers[1] - numbers[0]);
            if (line[0] == "brief") (count, sum) = (count + numbers[0], sum + numbers[1]);
        }

        Assert.True(count > 10);
        return (count, sum);
    }

    /// <summary>Milliseconds of assists of each printed collection.</summary>
    private static List<double> AssistsOf(string file) =>
        [.. Assists().Matches(File.ReadAllText(file)).Select(match => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture))];

    [GeneratedRegex(@"ms clock, [\d.]+\+([\d.]+)/")]
    private static partial Regex Assists();
}
