using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>GC times of Spark's tasks; real lines, and some made.</summary>
public class SparkReaderTests
{
    private const string Task =
        """{"Event":"SparkListenerTaskEnd","Task Info":{"Launch Time":1000,"Executor ID":"7","Finish Time":3000},""";

    public static TheoryData<string> Files => ["spark-1.3.json", "spark-1.4.json", "spark-3.0.json"];

    /// <summary>Counted by another expression over the raw text.</summary>
    [Theory]
    [InlineData("spark-1.3.json", 1)]
    [InlineData("spark-1.4.json", 1)]
    [InlineData("spark-3.0.json", 3)]
    public void SparkReader_RealLines_HaveTheGcTimeOfEachTask(string file, int executors)
    {
        var text = Text(file);
        var recordings = Samples.Of(text);
        Assert.Equal(executors, recordings.Count);
        var expected = Regex.Matches(text, "\"JVM GC Time\":([0-9]+)").Select(match => Number(match.Groups[1])).ToList();
        var counters = recordings.Select(recording => Assert.Single(recording.ProcessCounters!)).ToList();
        Assert.Equal(expected.Order(), counters.SelectMany(counter => counter.Values).Select(sample => sample.Value).Order());
        Assert.Equal(expected.Sum(), counters.Sum(counter => counter.Mean * counter.Samples), 6);
        Assert.Equal(expected.Max(), counters.Max(counter => counter.Max));
        Assert.Equal(expected.Count(value => value > 0), recordings.Sum(recording => recording.Collections.Count));
        Assert.All(recordings, recording =>
        {
            Assert.Equal((JvmFormats.Spark, Runtimes.Jvm), (recording.Source.Format, recording.Source.Runtime));
            Assert.Equal((0, 0, null), (recording.Pauses.Count, recording.Coverage.LinesUnparsed, recording.DurationNanoseconds));
        });
    }

    /// <summary>The recording of an executor begins with its first task.</summary>
    [Fact]
    public void SparkReader_ExecutorsTasks_HaveTheirTimes()
    {
        var recordings = Samples.Of(Text("spark-3.0.json"));
        Assert.Equal(["Spark executor 1", "Spark executor 3", "Spark executor 2"], recordings.Select(one => one.Source.Command));
        Assert.Equal(DateTimeOffset.FromUnixTimeMilliseconds(1_554_756_012_430), recordings[0].Clock.StartedAt);
        Assert.Equal(
            [(0L, 14_451_000_000L), (14_450_000_000L, 28_641_000_000L)],
            recordings[0].Collections.Select(one => (one.StartNanoseconds!.Value, one.EndNanoseconds!.Value)));
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("27 minor collections, 140 ms", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("\"Task Metrics\":{\"JVM GC Time\":-1}}")]
    [InlineData("\"Task Metrics\":{\"JVM GC Time\":1.5}}")]
    [InlineData("\"Task Metrics\":{\"JVM GC Time\":99999999999999999999}}")]
    [InlineData("\"Task Metrics\":{\"JVM GC Time\":9000000000000000000}}")]
    [InlineData("\"Task Metrics\":{\"JVM GC Time\":\"7\"}}")]
    [InlineData("\"Task Info\":{\"Finish Time\":1},\"Task Metrics\":{\"JVM GC Time\":7}}")]
    [InlineData("\"Task Metrics\":{\"JVM GC Time\":7}")]
    public void SparkReader_BrokenTask_IsCountedAsNotUnderstood(string rest)
    {
        var recording = Assert.Single(Samples.Of(Text("spark-1.3.json") + Task + rest + "\n"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Equal(1, recording.ProcessCounters![0].Samples);
    }

    /// <summary>Failed tasks have none; names within other objects are not its own.</summary>
    [Fact]
    public void SparkReader_TaskWithoutMetrics_IsTold()
    {
        var recording = Assert.Single(Samples.Of(
            Text("spark-1.3.json") + Task + "\"Other\":{\"JVM GC Time\":5,\"Task Metrics\":{\"JVM GC Time\":5}}}\n"));
        Assert.Equal(1, recording.ProcessCounters![0].Samples);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("no metrics", StringComparison.Ordinal));
    }

    [Fact]
    public void SparkReader_ManyExecutors_AreBounded()
    {
        var text = new StringBuilder();
        for (var id = 0; id < 5_000; id++)
            text.Append(Task.Replace("\"7\"", $"\"{id}\"", StringComparison.Ordinal)).Append("\"Task Metrics\":{\"JVM GC Time\":7}}\n");
        var recordings = Samples.Of(text.ToString());
        Assert.Equal(4_096, recordings.Count);
        Assert.True(recordings[0].Coverage.Unreadable);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void SparkReader_CutAtEveryByte_GivesOnlyTasksOfTheWhole(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        Arrivals.AssertCutsAreSubsets(bytes, Tasks, step: 1 + (bytes.Length / 2_000));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void SparkReader_CarriageReturnsPrefixesAndSmallBlocks_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), loaded => Describe(loaded.Recordings));

    private static double Number(Group group) => double.Parse(group.Value, CultureInfo.InvariantCulture);

    private static HashSet<string> Tasks(IReadOnlyList<Recording> recordings) =>
    [
        .. recordings.SelectMany(one => one.ProcessCounters![0].Values.Select(sample =>
            $"{one.Source.Command} {one.Clock.StartedAt!.Value.AddTicks(sample.TimeNanoseconds / 100):O} {sample.Value}")),
    ];

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm", "spark", file));

    private static string Describe(IReadOnlyList<Recording> recordings) => string.Join("\n", recordings.Select(one =>
        $"{string.Join(" ", Tasks([one]))} {string.Join(" ", one.Collections)} {string.Join(" ", one.Coverage.Notes)}"));
}
