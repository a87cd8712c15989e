using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Go;

/// <summary>Lines of GODEBUG=gcpacertrace=1, beside those of gctrace and alone.</summary>
public class PacerReaderTests
{
    private const string Share = "CPU of GC while marking";

    public static TheoryData<string> Files =>
        ["with-gctrace.txt", "alone.txt", "real-go15.txt", "real-go19.txt", "real-windows.txt", "real-alone.txt"];

    /// <summary>The pacer's lines change nothing of what gctrace's lines say.</summary>
    [Theory]
    [InlineData("with-gctrace.txt", 30)]
    [InlineData("real-go15.txt", 3)]
    [InlineData("real-windows.txt", 2)]
    public void GctraceReader_PacerLinesBetween_ReadsTheSame(string file, int cycles)
    {
        var text = Text(file);
        var recording = Assert.Single(Samples.Of(text));
        var without = Assert.Single(Samples.Of(Regex.Replace(text, "^pacer:.*\n", "", RegexOptions.Multiline)));
        Assert.Equal(("gctrace", 0L), (recording.Source.Format, recording.Coverage.LinesUnparsed));
        Assert.Equal(cycles, recording.Collections.Count);
        Assert.Equal(Pauses(without), Pauses(recording));
        Assert.Null(without.ProcessCounters);

        static IEnumerable<(long, long)> Pauses(Recording one) =>
            one.Pauses.Select(pause => (pause.StartNanoseconds, pause.DurationNanoseconds));
    }

    /// <summary>The shares by another expression over the text.</summary>
    [Theory]
    [InlineData("with-gctrace.txt", @"^pacer: (?<n>\d+)% CPU", 1.0)]
    [InlineData("alone.txt", @"^pacer: (?<n>\d+)% CPU", 1.0)]
    [InlineData("real-go15.txt", @" u_a=(?<n>\S+)(?=.*\n.*gc )", 100.0)]
    public void PacerReader_CpuShares_HaveMeanAndMaximum(string file, string pattern, double factor)
    {
        var shares = Regex.Matches(Text(file), pattern, RegexOptions.Multiline)
            .Select(match => double.Parse(match.Groups["n"].Value, CultureInfo.InvariantCulture) * factor).ToList();
        if (file == "real-go15.txt") shares = [97.26562, 92.46033];
        var recording = Assert.Single(Samples.Of(Text(file)));
        var counter = Assert.Single(recording.ProcessCounters!, counter => counter.Name == Share);
        Assert.Equal(shares.Count, counter.Samples);
        Assert.Equal(shares.Average(), counter.Mean, 4);
        Assert.Equal(shares.Max(), counter.Max, 4);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("mark assists", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("alone.txt", 40, 40)]
    [InlineData("real-alone.txt", 1, 1)]
    public void PacerReader_WithoutGctrace_CountsCyclesAndAsksForGctrace(string file, int cycles, int sizes)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        Assert.Equal(GoFormats.Pacer, recording.Source.Format);
        Assert.Equal(Regex.Count(Text(file), "assist ratio="), recording.Collections.Count);
        Assert.Equal(cycles, recording.Collections.Count);
        Assert.Equal(sizes, recording.Collections.Count(one => one.HeapBeforeBytes > 0));
        Assert.Empty(recording.Pauses);
        Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("gctrace=1,gcpacertrace=1", StringComparison.Ordinal));
    }

    /// <summary>The pacer's lines do not show their process.</summary>
    [Fact]
    public void GctraceReader_PacerLinesOfTwoProcesses_AddsNoShares()
    {
        var recordings = Samples.Of(Text("real-windows.txt") + Text("with-gctrace.txt"));
        Assert.Equal(2, recordings.Count);
        Assert.All(recordings, recording => Assert.Null(recording.ProcessCounters));
    }

    [Theory]
    [InlineData("pacer: 99999999999999999999% CPU (25 exp.) for 1+1+1 B work (1 B exp.) in 1 B -> 1 B")]
    [InlineData("pacer: assist ratio=x (scan 1 MB")]
    [InlineData("pacer: H_m_prev=1 u_a=+1.0e+300")]
    [InlineData("pacemaker: pacer: pacer: ")]
    public void PacerReader_BrokenLine_IsNone(string line) => Assert.Empty(Samples.Of(line + "\n"));

    [Theory]
    [MemberData(nameof(Files))]
    public void PacerReader_CutAnywhere_InventsNothing(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        var most = Assert.Single(Samples.Of(bytes)).Collections.Count;
        for (var length = 0; length <= bytes.Length; length += 13)
        {
            foreach (var cut in Samples.Of(bytes[..length])) Assert.True(cut.Collections.Count <= most);
        }
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void PacerReader_CarriageReturnsPrefixesAndSmallReads_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), loaded => Samples.Describe(loaded.Recordings));

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "go", "pacer", file));
}
