using System.Globalization;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Readers;

/// <summary>Lines behind prefixes that no table knows: every pause is read, whatever stands in front and in how many lines.</summary>
public class LearntPrefixTests
{
    private const string Field = "25-trino-13660-zgc-stalls";

    private static readonly string Unified = Encoding.UTF8.GetString(JvmLogs.Bytes("samples/jvm/g1-jdk17.log"));

    private static readonly string Gctrace = File.ReadAllText(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"));

    private const string Legacy =
        "2018-03-02T07:08:35.683+0000: 47788.145: [GC pause (G1 Evacuation Pause) (mixed)\n"
        + "   [Parallel Time: 24.0 ms, GC Workers: 8]\n      [GC Worker Start (ms): Min: 1.0, Avg: 1.0, Max: 1.1, Diff: 0.1]\n"
        + " 1239M->949M(4096M), 0.0245500 secs]\n"
        + "2018-03-02T07:08:36.886+0000: 47789.349: [GC pause (G1 Evacuation Pause) (young) 1133M->844M(4096M), 0.0327716 secs]\n"
        + "2018-03-02T07:08:38.886+0000: 47791.349: [Full GC (System.gc())  1133M->844M(4096M), 1.5 secs]\n";

    private const string Unstamped = "[GC (Allocation Failure)  24M->4M(64M), 0.0050000 secs]\n"
        + "[Full GC (System.gc())  24M->4M(64M), 0.0700000 secs]\n[GC (Allocation Failure)  24M->4M(64M), 0.0060000 secs]\n";

    private const string PythonDebug = "gc: collecting generation 2...\ngc: objects in each generation: 317 0 5217\n"
        + "gc: objects in permanent generation: 0\ngc: done, 0 unreachable, 0 uncollectable, 0.0011s elapsed\n"
        + "gc: collecting generation 0...\ngc: objects in each generation: 701 0 5211\n"
        + "gc: objects in permanent generation: 0\ngc: done, 3 unreachable, 0 uncollectable, 0.0002s elapsed\n";

    private static readonly string Monitored = File.ReadAllText(
        RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm", "monitors", "hadoop.log"));

    private static readonly string[] Prefixes =
    [
        "    ", "> ", "gc.log:", "gc.log.0-", "gc.log:12:", "     1\t", "09:54:39  ", "INFO  ", "[2021-03-04T12:00:00.123Z] ",
        "2021-03-04 12:00:00 ", "2021-03-04 12:00:00,123 INFO  stdout - ", "2021-03-04 12:00:00,123 DEBG 'app' stdout output: ",
        "orders-5d8 orders ", "app.1.76bikgr3bu48@host    | ", "2021-03-04T12:00:00.123456+00:00 app[web.1]: ",
        "2021-03-04T12:00:00Z app[abc123] fra ", "2021-03-04T12:00:00Z {app=\"orders\"} ", "ecs/app/0123abc 2021-03-04T12:00:00.1+00:00 ",
        "\u001b[36mweb-1  |\u001b[0m ", "größe: ",
    ];

    private static readonly (string Start, string End)[] Quotes =
    [
        ("{\"@timestamp\": \"2021-03-04T12:00:00.1Z\", \"message\": \"", "\", \"log.level\": \"INFO\"}"),
        ("{\"textPayload\":\"", "\",\"timestamp\":\"2021-03-04T12:00:00.1Z\",\"resource\":{\"type\":\"k8s_container\"}}"),
        ("   \"message\": \"", "\""),
    ];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (var prefix in Prefixes)
            {
                foreach (var text in new[] { Unified, Legacy, Gctrace, Unstamped, PythonDebug, Monitored }) cases.Add(prefix, text);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void LearntPrefix_AllLinesOrSome_LosesNoPause(string prefix, string text)
    {
        var bare = Assert.Single(JvmLogs.Load(text).Recordings);
        Assert.NotEmpty(bare.Pauses);
        foreach (var every in new[] { 1, 2, 3 })
        {
            foreach (var first in new[] { 0, every - 1 })
            {
                var lines = text.TrimEnd('\n').Split('\n').Select((line, i) => i % every == first ? prefix + line : line);
                var read = Assert.Single(JvmLogs.Load(string.Join('\n', lines) + "\n").Recordings);
                Assert.Equal(bare.Pauses, read.Pauses);
                Assert.Equal(bare.DurationNanoseconds, read.DurationNanoseconds);
                Assert.Equal(bare.Coverage.LinesUnparsed, read.Coverage.LinesUnparsed);
            }
        }
    }

    [Fact]
    public void LearntPrefix_StringsOfJsonAndCsv_AreDecoded()
    {
        var bare = Assert.Single(JvmLogs.Load(Unified).Recordings);
        foreach (var (start, end) in Quotes)
        {
            var lines = Unified.TrimEnd('\n').Split('\n')
                .Select(line => start + line.Replace("\"", "\\\"", StringComparison.Ordinal) + end);
            Assert.Equal(bare.Pauses, Assert.Single(JvmLogs.Load(string.Join('\n', lines) + "\n").Recordings).Pauses);
        }

        var rows = Unified.TrimEnd('\n').Split('\n')
            .Select(line => $"\"2021-03-04T12:00:00.1Z\",\"{line.Replace("\"", "\"\"", StringComparison.Ordinal)}\",3");
        var read = Assert.Single(JvmLogs.Load("timestamp,message,n\n" + string.Join('\n', rows) + "\n").Recordings);
        Assert.Equal(bare.Pauses, read.Pauses);
        Assert.Equal(bare.Stops!, read.Stops!);
        Assert.NotNull(read.Clock.StartedAt);
    }

    /// <summary>Nothing can be learnt from the first block: the lines are found one by one.</summary>
    [Theory]
    [InlineData("app[web.1]: ")]
    [InlineData("[main] stdout - ")]
    [InlineData("    ")]
    public void LearntPrefix_AfterMuchOtherOutput_LosesNoPause(string prefix)
    {
        var other = string.Concat(Enumerable.Range(0, 4000).Select(i => $"2021-03-04 12:00:00 INFO request {i} served [in 3 ms]\n"));
        var bare = Assert.Single(JvmLogs.Load(Unified).Recordings);
        var lines = Unified.TrimEnd('\n').Split('\n').Select(line => prefix + line);
        var read = Assert.Single(JvmLogs.Load(other + string.Join('\n', lines) + "\n").Recordings);
        Assert.Equal(bare.Pauses, read.Pauses);
        Assert.Equal(0, read.Coverage.LinesUnparsed);
    }

    [Fact]
    public void LearntPrefix_ApplicationsThatMentionGc_AreNoRecordings()
    {
        string[] texts =
        [
            "2021-03-04 12:00:00 INFO [main] [gc] pause of 12ms seen\n",
            "2021-03-04 12:00:00 INFO GC(3) is a name, Pause Young (Normal) 3ms\n",
            "    [main] Safepoint reached in 3ms\n",
            "app | [GC pause seen] 12 -> 13\n",
        ];
        foreach (var text in texts) Assert.Empty(JvmLogs.Load(string.Concat(Enumerable.Repeat(text, 20))).Recordings);
    }

    /// <summary>Torn lines have pieces of lines in front: those are no prefix, or the next lines would lose their timestamps.</summary>
    [Fact]
    public void LearntPrefix_PiecesOfLines_AreNotLearnt()
    {
        var lines = Legacy.TrimEnd('\n').Split('\n').ToList();
        lines.Insert(0, "2018-03-02T07:08:35.683+0000: " + lines[4]);
        var read = Assert.Single(JvmLogs.Load(string.Join('\n', lines) + "\n").Recordings);
        Assert.Equal(4, read.Pauses.Count);
        Assert.NotNull(read.Clock.StartedAt);
        read = Assert.Single(JvmLogs.Load(
            "21306.670: [Full GC (Allocation Failure)21306.681: [GC concurrent-root-region-scan-end, 0.0136760 secs]\n"
            + "21306.681: [GC concurrent-mark-start]\n 9212M->4852M(27G), 18.1959410 secs]\n").Recordings);
        Assert.Equal(18_195_941_000, Assert.Single(read.Pauses).DurationNanoseconds);
    }

    /// <summary>Cut anywhere, or with other line ends: the pauses before are the same.</summary>
    [Fact]
    public void LearntPrefix_CutOrWithOtherLineEnds_ReadsAlike()
    {
        foreach (var prefix in Prefixes)
        {
            var text = string.Concat(Legacy.TrimEnd('\n').Split('\n').Select(line => prefix + line + "\n"));
            var bytes = Encoding.UTF8.GetBytes(text);
            var whole = Assert.Single(JvmLogs.Load(bytes).Recordings).Pauses;
            Assert.Equal(whole, Assert.Single(JvmLogs.Load(text.Replace("\n", "\r\n", StringComparison.Ordinal)).Recordings).Pauses);
            for (var length = 0; length < bytes.Length; length++)
            {
                var cut = JvmLogs.Load(bytes[..length]).Recordings;
                if (cut.Count > 0) Assert.Equal(whole.Take(cut[0].Pauses.Count), cut[0].Pauses);
            }
        }
    }

    [Fact]
    public void LearntPrefix_HostileLines_Terminate()
    {
        const string line = "[1.0s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 53M->9M(1024M) 12.513ms\n";
        string[] prefixes =
        [
            new('a', 3_000_000), new(' ', 300_000), new('[', 60_000), "{\"message\":\"" + new string('\\', 70_000), new('"', 999),
            "\u0001\u0002",
        ];
        foreach (var prefix in prefixes) JvmLogs.Load(string.Concat(Enumerable.Repeat(prefix + " " + line, 3)));
        // One more byte than a prefix may have.
        Assert.Empty(JvmLogs.Load(new string('-', Limits.PrefixBytes + 1) + line).Recordings);
        Assert.Single(JvmLogs.Load(new string('-', Limits.PrefixBytes) + line).Recordings);
    }

    [CorpusFact("repro", "field")]
    public void LearntPrefix_HalfOfTheLinesIndented_EveryPauseIsRead()
    {
        var path = RepositoryFolder.SharedFile("repro", "field", "83-half-indented.log");
        // awk: two lines end a pause, 12.513 ms each.
        var truth = JvmLogs.Awk(File.ReadAllBytes(path), "/ Pause .*ms$/ { n++; s += $NF } END { print n, s }");
        var recording = JvmLogs.Read(path);
        Assert.Equal([2, 25.026], truth);
        Assert.Equal(truth[0], recording.Pauses.Count);
        Assert.Equal(truth[1], recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 1e-6);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [CorpusFact("repro", "field", Field)]
    public void LearntPrefix_ServiceLog_HasItsStalls()
    {
        var path = RepositoryFolder.SharedFile("repro", "field", Field, "service.log");
        var recording = JvmLogs.Read(path);
        // 315.305, 288.598 and 310.005 ms.
        Assert.Equal([288_598_000, 310_005_000, 315_305_000], recording.Stalls.Select(stall => stall.DurationNanoseconds).Order());
        Assert.Empty(recording.Pauses);
        Assert.Equal(15_360L << 20, Assert.Single(recording.Collections).HeapBeforeBytes);
    }

    /// <summary>By hand: a stall of 288.598 ms and a pause of 130.545 ms; two cycles of Go; two mixed collections.</summary>
    [CorpusTheory("repro", "field", Field)]
    [InlineData("prefixes", 30, 1, "130.545", 1)]
    [InlineData("prefixes-go", 11, 4, "0.314", 0)]
    [InlineData("prefixes-legacy", 12, 2, "57.3216", 0)]
    public void LearntPrefix_EveryPrefixOfTheField_IsRead(string folder, int files, int pauses, string milliseconds, int stalls)
    {
        var paths = Directory.GetFiles(RepositoryFolder.SharedFile("repro", "field", Field, folder));
        Assert.Equal(files, paths.Length);
        foreach (var path in paths)
        {
            var recording = JvmLogs.Read(path);
            Assert.Equal(pauses, recording.Pauses.Count);
            var total = recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6;
            Assert.Equal(double.Parse(milliseconds, CultureInfo.InvariantCulture), total, 1e-6);
            Assert.Equal(stalls, recording.Stalls.Count);
            Assert.Equal(0, recording.Coverage.LinesUnparsed);
            // The log's own dates, where it has them, are its clock.
            if (folder == "prefixes-legacy") Assert.Equal(2018, recording.Clock.StartedAt!.Value.Year);
        }
    }
}
