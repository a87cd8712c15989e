using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;

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
    public void LegacyReader_WholeLog_IsReadExactly(int seed, bool details, bool dates)
    {
        var log = new LegacyLog(seed, details, dates);
        foreach (var text in new[] { log.Text, LegacyLog.Head + log.Text, log.Text.ReplaceLineEndings("\r\n") })
        {
            var recording = Assert.Single(JvmLogs.Load(text).Recordings);
            AssertIs(log, recording);
            Assert.Equal(log.Starts, recording.Pauses.Select(pause => pause.StartNanoseconds));
            Assert.Equal(0, recording.Coverage.LinesUnparsed);
            Assert.Empty(recording.Coverage.Notes);
            Assert.Equal(text.Count(character => character == '\n'), recording.Coverage.Lines);
        }
    }

    /// <summary>JDK 8 rotates anywhere, inside a collection too, and puts a head into each part; parts come in any order.</summary>
    [Theory]
    [MemberData(nameof(Logs))]
    public void LegacyReader_RotatedLog_IsOneRecording(int seed, bool details, bool dates)
    {
        var log = new LegacyLog(seed, details, dates);
        var random = new Random(seed);
        var lines = log.Text.Split('\n')[..^1];
        var cuts = Enumerable.Range(
            0, 4).Select(_ => random.Next(lines.Length)).Order().Prepend(0).Append(lines.Length).Distinct().ToArray();
        var parts = new List<RecordingInput>();
        for (var i = 0; i + 1 < cuts.Length; i++)
        {
            var head = i == 0 || seed % 3 > 0 ? LegacyLog.Head : "";
            var bytes = Encoding.UTF8.GetBytes(head + string.Concat(lines[cuts[i]..cuts[i + 1]].Select(line => line + "\n")));
            var name = $"gc.log.{(i + seed) % 5}{(i + 2 == cuts.Length ? ".current" : "")}";
            // A part of a few lines without a timestamp has no place in the series.
            parts.Add(new RecordingInput(name, () => new MemoryStream(bytes)));
        }

        var shuffled = parts.ToArray();
        random.Shuffle(shuffled);
        var recording = Assert.Single(RuntimeTable.Default.Load(shuffled).Recordings);
        AssertIs(log, recording);
        Assert.Equal(parts.Select(part => part.Name), recording.Source.Files);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [Theory]
    [MemberData(nameof(Logs))]
    public void LegacyReader_Restart_IsASeparateRecording(int seed, bool details, bool dates)
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
            Assert.Contains(
                loaded.Recordings[1].Coverage.Notes.Concat(loaded.Recordings[0].Coverage.Notes),
                note => note.Text.Contains("another JVM starts", StringComparison.Ordinal));
        }
    }

    /// <summary>A cut at any byte, at the end or at the beginning, gives only pauses and stops of the whole.</summary>
    [Theory]
    [MemberData(nameof(Logs))]
    public void LegacyReader_CutAnywhere_GivesOnlyEventsOfTheWhole(int seed, bool details, bool dates)
    {
        var log = new LegacyLog(seed, details, dates, collections: 12);
        var bytes = Encoding.UTF8.GetBytes(log.Text);
        for (var at = 0; at <= bytes.Length; at++)
        {
            AssertPart(JvmLogs.Load(bytes[..at]), fromStart: true);
            // Cut at its beginning, a number loses digits, which cannot be detected. Whole lines are lost by rotation.
            if (at == 0 || bytes[at - 1] == '\n') AssertPart(JvmLogs.Load(bytes[at..]), fromStart: false);
        }

        void AssertPart(LoadedRecordings loaded, bool fromStart)
        {
            var pauses = loaded.Recordings.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds).ToList();
            var skipped = log.Pauses.Count - pauses.Count;
            Assert.Equal(fromStart ? log.Pauses[..pauses.Count] : log.Pauses[skipped..], pauses);
            var stops = loaded.Recordings.SelectMany(recording => recording.Stops ?? Column<Stop>.Empty)
                .Select(stop => stop.DurationNanoseconds).ToList();
            Assert.Equal(fromStart ? log.Stops[..stops.Count] : log.Stops[(log.Stops.Count - stops.Count)..], stops);
        }
    }

    /// <summary>Two JVMs that write to one container's output, line by line in the order of time.</summary>
    [Theory]
    [InlineData(3)]
    [InlineData(40)]
    public void LegacyReader_InterleavedJvms_AreSeparated(double secondsLater)
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
            Assert.Contains(
                loaded.Recordings.SelectMany(recording => recording.Coverage.Notes),
                note => note.Text.Contains("are interleaved", StringComparison.Ordinal));
            Assert.Equal(first.Lines.Count + second.Lines.Count, loaded.Recordings.Sum(recording => recording.Coverage.Lines));
        }
    }

    /// <summary>
    /// Without dates, two JVMs that started together cannot be separated; their pauses overlap, which one JVM's never do.
    /// </summary>
    [Fact]
    public void LegacyReader_InseparableJvms_GiveANote()
    {
        var first = new LegacyLog(1, details: false, dates: false, collections: 400);
        var second = new LegacyLog(2, details: false, dates: false, 0.02, collections: 400);
        var loaded =
            JvmLogs.Load(string.Concat(first.Lines.Concat(second.Lines).OrderBy(line => line.At).Select(line => line.Line + "\n")));
        Assert.Contains(loaded.Recordings, recording => recording.Coverage.Unreadable);
        Assert.Contains(
            loaded.Recordings.SelectMany(recording => recording.Coverage.Notes),
            note => note.Text.Contains("before the previous one ended", StringComparison.Ordinal));
    }

    /// <summary>The line of the aborted marking comes after the full collection that ended it: one cycle, no second.</summary>
    [Fact]
    public void LegacyReader_MarkingEndedByFullGc_IsOneCycle()
    {
        const string Log = "1.000: [GC pause (G1 Evacuation Pause) (young) (initial-mark), 0.0100000 secs]\n1.010: [GC "
            + "concurrent-root-region-scan-start]\n1.011: [GC concurrent-root-region-scan-end, 0.0010000 secs]\n"
            + "1.011: [GC concurrent-mark-start]\n1.500: [Full GC (Allocation Failure)  60M->20M(64M), 0.2000000 secs]\n1.700: [GC "
            + "concurrent-mark-abort]\n2.000: [GC pause (G1 Evacuation Pause) (young), 0.0100000 secs]\n";
        var collections = JvmLogs.Load(Log).Recordings[0].Collections;
        Assert.Equal(
            [Generations.Young, Generations.Old, Generations.Full, Generations.Young],
            collections.Select(collection => collection.Generation));
        Assert.Equal([JvmMarks.Aborted], collections[1].Marks!);
    }

    /// <summary>
    /// With PrintGC alone CMS's two pauses have equal lines and none marks a cycle's end: they take
    /// turns, and a full collection ends the cycle.
    /// </summary>
    [Fact]
    public void LegacyReader_InitialMarksAndRemarks_Alternate()
    {
        const string Log = "1.000: [GC 46468K(83008K), 0.0039333 secs]\n1.100: [GC 58256K->50668K(83008K), 0.0284159 secs]\n1.200: [GC "
            + "50934K(83008K), 0.0049002 secs]\n"
            + "2.000: [GC 61889K(99756K), 0.0080022 secs]\n2.500: [Full GC 109036K->44313K(118604K), 0.1666489 secs]\n3.000: [GC "
            + "64598K(126912K), 0.0011611 secs]\n3.100: [GC 93626K(126912K), 0.0047976 secs]\n";
        var pauses = JvmLogs.Load(Log).Recordings[0].Pauses;
        Assert.Equal(
            ["CMS-initial-mark", "GC", "CMS-remark", "CMS-initial-mark", "Full GC", "CMS-initial-mark", "CMS-remark"],
            pauses.Select(pause => pause.Name));
    }

    [Fact]
    public void LegacyReader_PauseLongerThanADay_IsDamage()
    {
        var recording = JvmLogs.Load(
            "1.000: [GC 17024K->13057K(83008K), 9999999.0441346 secs]\n2.000: [GC 27711K->25864K(83008K), 0.0413429 secs]\n").Recordings[0];
        Assert.Equal([41_342_900], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        var unified = JvmLogs.Load("[1.000s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 99999999999.123ms\n"
            + "[2.000s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.123ms\n").Recordings[0];
        Assert.Equal([5_123_000], unified.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Contains(unified.Coverage.Notes, note => note.Text.Contains("more than a day", StringComparison.Ordinal));
    }

    /// <summary>Pieces taken out, repeated and moved, numbers blown up, lines of another JVM between: whatever is read is sound.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void LegacyReader_DamagedLogs_GiveValidRecordings(bool details)
    {
        var random = new Random(details ? 17 : 8);
        for (var round = 0; round < 300; round++)
        {
            var text = new StringBuilder(new LegacyLog(round, details, round % 2 == 0, collections: 40).Text);
            var other = new LegacyLog(round + 1000, details, round % 3 == 0, collections: 40).Text;
            for (var change = 0; change < 1 + (round % 12); change++)
            {
                var at = random.Next(text.Length);
                var length = Math.Min(random.Next(400), text.Length - at);
                switch (random.Next(5))
                {
                    case 0: text.Remove(at, length); break;
                    case 1: text.Insert(random.Next(text.Length), text.ToString(at, length)); break;
                    case 2: text.Insert(at, other.AsSpan(random.Next(other.Length / 2), 300)); break;
                    case 3 when char.IsAsciiDigit(text[at]):
                        text.Insert(at, new string((char)('0' + random.Next(10)), random.Next(1, 25)));
                        break;
                    default: text[at] = (char)random.Next(128); break;
                }

                if (text.Length < 500) break;
            }

            foreach (var recording in JvmLogs.Load(text.ToString()).Recordings) AssertSound(recording);
        }
    }

    private static void AssertSound(Recording recording)
    {
        Assert.All(recording.Pauses, pause => Assert.InRange(pause.DurationNanoseconds, 0, Limits.PauseNanoseconds));
        Assert.All(recording.Pauses, pause => Assert.InRange(pause.Collection, 0, recording.Collections.Count - 1));
        Assert.All(recording.Phases, phase => Assert.InRange(phase.Collection, 0, recording.Collections.Count - 1));
        Assert.InRange(recording.DurationNanoseconds ?? 0, 0, long.MaxValue);
        Assert.InRange(recording.LostNanoseconds, 0, long.MaxValue);
        Assert.Equal(recording.Collections.Count, recording.Collections.Select(collection => collection.Number).Distinct().Count());
    }

    private static void AssertIs(LegacyLog expected, Recording actual)
    {
        Assert.Equal(expected.Pauses, actual.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(expected.Stops, actual.Stops?.Select(stop => stop.DurationNanoseconds) ?? []);
        Assert.Equal(expected.Pauses.Count, actual.Collections.Count);
    }
}
