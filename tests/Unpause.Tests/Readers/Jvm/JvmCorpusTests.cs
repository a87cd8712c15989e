using System.Globalization;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Real logs of JDK 5-24 with facts that two independent tools agree on (../shared/corpus/jvm/expected.tsv).</summary>
public class JvmCorpusTests
{
    /// <summary>Facts of the table that a recording of ours contradicts: the number instead, and why it is right.</summary>
    private static readonly (string File, string Fact, double Value, string Why)[] Exceptions =
    [
        (
            "jvm-gc-10Nov2022.log",
            "count:ConcurrentScanRootRegions",
            2,
            "the phase of ConcurrentRootRegionScan, which the table has as 2, under its unified name"),
        (
            "jvm-gc-10Nov2022.log",
            "count:G1ConcurrentRebuildRememberedSets",
            2,
            "lines 140 and 287 end such a phase; GCToolKit makes no event of it"),
        (
            "gc-master.log",
            "count:ParNew",
            65,
            "2 pauses try ParNew for 0.04 ms and go on as a CMS collection: one pause here, two events there"),
        ("apptio_gc.log", "count:ParNew", 2086, "4 such pauses"),
        (
            "1073_1.log",
            "count:ParNew",
            3645,
            "29 such pauses of the log's 3,694 ParNew, 20 of which failed; 6 of them are only a ConcurrentModeFailure there"),
        ("1073_1.log", "count:ConcurrentModeFailure", 90, "grep finds 90; the other 6 are ParNew and CMS in one pause without the words"),
        ("1073_1.log", "count:FullGC|PSFull", 28, "22, and those 6"),
        (
            "gc_with_overflow.log",
            "count:Full",
            402,
            "grep finds 402; GCToolKit misses that of 100081.540, which a concurrent line cuts in two"),
    ];

    /// <summary>Files without a row in the table: an awk program gives the number of pauses and their sum in milliseconds.</summary>
    public static TheoryData<string, string> FilesWithoutFacts => new()
    {
        { "rolling/jdk14/rollinglogs/short_restart_3.log", UnifiedPauses },
        { "unified/g1gc/gc-no-age-timestamp.log", UnifiedPauses },
        { "streaming/gc.log.gz", LegacyPauses },
        { "preunified/cms/parnew/details/scavangeBeforeRemarkWithReference.log", LegacyPauses },
    };

    private const string UnifiedPauses =
        """{ sub("\r$", "") } / Pause .* [0-9.]+ms$/ { x = $NF; sub("ms", "", x); n++; s += x } END { print n + 0, s }""";

    /// <summary>
    /// The last duration before the times of each pause. Concurrent phases have times too; a collection inside a remark is part of it.
    /// </summary>
    private const string LegacyPauses = """/ secs\] \[Times: / && !/CMS-concurrent|YG occupancy/ { sub(/ secs\] \[Times: .*/, ""); n++; """
        + """s += 1000 * $NF } END { print n + 0, s }""";

    [CorpusFact("corpus", "jvm")]
    public void JvmCorpus_EveryFact_HoldsOrIsExplained()
    {
        var corpus = RepositoryFolder.SharedFile("corpus", "jvm");
        var wrong = new List<string>();
        var right = 0;
        var explained = new HashSet<string>(StringComparer.Ordinal);
        foreach (var file in Rows(corpus).GroupBy(row => row[0]))
        {
            var loaded = RuntimeTable.Default.Load([RecordingInput.File(Path.Combine(corpus, file.Key))]);
            foreach (var row in file)
            {
                var actual = JvmCorpusFacts.Of(loaded, row[1]);
                var expected = row[2] == "true" ? 1 : double.Parse(row[2], CultureInfo.InvariantCulture);
                var tolerance = row[3].Length == 0 ? 0 : double.Parse(row[3], CultureInfo.InvariantCulture);
                var exception = Exceptions.FirstOrDefault(
                    exception => file.Key.EndsWith("/" + exception.File, StringComparison.Ordinal) && exception.Fact == row[1]);
                if (exception.Why is not null && exception.Value == actual && actual != expected)
                {
                    explained.Add(exception.File + exception.Fact);
                }
                else if (exception.Why is null && Math.Abs(actual - expected) <= tolerance + 1e-9)
                {
                    right++;
                }
                else
                {
                    wrong.Add($"{row[0]} {row[1]}: {actual} instead of {expected}");
                }
            }
        }

        Assert.Equal("", string.Join('\n', wrong));
        Assert.Equal(Exceptions.Length, explained.Count);
        Assert.Equal(479, right);
    }

