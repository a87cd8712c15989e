using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Tests.Readers.Go;

/// <summary>Mark assists as the kernel's probes saw them, against awk over their text.</summary>
public class SeenAssistsTests
{
    private const string Sums = """
        /^assist / { count++; all += $3 - $2; if ($3 - $2 > longest) longest = $3 - $2 }
        /^brief / { count += $2; all += $3; if ($4 > longest) longest = $4 }
        /^stop .* r2 |^stop .* sweep/ { collections++ }
        END { printf "%d %d %d %d\n", count, all, longest, collections }
        """;

    private static readonly string[] Sample = ["samples", "go", "assists-go1.26.stops"];

    [Fact]
    public void SeenAssists_Sums_MatchAwk()
    {
        var recording = Assert.Single(Samples.Load(Sample));
        var awk = Awk.Run(Sums, RepositoryFolder.File(Sample));
        var assists = Summary.Compute(recording).Assists!;
        Assert.Equal(
            (awk[0], awk[1], awk[2]), (assists.Ranges!.Count, assists.Ranges.TotalNanoseconds, assists.Ranges.LongestNanoseconds));
        Assert.Equal((awk[1], true), (assists.TotalNanoseconds.Value, assists.IsWhole));
        Assert.Equal(awk[3], recording.Collections.Count);
        Assert.InRange(assists.Collections, 5, recording.Collections.Count);
        Assert.InRange(assists.MaxNanoseconds, assists.TotalNanoseconds / assists.Collections, assists.TotalNanoseconds);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.Contains(recording.Coverage.Notes, note => note.Text == SeenAssists.SeenFromOutside);
        Assert.Null(Summary.Compute(recording).CollectorCpu); // of which assists are only a part
    }

    [Fact]
    public void SeenAssists_Assist_BelongsToTheCollectionInWhichItBegan()
    {
        var recording = Read(
            """
            assists
            stop 2000 3000 sweep 2400
            assist 2900 5900
            brief 2 500 400
            stop 6000 7000 mark 6900
            stop 8000 9000 sweep 8400
            assist 5000 9500
            assist 9100 9300
            stop 10000 11000 mark 10900
            brief 1 10 10
            end 20000

            """);
        var ranges = recording.AssistRanges!;
        Assert.Equal((6, 8210, 4500), (ranges.Count, ranges.TotalNanoseconds, ranges.LongestNanoseconds));
        Assert.Equal((2, 8000), ranges.ByCollection);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [Fact]
    public void SeenAssists_ProbesRemoved_NotesTheMeasuredTime()
    {
        var recording = Read(
            """
            assists
            stop 1000000000 1000003000 sweep 1000002400
            assist 1000100000 1000300000
            assists-end 2000001000 3000
            stop 3000000000 3000003000 mark 3000002400
            end 4000001000

            """);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith(
            "Mark assists were measured for only 2 s of 4 s. There were more than 1,500 per second on one processor",
            StringComparison.Ordinal));
        Assert.Equal(200_000, recording.AssistRanges!.TotalNanoseconds);
    }

    [Fact]
    public void SeenAssists_NotMeasured_IsUnknown()
    {
        Assert.Equal(0, Summary.Compute(Read("assists\nstop 2000 3000 sweep\nend 9000\n")).Assists!.Ranges!.Count);
        Assert.Null(Summary.Compute(Read("stop 2000 3000 sweep\nend 9000\n")).Assists);
    }

    [Theory]
    [InlineData("assist 5000 4000")]
    [InlineData("assist 900 4000")]
    [InlineData("assist 5000")]
    [InlineData("assist 5000 6000 7000")]
    [InlineData("assist 5000 6000000000000000000")]
    [InlineData("assist -5000 6000")]
    [InlineData("assist 99999999999999999999 99999999999999999999")]
    [InlineData("brief 0 0 0")]
    [InlineData("brief 3 100 10")]
    [InlineData("brief 3 100 101")]
    [InlineData("brief 3")]
    [InlineData("brief 6000000000000000000 6000000000000000000 1")]
    [InlineData("brief 1 3000000000000000000 3000000000000000000")]
    [InlineData("assists-end 900 3000")]
    [InlineData("assists-end 5000")]
    [InlineData("assists 5000")]
    public void SeenAssists_ImpossibleLines_AreCounted(string line)
    {
        var recording = Read($"assists\nstop 2000 3000 sweep\n{line}\nassist 5000 6000\nend 9000\n");
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Equal((1, 1000), (recording.AssistRanges!.Count, recording.AssistRanges.TotalNanoseconds));
        // Nor is it one without probes for assists.
        Assert.Equal(1, Read($"stop 2000 3000 sweep\n{line}\nend 9000\n").Coverage.LinesUnparsed);
    }

    [Fact]
    public void SeenAssists_HugeSums_DoNotOverflow()
    {
        var lines = string.Concat(Enumerable.Repeat("brief 3000000000000000000 3000000000000000000 80000000000000\n", 20));
        var recording = Read($"assists\nstop 2000 3000 sweep\n{lines}end 9000\n");
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.Equal((long.MaxValue, long.MaxValue), (recording.AssistRanges!.Count, recording.AssistRanges.TotalNanoseconds));
        Assert.True(recording.AssistRanges.ByCollection!.Value.MostNanoseconds > 0);
    }

    [Fact]
    public void SeenAssists_JoinedWithGcLines_KeepsBoth()
    {
        var lines = Samples.Of(File.ReadAllText(RepositoryFolder.File("samples", "go", "catalog-watched.gctrace")));
        var stops = File.ReadAllText(RepositoryFolder.File("samples", "go", "catalog-watched.stops"));
        var at = stops.IndexOf("stop ", StringComparison.Ordinal);
        var end = stops.IndexOf('\n', stops.IndexOf(" mark", StringComparison.Ordinal)) + 1;
        var start = long.Parse(stops[at..].Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
        var seen = Samples.Of($"{stops[..at]}assists\n{stops[at..end]}assist {start + 10} {start + 30}\n{stops[end..]}");
        var joined = Assert.Single(LinesAndStops.Join([.. lines, .. seen]));
        var assists = Summary.Compute(joined).Assists!;
        Assert.Equal((1L, 20L, false), (assists.Ranges!.Count, assists.Ranges.TotalNanoseconds, assists.IsWhole));
        Assert.Equal(Summary.Compute(lines[0]).Assists!.TotalNanoseconds, assists.TotalNanoseconds);
        Assert.Single(joined.Coverage.Notes, note => note.Text == SeenAssists.SeenFromOutside);
    }

    private static Recording Read(string lines) =>
        Assert.Single(Samples.Of($"# unpause go stops 2\nprocess 7 1000 1000 go1.22.3 /a b\nrunning\n{lines}"));
}
