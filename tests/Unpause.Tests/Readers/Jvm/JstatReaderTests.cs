using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Counts of collections and sums of their pauses, as jstat prints them.</summary>
public class JstatReaderTests
{
    private const string Header = "Timestamp S0 S1 E O M CCS YGC YGCT FGC FGCT CGC CGCT GCT\n";

    public static TheoryData<string> Files =>
        [.. Directory.GetFiles(JvmLogs.Fixture("jstat"), "*.txt").Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal)];

    /// <summary>Differences between the first row and the last by another expression over the text, in milliseconds.</summary>
    [Theory]
    [InlineData("gcutil-g1-jdk17.txt", 135, 190, 7)]
    [InlineData("gc-parallel-jdk17.txt", 157, 378, 2)]
    [InlineData("gcutil-zgc-jdk17.txt", 33, 0, 0)]
    [InlineData("gccause-serial-jdk17.txt", 34, 41, 2)]
    [InlineData("gcutil-full-jdk8.txt", 1, 7_390, 1)]
    [InlineData("gcutil-timestamps-jdk8.txt", 2, 283, 2)]
    public void JstatReader_Rows_HaveExactCountsAndSums(string file, int collections, int milliseconds, int pauses)
    {
        var text = Text(file);
        var rows = Regex.Matches(text, @"(?<pair>(?: (?<count>\d+)|-) +(?:(?<time>\d+\.\d{3})|-) +){2,3}\d+\.\d{3}").ToList();
        Assert.Equal(collections, Sum(rows[^1], "count") - Sum(rows[0], "count"));
        Assert.Equal(milliseconds, (Sum(rows[^1], "time") - Sum(rows[0], "time")) * 1000);

        var recording = Assert.Single(Samples.Of(text));
        Assert.Equal((JvmFormats.Jstat, 0), (recording.Source.Format, recording.Coverage.LinesUnparsed));
        Assert.Equal((collections, pauses), (recording.Collections.Count, recording.Pauses.Count));
        var note = Assert.Single(recording.Coverage.Notes, note => Regex.IsMatch(note.Text, @"^\d+ collections? in"));
        var sum = milliseconds == 0 ? "less" : Quantities.Duration(milliseconds * 1e6);
        Assert.Contains(sum, note.Text, StringComparison.Ordinal);

        static decimal Sum(Match row, string group) =>
            row.Groups[group].Captures.Sum(part => decimal.Parse(part.Value, CultureInfo.InvariantCulture));
    }

    /// <summary>The JVM counts a collection when it begins and its time when it ends: rows during one have it without its time.</summary>
    [Fact]
    public void JstatReader_RowsDuringACollection_AreOnePause()
    {
        var recording = Assert.Single(Samples.Of(Text("gcutil-full-jdk8.txt")));
        Assert.Equal(7_390_000_000, Assert.Single(recording.Pauses).DurationNanoseconds);
        Assert.Equal(Generations.Full, Assert.Single(recording.Collections).Generation);
        Assert.False(recording.Pauses[0].HasTime);
    }

    /// <summary>With -t, pauses end where their row was printed; those of one row follow each other.</summary>
    [Fact]
    public void JstatReader_Timestamps_PlacePausesInTheirRow()
    {
        var recording = Assert.Single(Samples.Of(Text("gcutil-timestamps-jdk8.txt")));
        Assert.Equal(2_000_000_000, recording.DurationNanoseconds);
        Assert.Equal([(1_717L, 50L), (1_767L, 233L)], recording.Pauses.Select(pause =>
            (pause.StartNanoseconds / 1_000_000, pause.DurationNanoseconds / 1_000_000)));
        var share = Assert.Single(recording.ProcessCounters!, counter => counter.Name == "time in pauses");
        Assert.Equal(14.15, share.Mean, 6);
        Assert.Equal(28.3, share.Max, 6);
    }

    /// <summary>Of several collections with one time no pause is made, and no share of the time leaves them out.</summary>
    [Fact]
    public void JstatReader_SeveralCollectionsOfOneRow_AreCountedWithoutPauses()
    {
        var recording = Assert.Single(Samples.Of(Header + Row(1, 5, 0.1) + Row(2, 8, 0.4) + Row(3, 9, 0.45)));
        Assert.Equal((4, 50_000_000), (recording.Collections.Count, Assert.Single(recording.Pauses).DurationNanoseconds));
        Assert.Null(recording.DurationNanoseconds);
        Assert.Equal(17.5, Assert.Single(recording.ProcessCounters!, counter => counter.Unit == "percent" && counter.Max > 1).Mean, 6);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("3 of these collections", StringComparison.Ordinal));
    }

    /// <summary>A pause that began before the first row: nothing is before the recording's zero.</summary>
    [Fact]
    public void JstatReader_CollectionBeforeTheFirstRow_EndsInItsRow()
    {
        var recording = Assert.Single(Samples.Of(Header + Row(10, 5, 0.1) + Row(11, 5, 3.1) + Row(12, 5, 3.1)));
        var pause = Assert.Single(recording.Pauses);
        Assert.Equal((0, 3_000_000_000), (pause.StartNanoseconds, pause.DurationNanoseconds));
        Assert.Equal(4_000_000_000, recording.DurationNanoseconds);
    }

    [Fact]
    public void JstatReader_ZgcCounts_HaveNoPauses()
    {
        var recording = Assert.Single(Samples.Of(Text("gcutil-zgc-jdk17.txt")));
        Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
        Assert.All(recording.Collections, collection => Assert.Equal(CollectionKind.Background, collection.Kind));
    }

    [Fact]
    public void JstatReader_Sizes_AreCounters()
    {
        var recording = Assert.Single(Samples.Of(Text("gc-parallel-jdk17.txt")));
        var used = Assert.Single(recording.ProcessCounters!, counter => counter.Name == "heap in use");
        // S0U, S1U, EU and OU of the last row.
        Assert.Equal((0 + 1472.0 + 19242.8 + 128568.0) * 1024, used.Last, 0);
        Assert.Equal(16, used.Samples);
        Assert.NotNull(recording.HeapMaximumBytes);
    }

    /// <summary>Counts that fall are of another process; a header with other columns is of another run.</summary>
    [Fact]
    public void JstatReader_CountsBeginAnew_AreTwoProcesses()
    {
        var recordings = Samples.Of(Text("gc-proxy-jdk8.txt"));
        Assert.Equal([8, 0], recordings.Select(recording => recording.Collections.Count));
        Assert.Equal([6, 0], recordings.Select(recording => recording.Pauses.Count));
    }

    [Fact]
    public void JstatReader_OneRow_TellsToUseAnInterval()
    {
        var recording = Assert.Single(Samples.Of(Header + Row(29.1, 14, 0.339)));
        Assert.Empty(recording.Collections);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("jstat -gcutil -t PID 1s", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("339 ms", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("1.0 0 0 0 0 0 0 99999999999999999999 0.1 0 0.0 0 0.0 0.1")]
    [InlineData("1.0 0 0 0 0 0 0 5 99999999999.9 0 0.0 0 0.0 0.1")]
    [InlineData("99999999999 0 0 0 0 0 0 5 0.1 0 0.0 0 0.0 0.1")]
    [InlineData("1.0 0 0 0 0 0 0 5")]
    [InlineData("1.0 -5 0 0 0 0 0 5 0.1 0 0.0 0 0.0 0.1")]
    public void JstatReader_ImpossibleNumbers_AreCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of(Header + Row(1, 5, 0.1) + line + "\n" + Row(2, 6, 0.2)));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Single(recording.Pauses);
    }

    [Fact]
    public void JstatReader_ManyCollectionsOfOneRow_AreBounded()
    {
        var recording = Assert.Single(Samples.Of(Header + Row(1, 5, 0.1) + Row(2, 9_000_000_000, 0.2)));
        Assert.Equal(1_000, recording.Collections.Count);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void JstatReader_CutAtEveryByte_NeverThrowsAndInventsNoPause(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        var longest = Samples.Of(bytes).Sum(recording => recording.Collections.Count);
        for (var length = 0; length <= bytes.Length; length += 3)
        {
            Assert.True(Samples.Of(bytes[..length]).Sum(recording => recording.Collections.Count) <= longest);
        }
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void JstatReader_CarriageReturnsPrefixesAndSmallReads_ChangeNothing(string file)
    {
        var text = Text(file);
        var whole = Samples.Describe(Samples.Of(text));
        Assert.Equal(whole, Samples.Describe(Samples.Of(text.ReplaceLineEndings("\r\n"))));
        Arrivals.AssertSmallReads(text, whole, loaded => Samples.Describe(loaded.Recordings));

        var docker = Regex.Replace(text, "^(?=.)", "2026-11-28T10:00:00.000000000Z ", RegexOptions.Multiline);
        Assert.Equal(whole, Samples.Describe(Samples.Of(docker)));
    }

    private static string Row(double at, long young, double seconds) => string.Create(
        CultureInfo.InvariantCulture, $"{at:F1} 0.00 0.00 0.00 0.50 0.00 - {young} {seconds:F3} 0 0.000 - - {seconds:F3}\n");

    private static string Text(string file) => File.ReadAllText(JvmLogs.Fixture("jstat", file));
}