    [CorpusFact("corpus", "jvm")]
    public void JvmCorpus_EveryFile_HasFacts()
    {
        var corpus = RepositoryFolder.SharedFile("corpus", "jvm");
        var known = Rows(corpus).Select(row => row[0]).Concat(FilesWithoutFacts.Select(row => row.Data.Item1)).Append(
            "expected.tsv").ToHashSet(StringComparer.Ordinal);
        Assert.Subset(known, Directory.EnumerateFiles(corpus, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(corpus, path))
            .ToHashSet(StringComparer.Ordinal));
    }

    [CorpusTheory("corpus", "jvm")]
    [MemberData(nameof(FilesWithoutFacts))]
    public void JvmCorpus_FileWithoutFacts_MatchesAwk(string path, string program)
    {
        var corpus = RepositoryFolder.SharedFile("corpus", "jvm");
        var file = Path.Combine(corpus, path);
        var expected = JvmLogs.Awk(JvmLogs.Bytes(file), program);
        var pauses = RuntimeTable.Default.Load([RecordingInput.File(file)]).Recordings.SelectMany(recording => recording.Pauses).ToList();
        Assert.InRange(expected[0], 2, double.MaxValue);
        Assert.Equal(expected[0], pauses.Count);
        Assert.Equal(expected[1], pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 0.5);
    }

    [CorpusFact("corpus", "jvm")]
    public void JvmCorpus_EveryFile_IsParsed()
    {
        var corpus = RepositoryFolder.SharedFile("corpus", "jvm");
        // The damaged files, with the lines that their damage makes unreadable.
        var damaged = new Dictionary<string, long>(StringComparer.Ordinal) { ["rollsbackclock.log"] = 1, ["no_young_intro.log"] = 2 };
        foreach (var path in Directory
            .EnumerateFiles(corpus, "*", SearchOption.AllDirectories)
            .Where(path => !path.EndsWith("expected.tsv", StringComparison.Ordinal)))
        {
            var loaded = RuntimeTable.Default.Load([RecordingInput.File(path)]);
            Assert.Empty(loaded.Unread);
            var notUnderstood = loaded.Recordings.Sum(recording => recording.Coverage.LinesUnparsed);
            Assert.True(
                notUnderstood == damaged.GetValueOrDefault(Path.GetFileName(path)),
                $"{path}: {notUnderstood} lines, first {loaded.Recordings[0].Coverage.Examples.FirstOrDefault()}");
        }
    }

    /// <summary>A stop contains the pause that it was made for, so all stops together are not shorter than all pauses.</summary>
    [CorpusFact("corpus", "jvm")]
    public void JvmCorpus_Stops_AreNotShorterThanPauses()
    {
        var corpus = RepositoryFolder.SharedFile("corpus", "jvm");
        foreach (var path in Directory.EnumerateFiles(corpus, "*.log*", SearchOption.AllDirectories))
        {
            var loaded = RuntimeTable.Default.Load([RecordingInput.File(path)]);
            foreach (var recording in loaded.Recordings.Where(recording => recording.Stops is not null))
            {
                Assert.InRange(
                    recording.Pauses.Sum(pause => pause.DurationNanoseconds), 0, recording.Stops!.Sum(stop => stop.DurationNanoseconds));
            }
        }
    }

    private static IEnumerable<string[]> Rows(string corpus) =>
        File.ReadLines(Path.Combine(corpus, "expected.tsv")).Skip(1).Select(line => line.Split('\t'));
}
