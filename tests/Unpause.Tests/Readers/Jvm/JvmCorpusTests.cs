using System.Globalization;
using Unpause.Readers;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Real logs of JDK 5-24 with facts that two independent tools agree on (../shared/corpus/jvm/expected.tsv).</summary>
public class JvmCorpusTests
{
    /// <summary>What a fact of the table is in a recording. Phase counts of the table that only one tool defines are not among them.</summary>
    private static readonly Dictionary<string, Func<LoadedRecordings, double>> Facts = new(StringComparer.Ordinal)
    {
        ["pause_count"] = loaded => Pauses(loaded).Count(),
        ["pause_sum_s"] = loaded => Pauses(loaded).Sum(pause => pause.DurationNanoseconds) / 1e9,
        ["pause_max_s"] = loaded => Pauses(loaded).Max(pause => pause.DurationNanoseconds) / 1e9,
        ["full_pause_count"] = loaded => loaded.Recordings.Sum(recording => recording.Pauses.Count(pause => recording.Collections[pause.Collection].Generation == Generations.Full)),
        ["stopped_count"] = loaded => Stops(loaded).Count(),
        ["stopped_sum_s"] = loaded => Stops(loaded).Sum(stop => stop.DurationNanoseconds) / 1e9,
        ["stopped_max_s"] = loaded => Stops(loaded).Max(stop => stop.DurationNanoseconds) / 1e9,
    };

    [Fact]
    public void EveryAgreedFactHolds()
    {
        if (Corpus() is not { } corpus) return;
        var wrong = new List<string>();
        var right = 0;
        foreach (var file in Rows(corpus).Where(row => Facts.ContainsKey(row[1])).GroupBy(row => row[0]))
        {
            var loaded = RecordingLoader.Load([RecordingInput.File(Path.Combine(corpus, file.Key))]);
            foreach (var row in file)
            {
                var expected = double.Parse(row[2], CultureInfo.InvariantCulture);
                var actual = Facts[row[1]](loaded);
                if (Math.Abs(actual - expected) <= double.Parse(row[3], CultureInfo.InvariantCulture) + 1e-9) right++;
                else wrong.Add($"{row[0]} {row[1]}: {actual} instead of {expected}");
            }
        }

        Assert.Empty(wrong);
        Assert.Equal(149, right);
    }

    [Fact]
    public void EveryFileIsReadAndUnderstood()
    {
        if (Corpus() is not { } corpus) return;
        // The damaged files, with the lines that their damage makes unreadable.
        var damaged = new Dictionary<string, long>(StringComparer.Ordinal) { ["rollsbackclock.log"] = 1, ["no_young_intro.log"] = 1 };
        foreach (var path in Directory.EnumerateFiles(corpus, "*", SearchOption.AllDirectories).Where(path => !path.EndsWith("expected.tsv", StringComparison.Ordinal)))
        {
            var loaded = RecordingLoader.Load([RecordingInput.File(path)]);
            Assert.Empty(loaded.Unread);
            var notUnderstood = loaded.Recordings.Sum(recording => recording.Coverage.LinesNotUnderstood);
            Assert.True(notUnderstood == damaged.GetValueOrDefault(Path.GetFileName(path)), $"{path}: {notUnderstood} lines, first {loaded.Recordings[0].Coverage.Examples.FirstOrDefault()}");
        }
    }

    /// <summary>A stop holds the pause that it was made for, so all stops together are not shorter than all pauses.</summary>
    [Fact]
    public void StopsAreNotShorterThanPauses()
    {
        if (Corpus() is not { } corpus) return;
        foreach (var path in Directory.EnumerateFiles(corpus, "*.log*", SearchOption.AllDirectories))
        {
            var loaded = RecordingLoader.Load([RecordingInput.File(path)]);
            foreach (var recording in loaded.Recordings.Where(recording => recording.Stops is not null))
            {
                Assert.InRange(recording.Pauses.Sum(pause => pause.DurationNanoseconds), 0, recording.Stops!.Sum(stop => stop.DurationNanoseconds));
            }
        }
    }

    private static IEnumerable<Pause> Pauses(LoadedRecordings loaded) => loaded.Recordings.SelectMany(recording => recording.Pauses);

    private static IEnumerable<Stop> Stops(LoadedRecordings loaded) => loaded.Recordings.SelectMany(recording => recording.Stops ?? Enumerable.Empty<Stop>());

    private static IEnumerable<string[]> Rows(string corpus) => File.ReadLines(Path.Combine(corpus, "expected.tsv")).Skip(1).Select(line => line.Split('\t'));

    private static string? Corpus()
    {
        if (RepositoryFolder.Shared is { } shared) return Path.Combine(shared, "corpus", "jvm");
        Console.WriteLine("not run: the JVM corpus is not in ../shared");
        return null;
    }
}
