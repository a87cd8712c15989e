using System.Text;
using Unpause.Readers;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>What holds for logs of JDK 8 whatever is done to their lines: rotated, restarted, cut, mixed, with CRLF.</summary>
public class LegacyPropertyTests
{
    public static TheoryData<int, bool, bool> Logs
    {
        get
        {
            var data = new TheoryData<int, bool, bool>();
            for (var seed = 1; seed <= 6; seed++)
            {
                data.Add(seed, false, seed % 2 == 0);
                data.Add(seed, true, seed % 2 == 0);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Logs))]
    public void AWholeLogIsReadExactly(int seed, bool details, bool dates)
    {
        var log = new LegacyLog(seed, details, dates);
        foreach (var text in new[] { log.Text, LegacyLog.Head + log.Text, log.Text.ReplaceLineEndings("\r\n") })
        {
            var recording = Assert.Single(JvmLogs.Load(text).Recordings);
            AssertIs(log, recording);
            Assert.Equal(log.Starts, recording.Pauses.Select(pause => pause.StartNanoseconds));
            Assert.Equal(0, recording.Coverage.LinesNotUnderstood);
            Assert.Empty(recording.Coverage.Notes);
            Assert.Equal(text.Count(character => character == '\n'), recording.Coverage.Lines);
        }
    }

    /// <summary>JDK 8 rotates anywhere, inside a collection too, and puts a head into each part; parts come in any order.</summary>
    [Theory]
    [MemberData(nameof(Logs))]
    public void PartsOfARotatedLogAreOneRecording(int seed, bool details, bool dates)
    {
        var log = new LegacyLog(seed, details, dates);
        var random = new Random(seed);
        var lines = log.Text.Split('\n')[..^1];
        var cuts = Enumerable.Range(0, 4).Select(_ => random.Next(lines.Length)).Order().Prepend(0).Append(lines.Length).Distinct().ToArray();
        var parts = new List<RecordingInput>();
        for (var i = 0; i + 1 < cuts.Length; i++)
        {
            var head = i == 0 || seed % 3 > 0 ? LegacyLog.Head : "";
            var bytes = Encoding.UTF8.GetBytes(head + string.Concat(lines[cuts[i]..cuts[i + 1]].Select(line => line + "\n")));
            var name = $"gc.log.{(i + seed) % 5}{(i + 2 == cuts.Length ? ".current" : "")}";
            // A part of a few lines without a stamp belongs to no place in the series.
            parts.Add(new RecordingInput(name, () => new MemoryStream(bytes)));
        }

        var shuffled = parts.ToArray();
        random.Shuffle(shuffled);
        var recording = Assert.Single(RecordingLoader.Load(shuffled).Recordings);
        AssertIs(log, recording);
        Assert.Equal(parts.Select(part => part.Name), recording.Source.Files);
        Assert.Equal(0, recording.Coverage.LinesNotUnderstood);
    }

    [Theory]
    [MemberData(nameof(Logs))]
    public void ARestartIsARecordingOfItsOwn(int seed, bool details, bool dates)
    {
        var first = new LegacyLog(seed, details, dates);
        var second = new LegacyLog(seed + 100, details, dates, startedSeconds: 500, collections: 20);
        var third = new LegacyLog(seed + 200, details, dates, startedSeconds: 900);
        foreach (var head in new[] { "", LegacyLog.Head })
        {
            var loaded = JvmLogs.Load(head + first.Text + head + second.Text + head + third.Text);
            Assert.Equal(3, loaded.Recordings.Count);
            AssertIs(first, loaded.Recordings[0]);
            AssertIs(second, loaded.Recordings[1]);
            AssertIs(third, loaded.Recordings[2]);
            Assert.Contains(loaded.Recordings[1].Coverage.Notes.Concat(loaded.Recordings[0].Coverage.Notes), note => note.Text.Contains("another JVM begins", StringComparison.Ordinal));
        }
    }

    /// <summary>A cut at any byte, at the end or at the beginning, gives only pauses and stops of the whole.</summary>
    [Theory]
    [MemberData(nameof(Logs))]
    public void ACutAnywhereGivesOnlyEventsOfTheWhole(int seed, bool details, bool dates)
    {
        var log = new LegacyLog(seed, details, dates, collections: 12);
        var bytes = Encoding.UTF8.GetBytes(log.Text);
        for (var at = 0; at <= bytes.Length; at++)
        {
            AssertPart(JvmLogs.Load(bytes[..at]), fromStart: true);
            // Cut at its beginning, a number loses digits: nothing tells. Whole lines are lost by rotation.
            if (at == 0 || bytes[at - 1] == '\n') AssertPart(JvmLogs.Load(bytes[at..]), fromStart: false);
        }

        void AssertPart(LoadedRecordings loaded, bool fromStart)
        {
            var pauses = loaded.Recordings.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds).ToList();
            var skipped = log.Pauses.Count - pauses.Count;
            Assert.Equal(fromStart ? log.Pauses[..pauses.Count] : log.Pauses[skipped..], pauses);
            var stops = loaded.Recordings.SelectMany(recording => recording.Stops ?? []).Select(stop => stop.DurationNanoseconds).ToList();
            Assert.Equal(fromStart ? log.Stops[..stops.Count] : log.Stops[(log.Stops.Count - stops.Count)..], stops);
        }
    }

    /// <summary>Two JVMs that write to one container's output, line by line in the order of time.</summary>
    [Theory]
    [InlineData(3)]
    [InlineData(40)]
    public void JvmsBetweenEachOtherAreToldApart(double secondsLater)
    {
        for (var seed = 1; seed <= 20; seed++)
        {
            var first = new LegacyLog(seed, details: false, dates: true, collections: 120);
            var second = new LegacyLog(seed + 50, details: false, dates: true, secondsLater, collections: 90);
            var lines = first.Lines.Concat(second.Lines).OrderBy(line => line.At).Select(line => line.Line + "\n");
            var loaded = JvmLogs.Load(string.Concat(lines));
            Assert.Equal(2, loaded.Recordings.Count);
            AssertIs(first, loaded.Recordings[0]);
            AssertIs(second, loaded.Recordings[1]);
            Assert.Contains(loaded.Recordings.SelectMany(recording => recording.Coverage.Notes), note => note.Text.Contains("between each other", StringComparison.Ordinal));
            Assert.Equal(first.Lines.Count + second.Lines.Count, loaded.Recordings.Sum(recording => recording.Coverage.Lines));
        }
    }

    /// <summary>Without dates, nothing tells two JVMs apart that started together; their pauses overlap, which one JVM's never do.</summary>
    [Fact]
    public void JvmsThatCannotBeToldApartAreNotAddedUpInSilence()
    {
        var first = new LegacyLog(1, details: false, dates: false, collections: 400);
        var second = new LegacyLog(2, details: false, dates: false, 0.02, collections: 400);
        var loaded = JvmLogs.Load(string.Concat(first.Lines.Concat(second.Lines).OrderBy(line => line.At).Select(line => line.Line + "\n")));
        Assert.Contains(loaded.Recordings, recording => recording.Coverage.Unreadable);
        Assert.Contains(loaded.Recordings.SelectMany(recording => recording.Coverage.Notes), note => note.Text.Contains("before the one before it ended", StringComparison.Ordinal));
    }

    private static void AssertIs(LegacyLog expected, Recording actual)
    {
        Assert.Equal(expected.Pauses, actual.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(expected.Stops, actual.Stops?.Select(stop => stop.DurationNanoseconds) ?? []);
        Assert.Equal(expected.Pauses.Count, actual.Collections.Count);
    }
}
