using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Reports;

namespace Unpause.Tests.Readers.Ruby;

/// <summary>GC times of requests in logs of Rails; real ones, and one made.</summary>
public class RailsReaderTests
{
    public static TheoryData<string> Files => ["production.log", "heroku.log", "strangers.log"];

    /// <summary>Counted by another expression over the raw text.</summary>
    [Theory]
    [InlineData("production.log", 2, 3)]
    [InlineData("heroku.log", 1, 1)]
    [InlineData("strangers.log", 1, 7)]
    public void RailsReader_RealLines_HaveTheGcTimeOfEachRequest(string file, int processes, int pauses)
    {
        var text = Text(file);
        var recordings = Samples.Of(text);
        Assert.Equal(processes, recordings.Count);
        var expected = Regex.Matches(text, @"Completed .*\bGC: ([\d.]+)ms\)")
            .Select(match => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)).Where(value => value > 0).ToList();
        Assert.Equal(pauses, expected.Count);
        Assert.Equal(
            expected.Order(),
            recordings.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds / 1e6).Order());
        Assert.All(recordings, recording =>
        {
            Assert.Equal((RubyFormats.Rails, Runtimes.Ruby), (recording.Source.Format, recording.Source.Runtime));
            Assert.Equal(recording.Pauses.Count, recording.Collections.Count);
            Assert.Equal((0L, null), (recording.Coverage.LinesUnparsed, recording.DurationNanoseconds));
        });
    }

    /// <summary>A pause ends with its request; the logger names the process.</summary>
    [Fact]
    public void RailsReader_LinesOfRubysLogger_HaveProcessesAndTimes()
    {
        var recordings = Samples.Of(Text("production.log"));
        Assert.Equal([123, 124], recordings.Select(recording => recording.Source.ProcessId));
        var first = recordings[0];
        Assert.Equal(new DateTimeOffset(2025, 2, 8, 21, 40, 33, 516, TimeSpan.Zero).AddTicks(8_000), first.Clock.StartedAt);
        Assert.Equal([3_200_000, 1_483_200_000], first.Pauses.Select(pause => pause.EndNanoseconds));
    }

    /// <summary>No rule of another runtime judges it.</summary>
    [Theory]
    [MemberData(nameof(Files))]
    public void RailsReader_ItsRecordings_AreJudgedByNoRule(string file)
    {
        var report = Report.Create(Samples.Of(Text(file))).ToDocument();
        Assert.Empty(report.Findings);
        Assert.All(report.Processes, process => Assert.Equal("Ruby", process.Source.RuntimeName));
    }

    [Theory]
    [InlineData("Completed 200 OK in 16ms (GC: -1ms)")]
    [InlineData("Completed 200 OK in 16ms (GC: 99999999999999ms)")]
    [InlineData("Completed 200 OK in 16ms (GC: xms)")]
    [InlineData("Completed 200 OK in 16ms (GC: 5.0s)")]
    public void RailsReader_ImpossibleTime_IsCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of($"Completed 200 OK in 16ms (GC: 1.5ms)\n{line}\n"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Single(recording.Pauses);
    }

    /// <summary>Requests alone, and lines of parts of requests, are no recording.</summary>
    [Theory]
    [InlineData("Completed 200 OK in 16ms (Views: 10.6ms | GC: 0.0ms)\n")]
    [InlineData("Completed 200 OK in 16ms (Views: 10.6ms | ActiveRecord: 4.4ms | Allocations: 5)\n")]
    [InlineData("  Rendered a.html.erb (Duration: 14.3ms | GC: 0.9ms)\n")]
    public void RailsReader_LogWithoutGcTime_IsNone(string text) => Assert.Empty(Samples.Of(text));

    [Fact]
    public void RailsReader_ManyProcesses_AreBounded()
    {
        var text = new StringBuilder();
        const string Line = "INFO -- : Completed 200 OK in 4ms (GC: 1.0ms)";
        for (var id = 1; id <= 5_000; id++)
            text.Append(CultureInfo.InvariantCulture, $"I, [2025-02-08T21:40:33.520000 #{id}]  {Line}\n");
        var recordings = Samples.Of(text.ToString());
        Assert.Equal(4_096, recordings.Count);
        Assert.True(recordings[0].Coverage.Unreadable);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void RailsReader_CutAtEveryByte_GivesOnlyPausesOfTheWhole(string file) =>
        Arrivals.AssertCutsAreSubsets(Encoding.UTF8.GetBytes(Text(file)), Pauses);

    [Theory]
    [MemberData(nameof(Files))]
    public void RailsReader_CarriageReturnsPrefixesAndSmallBlocks_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), loaded => Describe(loaded.Recordings));

    /// <summary>A collector of logs put its own time in front of the line.</summary>
    [Fact]
    public void RailsReader_TimeInFrontOfTheLoggers_TheLoggersCounts()
    {
        const string Line = "I, [2025-02-08T21:40:33.520000 #123]  INFO -- : [a1] Completed 200 OK in 400ms (Views: 9.1ms | GC: 3.2ms)\n";
        var bare = Assert.Single(Samples.Of(Line));
        var behind = Assert.Single(Samples.Of("[2021-03-04 12:00:00] web " + Line));
        Assert.NotNull(bare.Clock.StartedAt);
        Assert.Equal(bare.Clock.StartedAt, behind.Clock.StartedAt);
        Assert.Equal(bare.Pauses, behind.Pauses);
    }

    private static HashSet<long> Pauses(IReadOnlyList<Recording> recordings) =>
        [.. recordings.SelectMany(one => one.Pauses).Select(pause => pause.DurationNanoseconds)];

    private static string Text(string file) => File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "ruby", file));

    private static string Describe(IReadOnlyList<Recording> recordings) => string.Join("\n", recordings.Select(one =>
        $"{one.Source.ProcessId} {one.Clock.StartedAt:O} {string.Join(" ", one.Pauses)} {string.Join(" ", one.Coverage.Notes)}"));
}
